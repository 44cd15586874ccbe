const { spawn, spawnSync } = require('node:child_process');
const { randomBytes } = require('node:crypto');
const { tmpdir } = require('node:os');
const path = require('node:path');

const ROOT = path.join(__dirname, '..', '..');

/** The database server of the run, from the present sources. */
function buildMongo() {
  const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  spawnSync(process.execPath, [tsc, '-b', '--noCheck', 'packages/embedded-mongo'], {
    cwd: ROOT,
    stdio: 'inherit',
  });
}

/**
 * Jest's globalSetup: starts the run's one Redis and one database server, their addresses in TEST_REDIS_URL and
 * TEST_MONGO_URL. TEST_REDIS_URL, TEST_MONGO_URL or MONGO_URL that are set already are used instead. What could not be
 * started fails the first test that needs it, and no other.
 */
module.exports = async function setUp() {
  if (!process.env.TEST_GROUPS) buildMongo();
  const ownRedis = !process.env.TEST_REDIS_URL;
  const external = process.env.TEST_MONGO_URL || process.env.MONGO_URL;
  if (external) {
    process.env.TEST_DATABASES_LIST = path.join(tmpdir(), `partnerdesk-databases-${process.pid}`);
  }
  const services = spawn(process.execPath, [path.join(ROOT, 'scripts', 'test-services.mjs')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const { mongo, redis } = JSON.parse(await firstLine(services));
  process.env.TEST_RUN_ID = randomBytes(4).toString('hex');
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
