import { AppError, MESSAGE } from '@partnerdesk/contracts';
import {
  findRunOrThrow,
  hasEnded,
  type OpenRunInput,
  openRun,
  type PayrollRunRecord,
} from '@partnerdesk/domain';
import { enqueueRun } from '@partnerdesk/queues';
import type { Ctx } from '../../context';
import type { RouteDeps } from '../route-deps';

/** Longer than any payroll should take; a proxy in between must not give up sooner. */
const WAIT_MS = 120_000;

/** Stores a run and has the worker do it; the same question while it is under way is the same run. */
export async function startRun({ queues }: RouteDeps, input: OpenRunInput): Promise<PayrollRunRecord> {
  const run = await openRun(input);
  await enqueueRun(queues.payroll, run);
  return run;
}

/** Whether the call asks with `Prefer: respond-async` to be answered at once; says then where to follow the run. */
export function wantsLater(ctx: Ctx, { _id: id }: { _id: string }): boolean {
  ctx.vary('Prefer');
  if (!/(^|[,\s])respond-async\b/i.test(ctx.get('prefer'))) return false;
  ctx.set('Location', `/api/jobs/${id}`);
  ctx.set('Preference-Applied', 'respond-async');
  return true;
}

/**
 * Waits until a run has ended; stops waiting when the caller goes away, while the run goes on.
 * @param findEnded undefined while the run is open
 * @throws AppError unavailable after two minutes
 */
export async function waitForEnd<Run>(
  ctx: Ctx,
  { runEnds }: RouteDeps,
  runID: string,
  findEnded: () => Promise<Run | undefined>,
): Promise<Run> {
  const gone = new AbortController();
  ctx.res.once('close', () => gone.abort());
  const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(WAIT_MS)]);
  const run = await runEnds.waitFor(runID, findEnded, signal);
  if (!run) throw new AppError('unavailable', MESSAGE.genericError);
  return run;
}

/** As waitForEnd, for a payroll run. @throws AppError not_found; conflict when it failed or was cancelled */
export async function waitForRun(ctx: Ctx, deps: RouteDeps, runID: string): Promise<PayrollRunRecord> {
  const run = await waitForEnd(ctx, deps, runID, async () => {
    const found = await findRunOrThrow(runID);
    return hasEnded(found) ? found : undefined;
  });
  if (run.state === 'failed') throw new AppError('conflict', run.error ?? MESSAGE.genericError);
  if (run.state === 'cancelled') throw new AppError('conflict', 'It was cancelled');
  return run;
}
