import { type CheckedOf, code, flag, list, number, object, oneOf, optional, text } from '../schema/schema';
import { PAY_FILE_FORMATS } from '../wire-pay-files';
import { call, raw } from './call';

/* What a bank's return file and PayPal's results say of payments (docs/RULES.md, Payroll). Money in dollars. */

const format = oneOf(PAY_FILE_FORMATS);
const file = {
  who: 'payroll',
  body: raw('application/octet-stream'),
  errors: ['conflict', 'too_many_requests', 'unavailable'],
} as const;

const line = object({
  line: number({ about: 'Of the file, counted from 1' }),
  payrollID: number(),
  kind: code(['affiliate', 'staff']),
  personID: number(),
  name: text(),
  amount: number(),
  state: code(['paid', 'returned']),
  already: flag({ about: 'It is marked so already: nothing changes' }),
  reason: text(),
});
/** A payment that a line of the file marks. */
export type PaymentResultLine = CheckedOf<typeof line>;
const preview = object({
  format: code(PAY_FILE_FORMATS),
  digest: text({ about: 'Stands for all that is shown: sent back to confirm' }),
  results: list(line),
  notices: list(object({ line: number(), payrollID: optional(number()), reason: text() }), {
    about: 'Lines that mark nothing, and why',
  }),
  counts: object(
    { paid: number(), returned: number(), already: number(), notices: number() },
    { about: 'Of all lines, as the amounts' },
  ),
  paidAmount: number(),
  returnedAmount: number(),
});
export type PaymentResultsPreview = CheckedOf<typeof preview>;
export const previewResultsCall = call('POST /api/payment-results', {
  about: 'What the file in the body would mark',
  ...file,
  query: { format },
  answer: preview,
});

const outcome = object({
  paid: number(),
  returned: number(),
  already: number({ about: 'Marked so before' }),
  refused: list(object({ payrollID: number(), reason: text() }), {
    about: 'Somebody has marked them otherwise meanwhile',
  }),
});
export type PaymentResultsOutcome = CheckedOf<typeof outcome>;
export const markResultsCall = call('POST /api/payment-results/marks', {
  about: 'Marks payments as the same file says',
  ...file,
  confirm: 'second-factor',
  query: { format, digest: text({ max: 100 }) },
  answer: outcome,
});
