import { connect } from 'node:net';
import { freePort, testDatabaseUrl, testRedis, waitFor } from './index';

/** Sends inline commands and answers what came back until the server closed. */
function redis(url: string, commands: string[]): Promise<string> {
  const { hostname, port, pathname } = new URL(url);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect({ host: hostname, port: Number(port) }, () =>
      socket.write(`${[`SELECT ${pathname.slice(1)}`, ...commands, 'QUIT'].join('\r\n')}\r\n`),
    );
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.once('error', reject);
    socket.once('close', () => resolve(answer));
  });
}

test('each database address is another, and keeps the options of the server', () => {
  const before = process.env.TEST_MONGO_URL;
  process.env.TEST_MONGO_URL = 'mongodb://ann:secret@one:1,two:2/real?replicaSet=rs&authSource=admin';
  try {
    const [first, second] = [testDatabaseUrl('ledger'), testDatabaseUrl('ledger')];
    expect(first).toMatch(
      /^mongodb:\/\/ann:secret@one:1,two:2\/pdtest_ledger_\w+\?replicaSet=rs&authSource=admin$/,
    );
    expect(first).not.toBe(second);
  } finally {
    process.env.TEST_MONGO_URL = before;
  }
});

test('without a server the error has the reason', () => {
  const { TEST_MONGO_URL } = process.env;
  delete process.env.TEST_MONGO_URL;
  process.env.TEST_MONGO_PROBLEM = 'not built';
  try {
    expect(() => testDatabaseUrl()).toThrow('No MONGO for tests: not built');
  } finally {
    process.env.TEST_MONGO_URL = TEST_MONGO_URL;
    delete process.env.TEST_MONGO_PROBLEM;
  }
});

test('two Redis databases of one file are apart', async () => {
  const [one, two] = [await testRedis(), await testRedis()];
  expect(one.url).not.toBe(two.url);
  expect(await redis(one.url, ['SET k v', 'GET k'])).toContain('\r\nv\r\n');
  expect(await redis(two.url, ['GET k'])).toContain('$-1');
});

test('a wait ends with the first truthy answer', async () => {
  let calls = 0;
  await expect(
    waitFor(() => (++calls === 3 ? 'there' : undefined), { what: 'the third call', everyMs: 1 }),
  ).resolves.toBe('there');
});

test('a wait in vain says for what, and why', async () => {
  const failing = waitFor(() => Promise.reject(new Error('no such row')), {
    timeoutMs: 5,
    everyMs: 1,
    what: 'the row',
  });
  await expect(failing).rejects.toMatchObject({
    message: 'Waited 5 ms in vain for the row',
    cause: { message: 'no such row' },
  });
});

test('a free port is a number that a server may take', async () => {
  expect(await freePort()).toBeGreaterThan(1023);
});
