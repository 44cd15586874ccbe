const { randomBytes } = require('node:crypto');
const { appendFileSync, existsSync, readFileSync, rmSync } = require('node:fs');
const { connect, createServer } = require('node:net');
const { join } = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');

const MONGO_ADDRESS = /^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/[^?]*)?(\?.*)?$/;
const REDIS_DATABASES_PER_WORKER = 32;

function serviceOrThrow(name) {
  const url = process.env[`TEST_${name}_URL`];
  if (!url)
    throw new Error(`No ${name} for tests: ${process.env[`TEST_${name}_PROBLEM`] ?? 'jest starts it'}`);
  return url;
}

function testDatabaseUrl(name = 'db') {
  const [, server, options = ''] = MONGO_ADDRESS.exec(serviceOrThrow('MONGO')) ?? [];
  const database = `pdtest_${name}_${randomBytes(6).toString('hex')}`;
  const list = process.env.TEST_DATABASES_LIST;
  if (list) appendFileSync(list, `${database}\n`);
  return `${server}/${database}${options}`;
}

function builtProgram(file) {
  const problem = process.env.TEST_PROGRAMS_PROBLEM;
  if (problem) throw new Error(`The programs do not compile:\n${problem}`);
  return join(__dirname, '..', '..', file);
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
    for (const name of readFileSync(list, 'utf8').trim().split('\n')) await client.db(name).dropDatabase();
  } finally {
    await client.close();
    rmSync(list);
  }
}

module.exports = { builtProgram, dropTestDatabases, testDatabaseUrl, testRedis, waitFor, freePort };
