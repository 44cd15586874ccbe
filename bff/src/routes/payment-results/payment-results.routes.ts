import {
  AppError,
  dollarsOf,
  type JobStatus,
  MAX_RESULT_FILE_BYTES,
  MESSAGE,
  markResultsCall,
  type PayFileFormat,
  type PaymentResultLine,
  type PaymentResultsPreview,
  previewResultsCall,
} from '@partnerdesk/contracts';
import { findResultRun, openResultRun, payeesOfResults, type ResultRunRecord } from '@partnerdesk/domain';
import { Gate } from '@partnerdesk/node';
import { enqueue } from '@partnerdesk/queues';
import { accepted } from '../../calls/handle';
import { auditedBy, type Ctx, principalOf } from '../../context';
import { readBytes } from '../../middleware/read-body';
import { waitForEnd, wantsLater } from '../payroll/payroll-runs.routes';
import type { AddRoutes } from '../route-deps';

/** Files that a server takes in at once: each is in memory until it is stored. */
const AT_ONCE = 2;
const MAX_WAITING = 10;

/** A bank's return file and PayPal's results: shown first, then confirmed with the same file. The worker reads them. */
export const addPaymentResultRoutes: AddRoutes = ({ handle }, deps) => {
  const { env, limiter, storage, queues } = deps;
  const gate = new Gate({
    atOnce: AT_ONCE,
    maxWaiting: MAX_WAITING,
    refusal: () => new AppError('unavailable', MESSAGE.genericError),
  });
  const senders = new Set<number>();

  /** Takes in the body as a file, one of each person at a time, so that nobody takes the places of others. */
  async function takeFile(ctx: Ctx, format: PayFileFormat, digest?: string): Promise<ResultRunRecord> {
    const { id } = principalOf(ctx);
    await limiter.countOrThrow(ctx, 'resultFilePerson', String(id));
    if (senders.has(id)) throw new AppError('too_many_requests', 'Your last file is still being read');
    senders.add(id);
    const by = auditedBy(ctx);
    try {
      return await gate.run(async () => {
        const bytes = await readBytes(ctx, MAX_RESULT_FILE_BYTES);
        return openResultRun(storage, { format, settings: env.ach, ...(digest && { digest }), by, bytes });
      });
    } finally {
      senders.delete(id);
    }
  }

  async function answer<Result>(
    ctx: Ctx,
    run: ResultRunRecord,
    resultOf: (ended: ResultRunRecord) => Result | undefined | Promise<Result | undefined>,
  ) {
    await enqueue(queues.payroll, 'read-payment-results', { runID: run._id });
    if (wantsLater(ctx, run)) return accepted({ id: run._id });
    const ended = await waitForEnd(ctx, () => findEnded(run._id));
    if (ended.refusal) throw new AppError(ended.refusal.code, ended.refusal.message, ended.refusal.fields);
    const result = await resultOf(ended);
    if (!result) throw new Error(`Run ${run._id} has ended without what it was asked for`);
    return result;
  }

  handle(previewResultsCall, async ({ ctx, query }) =>
    answer(ctx, await takeFile(ctx, query.format), presentResultPreview),
  );

  handle(markResultsCall, async ({ ctx, query }) =>
    answer(ctx, await takeFile(ctx, query.format, query.digest), ({ outcome }) => outcome),
  );
};

/** @returns undefined while the run is open @throws AppError not_found */
async function findEnded(runID: string): Promise<ResultRunRecord | undefined> {
  const run = await findResultRun(runID);
  if (!run) throw new AppError('not_found', 'There is no such run (any more)');
  return run.state === 'completed' || run.state === 'failed' ? run : undefined;
}

/** What a file that is read would mark; undefined before its end, and of a run that marks. */
async function presentResultPreview({
  format,
  preview,
}: ResultRunRecord): Promise<PaymentResultsPreview | undefined> {
  if (!preview) return undefined;
  const { results, notices, paidCents, returnedCents, ...rest } = preview;
  const payees = await payeesOfResults(preview);
  return {
    format,
    ...rest,
    results: results.map(({ cents, ...result }): PaymentResultLine => {
      const { kind = 'affiliate', personID = 0, name = '' } = payees.get(result.payrollID) ?? {};
      return { ...result, kind, personID, name, amount: dollarsOf(cents) };
    }),
    notices: notices.map((notice) => {
      const payee = payees.get(notice.payrollID);
      return payee ? { ...notice, kind: payee.kind, personID: payee.personID, name: payee.name } : notice;
    }),
    paidAmount: dollarsOf(paidCents),
    returnedAmount: dollarsOf(returnedCents),
  };
}

/** How far the reading of a file is, with its answer once there is one. */
export async function presentResultJob(run: ResultRunRecord): Promise<JobStatus> {
  const { _id: id, state, done, total, refusal, outcome } = run;
  const result = (await presentResultPreview(run)) ?? outcome;
  return {
    id,
    state,
    progress: { done, total },
    ...(result && { result }),
    ...(refusal && { error: refusal.message }),
  };
}
