import { createLogger, metrics } from '@partnerdesk/node';
import { waitFor } from '@partnerdesk/testing/services';
import { type Sweep, type SweepContext, startSweeps } from './sweeps';

test('a sweep that fails runs again, one that is slow is not started twice, and stopping waits for it', async () => {
  const lines: string[] = [];
  const logger = createLogger('worker', { destination: { write: (line) => void lines.push(line) } });
  let failures = 0;
  let starts = 0;
  let finish = () => {};
  const stop = startSweeps({ logger } as SweepContext, [
    {
      name: 'failing',
      everyMs: 1,
      run: async () => {
        failures += 1;
        throw new Error('no database');
      },
    },
    {
      name: 'slow',
      everyMs: 1,
      run: () => {
        starts += 1;
        return new Promise<void>((resolve) => {
          finish = resolve;
        });
      },
    },
  ]);
  await waitFor(() => failures > 2, { what: 'the failing sweep to run again' });
  let stopped = false;
  const stopping = stop().then(() => {
    stopped = true;
  });
  expect([starts, stopped]).toEqual([1, false]);
  finish();
  await stopping;
  expect(lines[0]).toContain('no database');
  const { values } = await metrics.sweepFailures.get();
  expect(values.find(({ labels }) => labels.sweep === 'failing')?.value).toBe(lines.length);
});

test('stopping cuts short what can be, which is no failure', async () => {
  const lines: string[] = [];
  const logger = createLogger('worker', { destination: { write: (line) => void lines.push(line) } });
  let isRunning = false;
  const run: Sweep['run'] = ({ signal }) => {
    isRunning = true;
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  };
  const stop = startSweeps({ logger } as SweepContext, [{ name: 'long', everyMs: 1, run }]);
  await waitFor(() => isRunning, { what: 'the sweep to run' });
  await stop();
  expect(lines).toEqual([]);
});
