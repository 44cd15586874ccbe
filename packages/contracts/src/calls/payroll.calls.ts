import { PAYROLL_TYPE } from '../codes';
import * as MESSAGE from '../messages';
import { dayRange } from '../schema/fields';
import * as s from '../schema/schema';
import { MAX_PAYROLL_ROWS } from '../wire-payroll';
import { call, jobStarted, raw } from './call';
import { fileResult } from './payment-results.calls';
import { approval } from './payroll-approvals.calls';
import {
  affiliatesOr,
  isSo,
  jobOf,
  namedPersonOr0,
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

const payrollOf = <Person extends s.AnySchema>(person: (problem: string) => Person) =>
  s.object({
    payrollType: affiliatesOr,
    affID: s.when('payrollType', {
      is: PAYROLL_TYPE.operators,
      then: person(MESSAGE.enterOperatorId),
      otherwise: person(MESSAGE.enterAffiliateId),
    }),
    endDate: s.day({ texts: { any: MESSAGE.selectPayrollEndDate } }),
  });
const payrollQuery = payrollOf(personOr0);
const executeQuery = payrollOf(namedPersonOr0);
/** Which payroll, of whom (affID 0: everybody), through which day. */
export type PayrollQuery = s.CheckedOf<typeof payrollQuery>;

const row = s.object({
  ...payrollPerson,
  startPeriod: s.day(),
  endPeriod: s.day(),
  payoutAmount: s.number(),
  commission: s.number({ about: 'The person’s percentage now' }),
  paymentType,
  entries: s.number({ about: 'How many ledger entries the amount adds up' }),
  fingerprint: s.text({ about: 'Stands for what the row was computed from; execution sends it back' }),
  payrollID: s.optional(s.number({ about: 'The payment that it became, if it was executed since' })),
  ...payeeFlags,
});
export type PayrollRow = s.CheckedOf<typeof row>;

export const generatePayrollCall = call('GET /api/generate-payroll', {
  about: 'What is to be paid through a day; with Prefer: respond-async the job that computes it',
  ...payroll,
  sameSite: true,
  query: payrollQuery,
  answer: s.list(row),
  accepted: jobStarted,
  errors: ['conflict', 'not_found'],
});

export const reportRow = s.object({
  payrollID: s.number(),
  ...payrollPerson,
  startPeriod: s.day(),
  endPeriod: s.day(),
  amount: s.number(),
  paymentType,
  paymentInfo,
  dateCreated: s.instant(),
  commission: s.number(),
  entries: s.number({ about: 'How many ledger entries the amount adds up' }),
  createdBy: s.text(),
  state: paymentState,
  markedBy: s.optional(s.text({ about: 'Who marked it last' })),
  markedAt: s.optional(s.instant()),
  reason: s.optional(s.text({ about: 'Why it was marked' })),
  payFileID: s.optional(s.number({ about: 'The pay file that it is in' })),
});
export type PayrollReportRow = s.CheckedOf<typeof reportRow>;
export type PayrollPerson = Pick<PayrollReportRow, keyof typeof payrollPerson>;

export const payrollReportCall = call('GET /api/generate-payroll-report', {
  about: 'Payments of a range of days, by payrollID; with Prefer: respond-async the job that collects them',
  ...payroll,
  sameSite: true,
  query: { payrollType: affiliatesOr, ...dayRange(MESSAGE.selectReportDates) },
  answer: s.list(reportRow),
  accepted: jobStarted,
  errors: ['conflict', 'not_found'],
});

const outcomeRow = s.object({
  ...payrollPerson,
  outcome: s.optional(
    s.oneOf(OUTCOMES, {
      about:
        'already: the same person and end date were executed before, this is that record; nothing: no payout above zero; changed: not the reviewed figure or account any more, now is the new one and nothing was paid; held: the account changed recently and the row was not chosen by itself; failed: reason says why; missing while it has not come to this person',
    }),
  ),
  payrollID: s.optional(s.number()),
  startPeriod: s.optional(s.day()),
  endPeriod: s.optional(s.day()),
  amount: s.optional(s.number()),
  paymentType: s.optional(paymentType),
  paymentInfo: s.optional(paymentInfo),
  now: s.optional(row),
  reason: s.optional(s.text()),
});
/** What became of one person of an execution (docs/RULES.md, Payroll "Execute"). */
export type ExecuteOutcomeRow = s.CheckedOf<typeof outcomeRow>;
export const outcomeRows = s.list(outcomeRow);

const executeBody = s.object(
  {
    rows: s.optional(
      s.list(s.object({ id: s.id(), fingerprint: s.optional(s.text({ max: 50 })) }), {
        min: 1,
        max: MAX_PAYROLL_ROWS,
        unique: 'id',
      }),
    ),
    run: s.optional(runID),
    except: s.optional(s.list(s.id(), rowIDs)),
    makeFiles: isSo({ about: 'Then has the pay files made of what was executed' }),
  },
  { without: ['rows', ['run', 'except']], with: ['except', 'run'] },
);
/** What was reviewed; empty, as docs/PRODUCT.md §7 has it: every row, or the person of the query. */
export type ExecutePayrollRequest = s.SentOf<typeof executeBody>;

export const executePayrollCall = call('POST /api/execute-payroll', {
  about:
    'Pays what was reviewed; answers what became of it, of one person the record. Where two people pay, 202 with the request that waits for the second one; with Prefer: respond-async the job that pays',
  ...payroll,
  confirm: 'second-factor',
  query: executeQuery,
  body: executeBody,
  bodyLimit: ROWS_LIMIT_BYTES,
  answer: s.either(outcomeRows, outcomeRow),
  accepted: s.either(jobStarted, approval),
  errors: ['conflict', 'not_found'],
});

const preview = s.object({
  persons: s.number(),
  amount: s.number(),
  unknown: s.number({ about: 'Of them: of payment type Unknown' }),
  accountsChanged: s.number({ about: 'Of them: with an account that changed recently' }),
  outcomes: outcomeCounts,
});
export const payrollPreviewCall = call('POST /api/payroll-preview', {
  about: 'What the same call to execute-payroll would pay now; outcomes: those who would not be paid',
  ...payroll,
  query: executeQuery,
  body: executeBody,
  bodyLimit: ROWS_LIMIT_BYTES,
  answer: preview,
  errors: ['not_found'],
});

export const payrollRun = s.object({
  id: s.text(),
  kind: s.oneOf(['generate', 'execute', 'request', 'report'], {
    about: 'request: an execution that a second person approves first; once completed it names the request',
  }),
  payrollType,
  startDate: s.optional(s.day({ about: 'Of reports' })),
  endDate: s.day(),
  personID: s.number({ about: '0: everybody' }),
  state: runState,
  progress,
  cancelling: s.flag({ about: 'Somebody asked for its end' }),
  rows: s.number(),
  amount: s.number(),
  accountsChanged: s.optional(s.number({ about: 'Of generations: rows whose account changed recently' })),
  accountsHeld: s.optional(s.number({ about: 'Those of them that all leaves out' })),
  heldAmount: s.optional(s.number({ about: 'Their sum' })),
  outcomes: outcomeCounts,
  requestedBy: s.text(),
  approvalID: s.optional(s.number()),
  createdAt: s.instant(),
  finishedAt: s.optional(s.instant()),
  error: s.optional(s.text()),
});
/** A generation, execution or report that the worker does. */
export type PayrollRun = s.CheckedOf<typeof payrollRun>;

export const payrollRunsCall = call('GET /api/payroll-runs', {
  about: 'Runs of the last days, the latest first',
  ...payroll,
  query: { payrollType: affiliatesOr },
  answer: s.list(payrollRun),
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
  answer: s.either(generatePayrollCall.answer, payrollReportCall.answer, outcomeRows),
  errors: ['not_found'],
});
export const payrollSpreadsheetCall = call('GET /api/payroll-runs/:id/spreadsheet', {
  about: 'A report as a spreadsheet',
  ...payroll,
  sameSite: true,
  answer: raw('application/vnd.ms-excel'),
  errors: ['invalid_input', 'not_found', 'conflict'],
});
export const cancelPayrollRunCall = call('DELETE /api/payroll-runs/:id', {
  about: 'Ends a run; what is paid already stays so',
  ...payroll,
  answer: payrollRun,
  errors: ['not_found'],
});

const job = jobOf(s.either(payrollRunRowsCall.answer, fileResult));
export type JobStatus = s.CheckedOf<typeof job>;
export const jobCall = call('GET /api/jobs/:id', {
  about: 'How a job stands, once it is completed with its result; for those who may follow it',
  who: 'signed-in',
  answer: job,
  errors: ['not_found'],
});
