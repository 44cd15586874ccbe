import {
  type CheckedOf,
  code,
  day,
  flag,
  id,
  instant,
  list,
  number,
  object,
  oneOf,
  optional,
  type SentOf,
  text,
} from '../schema/schema';
import { PAY_FILE_FORMATS } from '../wire-pay-files';
import { call, raw } from './call';
import {
  affiliatesOr,
  maybeReason,
  page,
  payrollType,
  ROWS_LIMIT_BYTES,
  rowIDs,
  runID,
} from './payroll-fields';

/* Files for the bank and for PayPal, and what those answer (docs/RULES.md, Payroll). Money in dollars. */

const payroll = { who: 'payroll' } as const;
const askedAgain = { ...payroll, confirm: 'second-factor' } as const;

export const payFile = object({
  payFileID: number(),
  format: code(PAY_FILE_FORMATS),
  payrollType,
  state: code(['making', 'open', 'discarded'], {
    about: 'making: a job claims its payments; discarding it then ends that',
  }),
  progress: object(
    { done: number(), total: number() },
    { about: 'Payments looked at of payments asked for' },
  ),
  failure: optional(text({ about: 'Why its making ended without a file' })),
  approvalID: optional(number({ about: 'Its discarding waits for a second person' })),
  downloaded: flag({ about: 'It may have been sent: discarding it needs a reason that says it was not' }),
  life: list(
    object({
      step: code(['made', 'downloaded', 'marked', 'discarded'], {
        about: 'marked: the last mark of one of its payments',
      }),
      at: instant(),
      by: text(),
    }),
    { about: 'What became of it so far, oldest first' },
  ),
  lines: number(),
  amount: number(),
  leftOut: number({
    about: 'Lines that downloads leave out, because their payments are paid or returned by now',
  }),
  paid: optional(number({ about: 'Those of them that are paid; missing: none' })),
  parts: list(object({ number: number(), fileName: text(), lines: number(), downloaded: flag() })),
  excluded: list(object({ reason: text(), payments: number(), amount: number() }), {
    about: 'How many could not be in it, and why',
  }),
});
/** A pay file as it is listed. Exported is not paid. */
export type PayFile = CheckedOf<typeof payFile>;
export const payFilesCall = call('GET /api/pay-files', {
  about: 'Pay files, the latest first',
  ...payroll,
  query: { payrollType: affiliatesOr },
  answer: list(payFile),
});
export const exportPayFilesCall = call('GET /api/export-pay-files', {
  about: 'All pay files of a payroll type, the latest first, as a table; what is in them is no part of it',
  ...payroll,
  sameSite: true,
  query: { payrollType: affiliatesOr },
  answer: raw('text/csv'),
});

const request = object(
  {
    payrollType,
    format: oneOf(PAY_FILE_FORMATS),
    payrollIDs: optional(list(id(), { ...rowIDs, min: 1 })),
    run: optional(runID),
    except: optional(list(id(), rowIDs)),
    endDate: optional(day({ about: 'All of this payroll that such a file can hold and none does' })),
  },
  { oneOf: ['payrollIDs', 'run', 'endDate'], with: ['except', 'run'] },
);
export type PayFileRequest = SentOf<typeof request>;
export const makePayFileCall = call('POST /api/pay-files', {
  about: 'Has a job make a pay file; answers the file as it is so far',
  ...askedAgain,
  body: request,
  bodyLimit: ROWS_LIMIT_BYTES,
  answer: payFile,
  status: 202,
  errors: ['conflict', 'not_found'],
});
export const payFilePartCall = call('GET /api/pay-files/:id/parts/:number', {
  about: 'A file to send; X-Left-Out: how many lines are left out by now',
  ...askedAgain,
  sameSite: true,
  answer: raw('text/plain'),
  errors: ['conflict', 'not_found'],
});

const excluded = object({
  payrollID: number(),
  personID: number(),
  name: text(),
  amount: number(),
  reason: text(),
});
/** A payment that could not be in a pay file. */
export type ExcludedPayFilePayment = CheckedOf<typeof excluded>;
export const excludedPaymentsCall = call('GET /api/pay-files/:id/excluded', {
  about: 'Payments that could not be in a pay file; how many there are is in X-Total-Count',
  ...payroll,
  query: { page },
  answer: list(excluded),
  errors: ['not_found'],
});
export const discardPayFileCall = call('DELETE /api/pay-files/:id', {
  about: 'Discards a pay file, or asks a second person to: 202',
  ...askedAgain,
  body: { reason: maybeReason },
  answer: payFile,
  accepted: payFile,
  errors: ['conflict', 'not_found'],
});
