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
  const sums = { paid: { count: 0, cents: 0 }, returned: { count: 0, cents: 0 } };
  let already = 0;
  for (const { state, already: isAlready, cents } of results) {
    if (isAlready) already += 1;
    else {
      sums[state].count += 1;
      sums[state].cents += cents;
    }
  }
  return {
    format,
    digest,
    results: results.slice(0, RESULT_LINES_SHOWN).map(({ cents, ...result }): PaymentResultLine => {
      const { kind = 'affiliate', personID = 0, name = '' } = payments.get(result.payrollID) ?? {};
      return { ...result, kind, personID, name, amount: dollarsOf(cents) };
    }),
    notices: notices.slice(0, RESULT_LINES_SHOWN),
    counts: {
      paid: sums.paid.count,
      returned: sums.returned.count,
      already,
      notices: notices.length,
    },
    paidAmount: dollarsOf(sums.paid.cents),
    returnedAmount: dollarsOf(sums.returned.cents),
  };
}
