import {
  dollarsOf,
  type PayFileFormat,
  type PaymentResultLine,
  type PaymentResultsPreview,
  RESULT_LINES_SHOWN,
} from '@partnerdesk/contracts';
import type { ReadResults } from '@partnerdesk/domain';

/** What a file would mark: its first lines, and figures of all of them. */
export function presentResults(format: PayFileFormat, read: ReadResults): PaymentResultsPreview {
  const { digest, results, notices, payments } = read;
  const fresh = (state: string) => results.filter((result) => result.state === state && !result.already);
  const sum = (list: typeof results) => dollarsOf(list.reduce((cents, each) => cents + each.cents, 0));
  const [paid, returned] = [fresh('paid'), fresh('returned')];
  return {
    format,
    digest,
    results: results.slice(0, RESULT_LINES_SHOWN).map(({ cents, ...result }): PaymentResultLine => {
      const { kind = 'affiliate', personID = 0, name = '' } = payments.get(result.payrollID) ?? {};
      return { ...result, kind, personID, name, amount: dollarsOf(cents) };
    }),
    notices: notices.slice(0, RESULT_LINES_SHOWN),
    counts: {
      paid: paid.length,
      returned: returned.length,
      already: results.length - paid.length - returned.length,
      notices: notices.length,
    },
    paidAmount: sum(paid),
    returnedAmount: sum(returned),
  };
}
