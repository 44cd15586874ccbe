import * as s from '../schema/schema';
import { PAY_FILE_FORMATS } from '../wire-payroll';
import { call } from './call';
import { payFile } from './pay-files.calls';
import { paymentsSum, payrollProgress, sumsByState } from './payments.calls';
import { payrollRun } from './payroll.calls';
import { affiliatesOr, payrollPerson } from './payroll-fields';

/* A payroll as one page shows it (docs/RULES.md, Payroll "One page"). Money in dollars. */

const payroll = { who: 'payroll' } as const;

const period = {
  startDate: s.day(),
  endDate: s.day(),
  dueDate: s.day({ about: 'The last day on which to pay it' }),
};

const event = s.object({
  step: s.code([
    ...(['requested', 'approved', 'declined', 'expired', 'executed'] as const),
    ...(['file-made', 'file-downloaded', 'file-discarded', 'paid', 'returned'] as const),
  ]),
  at: s.instant(),
  by: s.text(),
  payments: s.optional(s.number()),
  amount: s.optional(s.number()),
  approvalID: s.optional(s.number()),
  payFileID: s.optional(s.number()),
  format: s.optional(s.code(PAY_FILE_FORMATS)),
  reason: s.optional(s.text()),
});
/** Who did what to a payroll, and when. */
export type PayrollEvent = s.CheckedOf<typeof event>;

const overview = s.object({
  ...period,
  overdue: s.flag(),
  progress: payrollProgress,
  earlier: s.optional(
    s.object(paymentsSum.fields, {
      about: 'Open through the end of the period before, so that its payroll has it, too; missing: nothing',
    }),
  ),
  unfiled: s.object(
    { nacha: paymentsSum, paypal: paymentsSum, unknown: paymentsSum },
    { about: 'Executed and in no file, by the file that can hold them; unknown: none can' },
  ),
  files: s.list(payFile, { about: 'Of payments of this payroll, newest first' }),
  returned: s.list(
    s.object({
      payrollID: s.number(),
      ...payrollPerson,
      amount: s.number(),
      at: s.instant(),
      reason: s.text(),
    }),
    { about: 'The latest that came back' },
  ),
  owed: s.object(
    {
      people: s.number(),
      amount: s.number(),
      largest: s.list(s.object({ ...payrollPerson, amount: s.number() })),
    },
    { about: 'Balances below zero: they carry over' },
  ),
  course: s.list(event, { about: 'Latest first' }),
});
export type PayrollOverview = s.CheckedOf<typeof overview>;
export const payrollOverviewCall = call('GET /api/payroll-overview', {
  about:
    'The payroll whose period has this day, without a day the current one: how far it is, its files, who did what',
  ...payroll,
  query: { payrollType: affiliatesOr, endDate: s.optional(s.day()) },
  answer: overview,
});

const past = s.object({ ...period, ...sumsByState });
export type PastPayroll = s.CheckedOf<typeof past>;
export const pastPayrollsCall = call('GET /api/past-payrolls', {
  about: 'Payrolls of the latest periods of which something was executed, newest first',
  ...payroll,
  query: { payrollType: affiliatesOr },
  answer: s.list(past),
});

const pulse = s.object({
  version: s.text({ about: 'Another one whenever something became of payments, files, requests or runs' }),
  runs: s.list(payrollRun, { about: 'Under way, newest first; not the reports' }),
});
export type PayrollPulse = s.CheckedOf<typeof pulse>;
export const payrollPulseCall = call('GET /api/payroll-pulse', {
  about: 'Whether a payroll moves, for pages that follow it',
  ...payroll,
  query: { payrollType: affiliatesOr },
  answer: pulse,
});
