import {
  type CheckedOf,
  code,
  day,
  flag,
  instant,
  list,
  number,
  object,
  optional,
  text,
} from '../schema/schema';
import { PAY_FILE_FORMATS } from '../wire-pay-files';
import { call } from './call';
import { payFile } from './pay-files.calls';
import { paymentsSum, payrollProgress, sumsByState } from './payments.calls';
import { payrollRun } from './payroll.calls';
import { affiliatesOr, payrollPerson } from './payroll-fields';

/* A payroll as one page shows it (docs/RULES.md, Payroll "One page"). Money in dollars. */

const payroll = { who: 'payroll' } as const;

const period = {
  startDate: day(),
  endDate: day(),
  dueDate: day({ about: 'The last day on which to pay it' }),
};

const event = object({
  step: code([
    ...(['requested', 'approved', 'declined', 'expired', 'executed'] as const),
    ...(['file-made', 'file-downloaded', 'file-discarded', 'paid', 'returned'] as const),
  ]),
  at: instant(),
  by: text(),
  payments: optional(number()),
  amount: optional(number()),
  approvalID: optional(number()),
  payFileID: optional(number()),
  format: optional(code(PAY_FILE_FORMATS)),
  reason: optional(text()),
});
/** Who did what to a payroll, and when. */
export type PayrollEvent = CheckedOf<typeof event>;

const overview = object({
  ...period,
  overdue: flag(),
  progress: payrollProgress,
  unfiled: object(
    { nacha: paymentsSum, paypal: paymentsSum, unknown: paymentsSum },
    { about: 'Executed and in no file, by the file that can hold them; unknown: none can' },
  ),
  files: list(payFile, { about: 'Of payments of this payroll, newest first' }),
  returned: list(
    object({ payrollID: number(), ...payrollPerson, amount: number(), at: instant(), reason: text() }),
    { about: 'The latest that came back' },
  ),
  owed: object(
    {
      people: number(),
      amount: number(),
      largest: list(object({ ...payrollPerson, amount: number() })),
    },
    { about: 'Balances below zero: they carry over' },
  ),
  course: list(event, { about: 'Latest first' }),
});
export type PayrollOverview = CheckedOf<typeof overview>;
export const payrollOverviewCall = call('GET /api/payroll-overview', {
  about:
    'The payroll whose period has this day, without a day the current one: how far it is, its files, who did what',
  ...payroll,
  query: { payrollType: affiliatesOr, endDate: optional(day()) },
  answer: overview,
});

const past = object({ ...period, ...sumsByState });
export type PastPayroll = CheckedOf<typeof past>;
export const pastPayrollsCall = call('GET /api/past-payrolls', {
  about: 'Payrolls of the latest periods of which something was executed, newest first',
  ...payroll,
  query: { payrollType: affiliatesOr },
  answer: list(past),
});

const pulse = object({
  version: text({ about: 'Another one whenever something became of payments, files, requests or runs' }),
  runs: list(payrollRun, { about: 'Under way, newest first; not the reports' }),
});
export type PayrollPulse = CheckedOf<typeof pulse>;
export const payrollPulseCall = call('GET /api/payroll-pulse', {
  about: 'Whether a payroll moves, for pages that follow it',
  ...payroll,
  query: { payrollType: affiliatesOr },
  answer: pulse,
});
