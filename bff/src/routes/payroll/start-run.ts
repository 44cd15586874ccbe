import { setTimeout as delay } from 'node:timers/promises';
import { AppError, MESSAGE } from '@partnerdesk/contracts';
import { findRun, type OpenRunInput, openRun, type PayrollRunRecord } from '@partnerdesk/domain';
import { enqueue, type Queue, waitForJob } from '@partnerdesk/queues';
import type { Ctx } from '../../context';
import type { RouteDeps } from '../route-deps';

/** Longer than any payroll should take; a proxy in between must not give up sooner. */
const WAIT_MS = 120_000;
const LOOK_AGAIN_MS = 1000;

/** Stores a run and has the worker do it; the same question while it is under way is the same run. */
export async function startRun({ queues }: RouteDeps, input: OpenRunInput): Promise<PayrollRunRecord> {
  const run = await openRun(input);
  const job = `${run.kind}-payroll` as const;
  await enqueue(queues.payroll, job, { runID: run._id }, { jobId: run._id });
  return run;
}

/** Asked with `Prefer: respond-async` it answers 202 and where to follow the run. @returns whether it did */
export function answeredAsync(ctx: Ctx, { _id: id }: PayrollRunRecord): boolean {
  ctx.vary('Prefer');
  if (!/(^|[,\s])respond-async\b/i.test(ctx.get('prefer'))) return false;
  ctx.status = 202;
  ctx.set('Location', `/api/jobs/${id}`);
  ctx.set('Preference-Applied', 'respond-async');
  ctx.body = { id };
  return true;
}

/**
 * Waits until a run is done; stops waiting when the caller goes away, the run goes on.
 * @throws AppError unavailable after two minutes; conflict when it failed or was cancelled
 */
export async function waitForRun(ctx: Ctx, queue: Queue, runID: string): Promise<PayrollRunRecord> {
  const gone = new AbortController();
  ctx.res.once('close', () => gone.abort());
  const deadline = Date.now() + WAIT_MS;
  while (Date.now() < deadline && !gone.signal.aborted) {
    const run = await findRun(runID);
    if (!run) break;
    if (run.state === 'completed') return run;
    if (run.state === 'failed') throw new AppError('conflict', run.error ?? MESSAGE.genericError);
    if (run.state === 'cancelled') throw new AppError('conflict', 'It was cancelled');
    await lookAgain(queue, runID, gone.signal);
  }
  throw new AppError('unavailable', MESSAGE.genericError);
}

/** Resolves as soon as the job ends, or after a second: the queue may have lost it, the database has not. */
async function lookAgain(queue: Queue, runID: string, signal: AbortSignal): Promise<void> {
  const asked = Date.now();
  await waitForJob(queue, runID, { timeoutMs: LOOK_AGAIN_MS, signal }).catch(() => undefined);
  // An answer at once that is not the run's end: don't ask in a tight circle.
  if (Date.now() - asked < 20) await delay(100);
}
