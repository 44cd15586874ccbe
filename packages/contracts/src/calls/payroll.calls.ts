import { PAYROLL_TYPE } from '../codes';
import * as MESSAGE from '../messages';
import { dayRange } from '../schema/fields';
import {
  type CheckedOf,
  day,
  either,
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
  when,
} from '../schema/schema';
import { MAX_PAYROLL_ROWS } from '../wire-payroll';
import { call, jobStarted, raw } from './call';
import { fileResult } from './payment-results.calls';
import { approval } from './payroll-approvals.calls';
import {
  affiliatesOr,
  isSo,
  jobOf,
  OUTCOMES,
  outcomeCounts,
  payeeFlags,
  paymentInfo,
  paymentState,
  paymentType,
  payrollPerson,
  payrollType,
  personOr0,
  progress,
  ROWS_LIMIT_BYTES,
  rowIDs,
  rowsQuery,
  runID,
  runState,
} from './payroll-fields';

/* Computing, executing and reporting payroll, and the runs that do it (docs/RULES.md, Payroll). Money in dollars. */

const payroll = { who: 'payroll' } as const;

const payrollQuery = object({
  payrollType: affiliatesOr,
  affID: when('payrollType', {
    is: PAYROLL_TYPE.operators,
    then: personOr0(MESSAGE.enterOperatorId),
    otherwise: personOr0(MESSAGE.enterAffiliateId),
  }),
  endDate: day({ texts: { any: MESSAGE.selectPayrollEndDate } }),
});
/** Which payroll, of whom (affID 0: everybody), through which day. */
export type PayrollQuery = CheckedOf<typeof payrollQuery>;

const row = object({
  ...payrollPerson,
  startPeriod: day(),
  endPeriod: day(),
  payoutAmount: number(),
  commission: number({ about: 'The person’s percentage now' }),
  paymentType,
  entries: number({ about: 'How many ledger entries the amount adds up' }),
  fingerprint: text({ about: 'Stands for what the row was computed from; execution sends it back' }),
  payrollID: optional(number({ about: 'The payment that it became, if it was executed since' })),
  ...payeeFlags,
});
export type PayrollRow = CheckedOf<typeof row>;

export const generatePayrollCall = call('GET /api/generate-payroll', {
  about: 'What is to be paid through a day; with Prefer: respond-async the job that computes it',
  ...payroll,
  sameSite: true,
  query: payrollQuery,
  answer: list(row),
  accepted: jobStarted,
  errors: ['conflict', 'not_found'],
});

export const reportRow = object({
  payrollID: number(),
  ...payrollPerson,
  startPeriod: day(),
  endPeriod: day(),
  amount: number(),
  paymentType,
  paymentInfo,
  dateCreated: instant(),
  commission: number(),
  entries: number({ about: 'How many ledger entries the amount adds up' }),
  createdBy: text(),
  state: paymentState,
  markedBy: optional(text({ about: 'Who marked it last' })),
  markedAt: optional(instant()),
  reason: optional(text({ about: 'Why it was marked' })),
  payFileID: optional(number({ about: 'The pay file that it is in' })),
});
/** A payment of a report. */
export type PayrollReportRow = CheckedOf<typeof reportRow>;
export type PayrollPerson = Pick<PayrollReportRow, keyof typeof payrollPerson>;

export const payrollReportCall = call('GET /api/generate-payroll-report', {
  about: 'Payments of a range of days, by payrollID; with Prefer: respond-async the job that collects them',
  ...payroll,
  sameSite: true,
  query: { payrollType: affiliatesOr, ...dayRange(MESSAGE.selectReportDates) },
  answer: list(reportRow),
  accepted: jobStarted,
  errors: ['conflict', 'not_found'],
});

const outcomeRow = object({
  ...payrollPerson,
  outcome: optional(
    oneOf(OUTCOMES, {
      about:
        'already: the same person and end date were executed before, this is that record; nothing: no payout above zero; changed: not the reviewed figure or account any more, now is the new one and nothing was paid; held: the account changed recently and the row was not chosen by itself; failed: reason says why; missing while it has not come to this person',
    }),
  ),
  payrollID: optional(number()),
  startPeriod: optional(day()),
  endPeriod: optional(day()),
  amount: optional(number()),
  paymentType: optional(paymentType),
  paymentInfo: optional(paymentInfo),
  now: optional(row),
  reason: optional(text()),
});
/** What became of one person of an execution (docs/RULES.md, Payroll "Execute"). */
export type ExecuteOutcomeRow = CheckedOf<typeof outcomeRow>;
export const outcomeRows = list(outcomeRow);

