import * as s from '../schema/schema';
import { PAY_FILE_FORMATS } from '../wire-payroll';
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

export const payFile = s.object({
  payFileID: s.number(),
  format: s.code(PAY_FILE_FORMATS),
  payrollType,
  state: s.code(['making', 'open', 'discarded'], {
    about: 'making: a job claims its payments; discarding it then ends that',
  }),
  progress: s.object(
    { done: s.number(), total: s.number() },
    { about: 'Payments looked at of payments asked for' },
  ),
  failure: s.optional(s.text({ about: 'Why its making ended without a file' })),
  approvalID: s.optional(s.number({ about: 'Its discarding waits for a second person' })),
  downloaded: s.flag({ about: 'It may have been sent: discarding it needs a reason that says it was not' }),
  life: s.list(
    s.object({
      step: s.code(['made', 'downloaded', 'marked', 'discarded'], {
        about: 'marked: the last mark of one of its payments',
      }),
      at: s.instant(),
      by: s.text(),
    }),
    { about: 'What became of it so far, oldest first' },
  ),
  lines: s.number(),
  amount: s.number(),
  leftOut: s.number({
    about: 'Lines that downloads leave out, because their payments are paid or returned by now',
  }),
  paid: s.optional(s.number({ about: 'Those of them that are paid; missing: none' })),
  parts: s.list(
    s.object({ number: s.number(), fileName: s.text(), lines: s.number(), downloaded: s.flag() }),
  ),
  excluded: s.list(s.object({ reason: s.text(), payments: s.number(), amount: s.number() }), {
    about: 'How many could not be in it, and why',
  }),
});
/** A pay file as it is listed. Exported is not paid. */
export type PayFile = s.CheckedOf<typeof payFile>;
export const payFilesCall = call('GET /api/pay-files', {
  about: 'Pay files, the latest first',
  ...payroll,
  query: { payrollType: affiliatesOr },
  answer: s.list(payFile),
});
export const exportPayFilesCall = call('GET /api/export-pay-files', {
  about: 'All pay files of a payroll type, the latest first, as a table; what is in them is no part of it',
  ...payroll,
  sameSite: true,
  query: { payrollType: affiliatesOr },
  answer: raw('text/csv'),
});

const request = s.object(
  {
    payrollType,
    format: s.oneOf(PAY_FILE_FORMATS),
    payrollIDs: s.optional(s.list(s.id(), { ...rowIDs, min: 1 })),
    run: s.optional(runID),
    except: s.optional(s.list(s.id(), rowIDs)),
    endDate: s.optional(s.day({ about: 'All of this payroll that such a file can hold and none does' })),
  },
  { oneOf: ['payrollIDs', 'run', 'endDate'], with: ['except', 'run'] },
);
export type PayFileRequest = s.SentOf<typeof request>;
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

const excluded = s.object({
  payrollID: s.number(),
  personID: s.number(),
  name: s.text(),
  amount: s.number(),
  reason: s.text(),
});
export type ExcludedPayFilePayment = s.CheckedOf<typeof excluded>;
export const excludedPaymentsCall = call('GET /api/pay-files/:id/excluded', {
  about: 'Payments that could not be in a pay file; how many there are is in X-Total-Count',
  ...payroll,
  query: { page },
  answer: s.list(excluded),
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
