import {
  dollarsOf,
  type JobStatus,
  type PaymentResultLine,
  type PaymentResultsOutcome,
  type PaymentResultsPreview,
} from '@partnerdesk/contracts';
import { payeesOfResults, type ResultRunRecord } from '@partnerdesk/domain';

/** What a file that is read would mark, or what became of marking it; undefined before its end. */
export async function presentResultRun({
  format,
  preview,
  outcome,
}: ResultRunRecord): Promise<PaymentResultsPreview | PaymentResultsOutcome | undefined> {
  if (!preview) return outcome;
  const { results, paidCents, returnedCents, ...rest } = preview;
  const payees = await payeesOfResults(results);
  return {
    format,
    ...rest,
    results: results.map(({ cents, ...result }): PaymentResultLine => {
      const { kind = 'affiliate', personID = 0, name = '' } = payees.get(result.payrollID) ?? {};
      return { ...result, kind, personID, name, amount: dollarsOf(cents) };
    }),
    paidAmount: dollarsOf(paidCents),
    returnedAmount: dollarsOf(returnedCents),
  };
}

/** How far the reading of a file is, with its answer once there is one. */
export async function presentResultJob(run: ResultRunRecord): Promise<JobStatus> {
  const { _id: id, state, done, total, refusal } = run;
  const result = await presentResultRun(run);
  return {
    id,
    state: state === 'arriving' ? 'waiting' : state,
    progress: { done, total },
    ...(result && { result }),
    ...(refusal && { error: refusal.message }),
  };
}
