const { spawn, spawnSync } = require('node:child_process');
const { tmpdir } = require('node:os');
const path = require('node:path');

const ROOT = path.join(__dirname, '..', '..');

/** The compiler's projects with programs that tests run; what they refer to is built with them. */
const PROGRAMS = ['packages/embedded-mongo', 'packages/domain', 'bff', 'workers'];

/** A test of a built program must not pass on what was built from earlier sources. */
function buildPrograms() {
  const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-b', ...PROGRAMS], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  if (status !== 0) process.env.TEST_PROGRAMS_PROBLEM = stdout.slice(0, 4000);
}

/**
 * Jest's globalSetup: builds the programs, then starts the run's one Redis and one database server, their addresses
 * in TEST_REDIS_URL and TEST_MONGO_URL. TEST_REDIS_URL, TEST_MONGO_URL or MONGO_URL that are set already are used
 * instead. What could not be built or started fails the first test that needs it, and no other.
 */
module.exports = async function setUp() {
  buildPrograms();
  const ownRedis = !process.env.TEST_REDIS_URL;
  const external = process.env.TEST_MONGO_URL || process.env.MONGO_URL;
  if (external) {
    process.env.TEST_DATABASES_LIST = path.join(tmpdir(), `partnerdesk-databases-${process.pid}`);
  }
  const services = spawn(process.execPath, [path.join(ROOT, 'scripts', 'test-services.mjs')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const { mongo, redis } = JSON.parse(await firstLine(services));
  publish('MONGO', mongo);
  publish('REDIS', redis);
  if (ownRedis) process.env.TEST_REDIS_DATABASES = '1024';
  globalThis.__partnerdeskTests__ = { services, external };
};

function publish(name, { url, problem }) {
  if (url) process.env[`TEST_${name}_URL`] = url;
  else process.env[`TEST_${name}_PROBLEM`] = problem;
}

function firstLine(child) {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')));
    });
    child.once('exit', (code) => reject(new Error(`The test services ended with code ${code}`)));
  });
}
