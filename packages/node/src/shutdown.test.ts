import { createLogger } from './logger';
import { type Closer, closeOnSignals } from './shutdown';

const logger = createLogger('test', { level: 'silent' });

afterEach(() => {
  process.removeAllListeners('SIGTERM');
  process.removeAllListeners('SIGINT');
});

function shutDownWith(closers: Closer[], timeoutMs?: number) {
  const exits: number[] = [];
  const shutDown = closeOnSignals(closers, { logger, timeoutMs, exit: (code) => void exits.push(code) });
  return { shutDown, exits };
}

test('closes in the given order, waiting for each, and exits with 0', async () => {
  const order: string[] = [];
  const { shutDown, exits } = shutDownWith([
    {
      name: 'server',
      close: () => new Promise<void>((done) => setImmediate(() => done(void order.push('server')))),
    },
    { name: 'database', close: () => void order.push('database') },
  ]);
  await shutDown('test');
  expect(order).toEqual(['server', 'database']);
  expect(exits).toEqual([0]);
});

test('one that fails does not keep the rest open, but shows in the exit code', async () => {
  const closed: string[] = [];
  const { shutDown, exits } = shutDownWith([
    { name: 'broken', close: () => Promise.reject(new Error('no')) },
    { name: 'database', close: () => void closed.push('database') },
  ]);
  await shutDown('test');
  expect(closed).toEqual(['database']);
  expect(exits).toEqual([1]);
});

test('what is added while it closes is closed too, and nothing twice', async () => {
  const order: string[] = [];
  const closers: Closer[] = [{ name: 'database', close: () => void order.push('database') }];
  closers.unshift({
    name: 'redis',
    close: () => {
      order.push('redis');
      if (closers.length < 3) closers.unshift({ name: 'queues', close: () => void order.push('queues') });
    },
  });
  await shutDownWith(closers).shutDown('test');
  expect(order).toEqual(['redis', 'queues', 'database']);
});

test('one that hangs is left behind after the time limit', async () => {
  const { shutDown, exits } = shutDownWith([{ name: 'hung', close: () => new Promise(() => {}) }], 5);
  void shutDown('test');
  await new Promise<void>((done) => {
    const look = () => (exits.length > 0 ? done() : setImmediate(look));
    look();
  });
  expect(exits).toEqual([1]);
});

test('a second signal changes nothing', async () => {
  let closes = 0;
  const { shutDown, exits } = shutDownWith([
    {
      name: 'server',
      close: () => {
        closes += 1;
      },
    },
  ]);
  process.emit('SIGTERM');
  process.emit('SIGINT');
  await shutDown('again');
  expect(closes).toBe(1);
  expect(exits).toEqual([0]);
});
