import {
  type CheckedOf,
  code,
  either,
  flag,
  list,
  number,
  object,
  oneOf,
  optional,
  text,
} from '../schema/schema';
import { PAID_KINDS } from '../wire-accounts';
import { PAY_FILE_FORMATS } from '../wire-pay-files';
import { call, jobStarted, raw } from './call';
import { jobOf } from './payroll-fields';

/* What a bank's return file and PayPal's results say of payments (docs/RULES.md, Payroll). Money in dollars. */

const format = oneOf(PAY_FILE_FORMATS);
const file = {
  who: 'payroll',
  body: raw('application/octet-stream'),
  accepted: jobStarted,
  errors: ['conflict', 'not_found', 'too_many_requests'],
} as const;

const line = object({
  line: number({ about: 'Of the file, counted from 1' }),
  payrollID: number(),
  kind: code(PAID_KINDS),
  personID: number(),
  name: text(),
  amount: number(),
  state: code(['paid', 'returned']),
  already: flag({ about: 'It is marked so already: nothing changes' }),
  reason: text(),
});
/** A payment that a line of the file marks. */
export type PaymentResultLine = CheckedOf<typeof line>;
const notice = object({
  line: number(),
  payrollID: optional(number()),
  kind: optional(code(PAID_KINDS)),
  personID: optional(number()),
  name: optional(text()),
  reason: text(),
});
const preview = object({
  format: code(PAY_FILE_FORMATS),
  digest: text({ about: 'Stands for all that is shown: sent back to confirm' }),
  results: list(line),
  notices: list(notice, { about: 'Lines that mark nothing, and why' }),
  counts: object(
    { paid: number(), returned: number(), already: number(), notices: number() },
    { about: 'Of all lines, as the amounts' },
  ),
  paidAmount: number(),
  returnedAmount: number(),
});
export type PaymentResultsPreview = CheckedOf<typeof preview>;
export const previewResultsCall = call('POST /api/payment-results', {
  about: 'What the file in the body would mark; with Prefer: respond-async the job that reads it',
  ...file,
  query: { format },
  answer: preview,
});

const outcome = object({
  paid: number(),
  returned: number(),
  already: number({ about: 'Marked so before' }),
  refused: list(object({ payrollID: number(), reason: text() }), {
    about: 'Somebody has marked them otherwise meanwhile: the first of them',
  }),
  refusedCount: number({ about: 'Of all that were refused' }),
});
export type PaymentResultsOutcome = CheckedOf<typeof outcome>;
export const markResultsCall = call('POST /api/payment-results/marks', {
  about: 'Marks payments as the same file says, or gives the job that does',
  ...file,
  confirm: 'second-factor',
  query: { format, digest: text({ max: 100 }) },
  answer: outcome,
});

/** What comes of a file. */
export const fileResult = either(preview, outcome);
/** A job that reads a file: `GET /api/jobs/:id`. */
export const resultJob = jobOf(fileResult);
