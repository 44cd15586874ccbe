import { Gate } from './gate';

/** A job that ends when it is asked to. */
function makeJob() {
  let end: (error?: Error) => void = () => {};
  const ended = new Promise<void>((resolve, reject) => {
    end = (error) => (error ? reject(error) : resolve());
  });
  const run = jest.fn(() => ended);
  return { run, end: (error?: Error) => end(error) };
}

test('so many run, so many wait in order, the others are refused; a failure frees its place', async () => {
  const gate = new Gate({ atOnce: 2, maxWaiting: 2, refusal: () => new Error('full') });
  const jobs = Array.from({ length: 5 }, makeJob);
  const outcomes = jobs.map((job) => gate.run(job.run).catch((error: Error) => error.message));
  const started = () => jobs.map(({ run }) => run.mock.calls.length);
  expect(await outcomes[4]).toBe('full');
  expect(started()).toEqual([1, 1, 0, 0, 0]);
  jobs[1]?.end(new Error('broken'));
  expect(await outcomes[1]).toBe('broken');
  expect(started()).toEqual([1, 1, 1, 0, 0]);
  for (const job of jobs) job.end();
  await Promise.all(outcomes);
  expect(started()).toEqual([1, 1, 1, 1, 0]);
  expect(await gate.run(async () => 'free again')).toBe('free again');
});

test('reserved jobs have places and every other turn of their own while the others fill the gate', async () => {
  const gate = new Gate({ atOnce: 1, maxWaiting: 2, refusal: () => new Error('full') });
  const order: string[] = [];
  const enter = (name: string, isReserved = false) =>
    gate.run(async () => order.push(name), { isReserved }).catch((error: Error) => order.push(error.message));
  const running = makeJob();
  const first = gate.run(running.run);
  const others = [enter('a'), enter('b'), enter('c')];
  const reserved = [enter('known 1', true), enter('known 2', true), enter('known 3', true)];
  await Promise.all([others[2], reserved[2]]);
  expect(order).toEqual(['full', 'full']);
  running.end();
  await Promise.all([first, ...others, ...reserved]);
  expect(order.slice(2)).toEqual(['known 1', 'a', 'known 2', 'b']);
});
