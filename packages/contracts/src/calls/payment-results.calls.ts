import * as s from '../schema/schema';
import { PAID_KINDS } from '../wire-accounts';
import { PAY_FILE_FORMATS } from '../wire-payroll';
import { call, jobStarted, raw } from './call';
import { jobOf } from './payroll-fields';

/* What a bank's return file and PayPal's results say of payments (docs/RULES.md, Payroll). Money in dollars. */

const format = s.oneOf(PAY_FILE_FORMATS);
const file = {
  who: 'payroll',
  body: raw('application/octet-stream'),
  accepted: jobStarted,
  errors: ['conflict', 'not_found', 'too_many_requests'],
} as const;

const line = s.object({
  line: s.number({ about: 'Of the file, counted from 1' }),
  payrollID: s.number(),
  kind: s.code(PAID_KINDS),
  personID: s.number(),
  name: s.text(),
  amount: s.number(),
  state: s.code(['paid', 'returned']),
  already: s.flag({ about: 'It is marked so already: nothing changes' }),
  reason: s.text(),
});
export type PaymentResultLine = s.CheckedOf<typeof line>;
const notice = s.object({
  line: s.number(),
  payrollID: s.optional(s.number()),
  kind: s.optional(s.code(PAID_KINDS)),
  personID: s.optional(s.number()),
  name: s.optional(s.text()),
  reason: s.text(),
});
const preview = s.object({
  format: s.code(PAY_FILE_FORMATS),
  digest: s.text({ about: 'Stands for all that is shown: sent back to confirm' }),
  results: s.list(line),
  notices: s.list(notice, { about: 'Lines that mark nothing, and why' }),
  counts: s.object(
    { paid: s.number(), returned: s.number(), already: s.number(), notices: s.number() },
    { about: 'Of all lines, as the amounts' },
  ),
  paidAmount: s.number(),
  returnedAmount: s.number(),
});
export type PaymentResultsPreview = s.CheckedOf<typeof preview>;
export const previewResultsCall = call('POST /api/payment-results', {
  about: 'What the file in the body would mark; with Prefer: respond-async the job that reads it',
  ...file,
  query: { format },
  answer: preview,
});

const outcome = s.object({
  paid: s.number(),
  returned: s.number(),
  already: s.number({ about: 'Marked so before' }),
  refused: s.list(s.object({ payrollID: s.number(), reason: s.text() }), {
    about: 'Somebody has marked them otherwise meanwhile: the first of them',
  }),
  refusedCount: s.number({ about: 'Of all that were refused' }),
});
export type PaymentResultsOutcome = s.CheckedOf<typeof outcome>;
export const markResultsCall = call('POST /api/payment-results/marks', {
  about: 'Marks payments as the same file says, or gives the job that does',
  ...file,
  confirm: 'second-factor',
  query: { format, digest: s.text({ max: 100 }) },
  answer: outcome,
});

export const fileResult = s.either(preview, outcome);
/** A job that reads a file: `GET /api/jobs/:id`. */
export const resultJob = jobOf(fileResult);
