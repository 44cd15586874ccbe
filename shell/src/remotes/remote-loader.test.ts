import { createRemoteLoader } from './remote-loader';
import { noteArrival } from './silence';

const remote = { routes: [], menu: [] };
const settled = () => new Promise(process.nextTick);

it('loads a remote once, however often it is started', async () => {
  const fetchRemote = jest.fn(async () => ({ remote }));
  const loader = createRemoteLoader(fetchRemote);
  loader.start('affiliate');
  loader.start('affiliate');
  await settled();
  loader.start('affiliate');
  expect(fetchRemote).toHaveBeenCalledTimes(1);
  expect(loader.stateOf('affiliate')).toEqual({ status: 'ready', remote });
  expect(loader.stateOf('payroll')).toEqual({ status: 'idle' });
});

it.each([
  ['nothing', undefined],
  ['no export', {}],
  ['an export without routes', { remote: { menu: [] } }],
  ['an export without a menu', { remote: { routes: [] } }],
])('fails on a module that is %s', async (_, module) => {
  const loader = createRemoteLoader(async () => module);
  loader.start('affiliate');
  await settled();
  expect(loader.stateOf('affiliate')).toEqual({ status: 'failed', failure: 'no-export', attempts: 1 });
});

it('keeps a failure until it is tried again, and then really tries', async () => {
  const fetchRemote = jest.fn().mockRejectedValueOnce(new Error('404')).mockResolvedValue({ remote });
  const loader = createRemoteLoader(fetchRemote);
  loader.start('affiliate');
  await settled();
  expect(loader.stateOf('affiliate')).toMatchObject({ status: 'failed', failure: 'down', attempts: 1 });
  loader.start('affiliate');
  expect(fetchRemote).toHaveBeenCalledTimes(1);
  loader.retry('affiliate');
  expect(loader.stateOf('affiliate')).toEqual({ status: 'loading' });
  await settled();
  expect(loader.stateOf('affiliate')).toEqual({ status: 'ready', remote });
});

it('takes a fetch that throws at once for a remote that is down', async () => {
  const loader = createRemoteLoader(() => {
    throw new Error('not configured');
  });
  loader.start('affiliate');
  await settled();
  expect(loader.stateOf('affiliate')).toMatchObject({ failure: 'down' });
});

describe('with a slow line', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  function slow() {
    const arrivals: ((module: unknown) => void)[] = [];
    const fetchRemote = () => new Promise((resolve) => arrivals.push(resolve));
    const loader = createRemoteLoader(fetchRemote, { silenceMs: 1000 });
    loader.start('affiliate');
    return { loader, arrivals };
  }

  it('waits as long as bytes arrive', async () => {
    const { loader, arrivals } = slow();
    for (let piece = 0; piece < 10; piece += 1) {
      await jest.advanceTimersByTimeAsync(999);
      noteArrival();
    }
    expect(loader.stateOf('affiliate')).toEqual({ status: 'loading' });
    arrivals[0]?.({ remote });
    await jest.advanceTimersByTimeAsync(0);
    expect(loader.stateOf('affiliate')).toEqual({ status: 'ready', remote });
  });

  it('is late after a silence, and takes what arrives later all the same', async () => {
    const { loader, arrivals } = slow();
    await jest.advanceTimersByTimeAsync(1000);
    expect(loader.stateOf('affiliate')).toMatchObject({ status: 'failed', failure: 'late' });
    arrivals[0]?.({ remote });
    await jest.advanceTimersByTimeAsync(0);
    expect(loader.stateOf('affiliate')).toEqual({ status: 'ready', remote });
  });

  it('takes the first of two tries that arrives, and keeps it', async () => {
    const { loader, arrivals } = slow();
    await jest.advanceTimersByTimeAsync(1000);
    loader.retry('affiliate');
    arrivals[0]?.({ remote });
    await jest.advanceTimersByTimeAsync(0);
    expect(loader.stateOf('affiliate')).toEqual({ status: 'ready', remote });
    await jest.advanceTimersByTimeAsync(5000);
    expect(loader.stateOf('affiliate')).toEqual({ status: 'ready', remote });
  });
});

it('notifies its listeners of each change until they unsubscribe', async () => {
  const loader = createRemoteLoader(async () => ({ remote }));
  const listener = jest.fn();
  const unsubscribe = loader.subscribe(listener);
  loader.start('affiliate');
  await settled();
  expect(listener).toHaveBeenCalledTimes(2);
  unsubscribe();
  loader.start('payroll');
  expect(listener).toHaveBeenCalledTimes(2);
});