const executeBody = object(
  {
    rows: optional(
      list(object({ id: id(), fingerprint: optional(text({ max: 50 })) }), {
        min: 1,
        max: MAX_PAYROLL_ROWS,
        unique: 'id',
      }),
    ),
    run: optional(runID),
    except: optional(list(id(), rowIDs)),
    makeFiles: isSo({ about: 'Then has the pay files made of what was executed' }),
  },
  { without: ['rows', ['run', 'except']], with: ['except', 'run'] },
);
/** What was reviewed; empty, as docs/PRODUCT.md §7 has it: every row, or the person of the query. */
export type ExecutePayrollRequest = SentOf<typeof executeBody>;

export const executePayrollCall = call('POST /api/execute-payroll', {
  about:
    'Pays what was reviewed; answers what became of it, of one person the record. Where two people pay, 202 with the request that waits for the second one; with Prefer: respond-async the job that pays',
  ...payroll,
  confirm: 'second-factor',
  query: payrollQuery,
  body: executeBody,
  bodyLimit: ROWS_LIMIT_BYTES,
  answer: either(outcomeRows, outcomeRow),
  accepted: either(jobStarted, approval),
  errors: ['conflict', 'not_found'],
});

const preview = object({
  persons: number(),
  amount: number(),
  unknown: number({ about: 'Of them: of payment type Unknown' }),
  accountsChanged: number({ about: 'Of them: with an account that changed recently' }),
  outcomes: outcomeCounts,
});
export const payrollPreviewCall = call('POST /api/payroll-preview', {
  about: 'What the same call to execute-payroll would pay now; outcomes: those who would not be paid',
  ...payroll,
  query: payrollQuery,
  body: executeBody,
  bodyLimit: ROWS_LIMIT_BYTES,
  answer: preview,
  errors: ['not_found'],
});

export const payrollRun = object({
  id: text(),
  kind: oneOf(['generate', 'execute', 'request', 'report'], {
    about: 'request: an execution that a second person approves first; once completed it names the request',
  }),
  payrollType,
  startDate: optional(day({ about: 'Of reports' })),
  endDate: day(),
  personID: number({ about: '0: everybody' }),
  state: runState,
  progress,
  cancelling: flag({ about: 'Somebody asked for its end' }),
  rows: number(),
  amount: number(),
  accountsChanged: optional(number({ about: 'Of generations: rows whose account changed recently' })),
  accountsHeld: optional(number({ about: 'Those of them that all leaves out' })),
  heldAmount: optional(number({ about: 'Their sum' })),
  outcomes: outcomeCounts,
  requestedBy: text(),
  approvalID: optional(number()),
  createdAt: instant(),
  finishedAt: optional(instant()),
  error: optional(text()),
});
/** A generation, execution or report that the worker does. */
export type PayrollRun = CheckedOf<typeof payrollRun>;

export const payrollRunsCall = call('GET /api/payroll-runs', {
  about: 'Runs of the last days, the latest first',
  ...payroll,
  query: { payrollType: affiliatesOr },
  answer: list(payrollRun),
});
export const payrollRunCall = call('GET /api/payroll-runs/:id', {
  about: 'A run: what was asked of the worker, and how far it is',
  ...payroll,
  answer: payrollRun,
  errors: ['not_found'],
});
export const payrollRunRowsCall = call('GET /api/payroll-runs/:id/rows', {
  about: 'Rows of a run, as its kind has them; how many there are is in X-Total-Count',
  ...payroll,
  query: rowsQuery,
  answer: either(generatePayrollCall.answer, payrollReportCall.answer, outcomeRows),
  errors: ['not_found'],
});
export const payrollSpreadsheetCall = call('GET /api/payroll-runs/:id/spreadsheet', {
  about: 'A report as a spreadsheet',
  ...payroll,
  sameSite: true,
  answer: raw('application/vnd.ms-excel'),
  errors: ['invalid_input', 'not_found'],
});
export const cancelPayrollRunCall = call('DELETE /api/payroll-runs/:id', {
  about: 'Ends a run; what is paid already stays so',
  ...payroll,
  answer: payrollRun,
  errors: ['not_found'],
});

const job = jobOf(either(payrollRunRowsCall.answer, fileResult));
export type JobStatus = CheckedOf<typeof job>;
export const jobCall = call('GET /api/jobs/:id', {
  about: 'How a job stands, once it is completed with its result; for those who may follow it',
  who: 'signed-in',
  answer: job,
  errors: ['not_found'],
});
