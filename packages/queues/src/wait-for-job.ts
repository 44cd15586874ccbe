import { EventEmitter } from 'node:events';
import { AppError, MESSAGE } from '@partnerdesk/contracts';
import type { Queue } from 'bull';
import { findJob } from './job-status';

type Look = () => void;

/** One pair of listeners a queue, however many callers wait: each job's own would grow with the callers. */
const waitersOfQueue = new WeakMap<Queue, Map<string, Set<Look>>>();

interface Subscribable {
  _registerEvent: (event: string) => Promise<unknown>;
}

/** Messages may get lost while a connection heals; then this finds the end. */
const LOOK_AGAIN_MS = 2000;

function waitersOf(queue: Queue): Map<string, Set<Look>> {
  const known = waitersOfQueue.get(queue);
  if (known) return known;
  const waiters = new Map<string, Set<Look>>();
  const tell = (id: string | number) => {
    for (const look of waiters.get(String(id)) ?? []) look();
  };
  for (const event of ['global:completed', 'global:failed']) {
    // Bull's own on() leaves the promise of its subscription unhandled: closing while it is being made would
    // end the process. If it fails, looking again finds the end of the job.
    EventEmitter.prototype.on.call(queue, event, tell);
    (queue as unknown as Subscribable)._registerEvent(event).catch(() => {});
  }
  waitersOfQueue.set(queue, waiters);
  return waiters;
}

/** Has `look` called when the job of this id may have ended. @returns ends that */
function watch(queue: Queue, id: string, look: Look): () => void {
  const waiters = waitersOf(queue);
  const looks = waiters.get(id) ?? new Set<Look>();
  waiters.set(id, looks.add(look));
  const again = setInterval(look, LOOK_AGAIN_MS);
  return () => {
    clearInterval(again);
    looks.delete(look);
    if (looks.size === 0 && waiters.get(id) === looks) waiters.delete(id);
  };
}

/**
 * Waits for a job's end and answers its result.
 * @throws AppError what the job failed with; `not_found` when it is gone; `unavailable` after `timeoutMs`, or
 * when `signal` is aborted (the job itself goes on)
 */
export async function waitForJob<Result>(
  queue: Queue,
  id: string,
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal },
): Promise<Result> {
  const cleanUp: (() => void)[] = [];
  try {
    return await new Promise<Result>((resolve, reject) => {
      const giveUp = () => reject(new AppError('unavailable', MESSAGE.genericError));
      const look = () => {
        findJob<Result>(queue, id).then((job) => {
          if (!job) reject(new AppError('not_found', 'There is no such job'));
          else if (job.failure) reject(job.failure);
          else if (job.status.state === 'completed') resolve(job.status.result as Result);
        }, reject);
      };
      const timeout = setTimeout(giveUp, timeoutMs);
      signal?.addEventListener('abort', giveUp);
      cleanUp.push(
        () => clearTimeout(timeout),
        () => signal?.removeEventListener('abort', giveUp),
        watch(queue, id, look),
      );
      if (signal?.aborted) giveUp();
      else look();
    });
  } finally {
    for (const undo of cleanUp) undo();
  }
}

/** How many callers wait for jobs of a queue; for tests and for the log. */
export function countWaiters(queue: Queue): number {
  return [...(waitersOfQueue.get(queue)?.values() ?? [])].reduce((sum, looks) => sum + looks.size, 0);
}
