import { randomBytes } from 'node:crypto';
import { endProcess, startPausableProxy, WorkerProcesses } from '@partnerdesk/testing';
import { freePort, testDatabaseUrl, testRedis, waitFor } from '@partnerdesk/testing/services';

const FIELD_KEYS = `test:${randomBytes(32).toString('base64')}`;
const workers = new WorkerProcesses();
afterEach(() => workers.endAll());

test('a worker that waits for the database is alive for the supervisor, which would restart it otherwise', async () => {
  const [closed, port] = [await freePort(), await freePort()];
  const worker = workers.spawn({
    MONGO_URL: `mongodb://127.0.0.1:${closed}/none`,
    REDIS_URL: (await testRedis()).url,
    FIELD_KEYS,
    METRICS_PORT: String(port),
  });
  const answer = () => fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined);
  await waitFor(async () => (await answer())?.status === 200, { what: 'an answer', timeoutMs: 20_000 });
  expect(worker.exitCode).toBeNull();
});

test('one that is asked to end while it starts ends with 0', async () => {
  const proxy = await startPausableProxy(testDatabaseUrl('starting'));
  try {
    const isStarting = proxy.holdAt('settings.changed');
    const worker = workers.spawn({ MONGO_URL: proxy.url, REDIS_URL: (await testRedis()).url, FIELD_KEYS });
    await isStarting;
    expect(await endProcess(worker, 'SIGTERM')).toBe(0);
  } finally {
    await proxy.close();
  }
});

test('one that is asked to end while it hashes accounts finishes the one under way, and logs no error', async () => {
  const proxy = await startPausableProxy(testDatabaseUrl('hashing'));
  try {
    const isHashing = proxy.holdAt('achAccountNumberEncrypted');
    const worker = workers.spawn({ MONGO_URL: proxy.url, REDIS_URL: (await testRedis()).url, FIELD_KEYS });
    let log = '';
    worker.stdout?.on('data', (chunk) => {
      log += chunk;
    });
    const goOn = await isHashing;
    await waitFor(() => log.includes('worker ready'), { what: 'the worker to be ready', timeoutMs: 20_000 });
    const ended = endProcess(worker, 'SIGTERM');
    await waitFor(() => log.includes('"closing"'), { what: 'the worker to close' });
    goOn();
    expect(await ended).toBe(0);
    expect(log).toContain('"closed"');
    expect(log).not.toContain('"level":"error"');
  } finally {
    await proxy.close();
  }
});
