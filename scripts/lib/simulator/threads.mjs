import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** So many play histories at once. */
const THREADS = Math.min(2, availableParallelism());

/** What a process leaves when it dies is old for the collector of a small young generation, and costs it more (MB). */
const YOUNG_MB = 128;

/**
 * Plays the histories of the seeds from `seed` on, by several threads (thread.mjs), until each has ended.
 * @param {{ seed: number, steps: number, histories: number, forMs: number, patches?: import('./modules.mjs').Patch[] }} how
 * @param {(outcome: import('./simulator.mjs').Outcome) => boolean | void} onOutcome true: no further one is begun
 * @param {import('node:worker_threads').WorkerOptions} [options]
 */
export async function playOnThreads({ seed, histories, ...how }, onOutcome, options) {
  // A thread that is ended from outside takes the process with it: the database's library does not bear it.
  const stop = new Int32Array(new SharedArrayBuffer(4));
  const ends = Array.from({ length: Math.min(THREADS, histories) }, (_, index) => {
    const own = { first: seed + index, stride: THREADS, histories: Math.ceil((histories - index) / THREADS) };
    const thread = new Worker(new URL('thread.mjs', import.meta.url), {
      ...options,
      workerData: { ...how, ...own, stop },
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    thread.on('message', (outcome) => {
      if (onOutcome(outcome)) Atomics.store(stop, 0, 1);
    });
    return once(thread, 'exit');
  });
  await Promise.all(ends);
}
