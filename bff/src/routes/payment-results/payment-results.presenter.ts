import {
  dollarsOf,
  type JobStatus,
  type PaymentResultLine,
  type PaymentResultsPreview,
} from '@partnerdesk/contracts';
import { payeesOfResults, type ResultRunRecord } from '@partnerdesk/domain';

/** What a file that is read would mark; undefined before its end, and of a run that marks. */
export async function presentResultPreview({
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
    state: state === 'arriving' ? 'waiting' : state,
    progress: { done, total },
    ...(result && { result }),
    ...(refusal && { error: refusal.message }),
  };
}
