import { createRemoteLoader } from './remote-loader';

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

it('gives up after its time, and is not disturbed by what comes later', async () => {
  jest.useFakeTimers();
  let arrive = (_: unknown) => {};
  const loader = createRemoteLoader(() => new Promise((resolve) => (arrive = resolve)), 1000);
  loader.start('affiliate');
  await jest.advanceTimersByTimeAsync(1000);
  arrive({ remote });
  await jest.advanceTimersByTimeAsync(0);
  expect(loader.stateOf('affiliate')).toMatchObject({ status: 'failed', failure: 'late' });
  jest.useRealTimers();
});

it('tells its listeners of each change until they leave', async () => {
  const loader = createRemoteLoader(async () => ({ remote }));
  const listener = jest.fn();
  const leave = loader.subscribe(listener);
  loader.start('affiliate');
  await settled();
  expect(listener).toHaveBeenCalledTimes(2);
  leave();
  loader.start('payroll');
  expect(listener).toHaveBeenCalledTimes(2);
});
