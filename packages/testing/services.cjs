const { spawnSync } = require('node:child_process');
const { randomBytes } = require('node:crypto');
const { appendFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { connect, createServer } = require('node:net');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');

const ROOT = join(__dirname, '..', '..');
const MONGO_ADDRESS = /^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/[^?]*)?(\?.*)?$/;
const REDIS_DATABASES_PER_WORKER = 32;

function serviceOrThrow(name) {
  const url = process.env[`TEST_${name}_URL`];
  if (!url)
    throw new Error(`No ${name} for tests: ${process.env[`TEST_${name}_PROBLEM`] ?? 'jest starts it'}`);
  return url;
}

function testDatabaseUrl(name = 'db') {
  return databaseUrl(`${name}_${randomBytes(6).toString('hex')}`);
}

function workerDatabaseUrl() {
  return databaseUrl(`worker_${process.env.TEST_RUN_ID}_${process.env.JEST_WORKER_ID ?? 1}`);
}

function databaseUrl(name) {
  const [, server, options = ''] = MONGO_ADDRESS.exec(serviceOrThrow('MONGO')) ?? [];
  const database = `pdtest_${name}`;
  const list = process.env.TEST_DATABASES_LIST;
  if (list) appendFileSync(list, `${database}\n`);
  return `${server}/${database}${options}`;
}

const isBuiltInDatabase = () => !process.env.TEST_DATABASES_LIST;

async function addressOfPrimary(url) {
  const { mongo } = require('mongoose');
  const client = await mongo.MongoClient.connect(url);
  try {
    const { primary } = await client.db('admin').command({ hello: 1 });
    const { hostname: host, port } = new URL(`tcp://${primary}`);
    const login = /^mongodb(?:\+srv)?:\/\/([^@/]*@)?/.exec(url)?.[1] ?? '';
    const through = (near) =>
      `mongodb://${login}127.0.0.1:${near}/${client.options.dbName}?directConnection=true`;
    return { host, port: Number(port), through };
  } finally {
    await client.close();
  }
}

/** The compiler's projects with programs that tests run; what they refer to is built with them. */
const PROGRAMS = ['packages/embedded-mongo', 'packages/domain', 'bff', 'workers'];
const BUILT_EVERY_MS = 100;

function builtProgram(file) {
  // The whole run has built everything.
  if (!process.env.TEST_GROUPS) buildPrograms();
  return join(ROOT, file);
}

/** Once a run, by the first of its processes that needs one; the others wait for it. */
function buildPrograms() {
  const outcome = join(tmpdir(), `partnerdesk-programs-${process.env.TEST_RUN_ID}`);
  if (isFirst(`${outcome}.lock`)) {
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    const { status, stdout } = spawnSync(process.execPath, [tsc, '-b', '--noCheck', ...PROGRAMS], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    writeFileSync(`${outcome}.part`, status === 0 ? '' : stdout.slice(0, 4000));
    renameSync(`${outcome}.part`, outcome);
  }
  while (!existsSync(outcome)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUILT_EVERY_MS);
  const problem = readFileSync(outcome, 'utf8');
  if (problem) throw new Error(`The programs do not compile:\n${problem}`);
}

function isFirst(file) {
  try {
    writeFileSync(file, '', { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** `npm run test:all`. */
const runsAll = process.env.TEST_LIST === 'all';

const sized = (short, whole) => (runsAll ? whole : short);

function propertyRuns(usual) {
  if (runsAll) return { numRuns: 10 * usual };
  return { numRuns: Math.ceil(usual / 8), seed: 1 };
}

let redisCalls = 0;

async function testRedis() {
  const address = new URL(serviceOrThrow('REDIS'));
  const databases = Number(process.env.TEST_REDIS_DATABASES ?? 16);
  const worker = Number(process.env.JEST_WORKER_ID ?? 1);
  // Files of one worker run one after the other, so they may use the same numbers; 0 is left alone.
  const slot = (worker - 1) * REDIS_DATABASES_PER_WORKER + (redisCalls % REDIS_DATABASES_PER_WORKER);
  redisCalls += 1;
  address.pathname = `/${1 + (slot % (databases - 1))}`;
  await emptyRedis(address);
  return { url: address.href, prefix: `t${randomBytes(4).toString('hex')}` };
}

/** Three commands need no client library. */
function emptyRedis(address) {
  const login = address.password
    ? `AUTH ${address.username || 'default'} ${decodeURIComponent(address.password)}\r\n`
    : '';
  const commands = `${login}SELECT ${address.pathname.slice(1)}\r\nFLUSHDB\r\nQUIT\r\n`;
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect({ host: address.hostname, port: Number(address.port || 6379) }, () =>
      socket.write(commands),
    );
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.once('error', reject);
    socket.once('close', () => (/^-/m.test(answer) ? reject(new Error(`Redis: ${answer}`)) : resolve()));
  });
}

async function waitFor(check, { what, timeoutMs = 10_000, everyMs = 20 }) {
  const deadline = Date.now() + timeoutMs;
  let last;
  do {
    try {
      const value = await check();
      if (value) return value;
      last = undefined;
    } catch (error) {
      last = error;
    }
    await sleep(everyMs);
  } while (Date.now() < deadline);
  throw new Error(`Waited ${timeoutMs} ms in vain for ${what}`, { cause: last });
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function dropTestDatabases(address, list) {
  if (!existsSync(list)) return;
  // Only here: who needs no database need not load its driver.
  const { mongo } = require('mongoose');
  const client = await mongo.MongoClient.connect(address);
  try {
    for (const name of new Set(readFileSync(list, 'utf8').trim().split('\n')))
      await client.db(name).dropDatabase();
  } finally {
    await client.close();
    rmSync(list);
  }
}

module.exports = {
  addressOfPrimary,
  builtProgram,
  dropTestDatabases,
  freePort,
  isBuiltInDatabase,
  propertyRuns,
  sized,
  testDatabaseUrl,
  testRedis,
  waitFor,
  workerDatabaseUrl,
};
