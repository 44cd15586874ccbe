import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** So many play histories at once. */
export const THREADS = Math.min(2, availableParallelism());

/** What a process leaves when it dies is old for the collector of a small young generation, and costs it more (MB). */
const YOUNG_MB = 128;

/**
 * A thread that plays histories (thread.mjs) and posts what came of each.
 * @param {object} workerData @param {import('node:worker_threads').WorkerOptions} [options]
 */
export const startThread = (workerData, options) =>
  new Worker(new URL('thread.mjs', import.meta.url), {
    ...options,
    workerData,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
