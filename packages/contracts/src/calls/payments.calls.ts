import * as MESSAGE from '../messages';
import {
  type CheckedOf,
  code,
  day,
  each,
  flag,
  id,
  instant,
  list,
  nothing,
  number,
  object,
  oneOf,
  optional,
  type SentOf,
  text,
  when,
} from '../schema/schema';
import { MAX_ADJUSTMENT_CENTS } from '../wire-payroll';
import { call } from './call';
import { payrollEntry } from './payment-entries.calls';
import { reportRow } from './payroll.calls';
import { approval } from './payroll-approvals.calls';
import {
  affiliatesOr,
  maybeReason,
  page,
  payeeFlags,
  paymentInfo,
  paymentType,
  payrollPerson,
  payrollType,
  personOr0,
  ROWS_LIMIT_BYTES,
  reason,
  rowIDs,
} from './payroll-fields';

/* What is due, what corrects it, and what became of payments (docs/RULES.md, Payroll). Money in dollars. */

const payroll = { who: 'payroll' } as const;
const askedAgain = { ...payroll, confirm: 'second-factor' } as const;

export const payrollSchedule = object({
  dueDate: day({ about: 'The last day on which to pay' }),
  endDate: day({ about: 'Last day of the period that is due' }),
  persons: number({ about: 'Payouts above zero that are open through endDate, or today if that is sooner' }),
  amount: number(),
  overdue: flag(),
});
export type PayrollSchedule = CheckedOf<typeof payrollSchedule>;
export const payrollScheduleCall = call('GET /api/payroll-schedule', {
  about: 'What is to be paid by when',
  ...payroll,
  query: { payrollType: affiliatesOr },
  answer: payrollSchedule,
});

const sum = { payments: number(), amount: number() };
export const paymentsSum = object(sum);
/** So many payments, and what they add up to. */
export type PaymentsSum = CheckedOf<typeof paymentsSum>;
/** Executed payments by what became of them: in no pay file, in one that is open, marked paid, returned. */
export const sumsByState = each(['executed', 'filed', 'paid', 'returned'], paymentsSum);
export const payrollProgress = object({
  endDate: day(),
  open: paymentsSum,
  waiting: optional(object({ ...sum, approvalID: number({ about: 'Of the oldest request' }) })),
  ...sumsByState,
  firstDay: optional(day({ about: 'Of the first execution' })),
  lastDay: optional(day({ about: 'Of the last execution' })),
});
/**
 * How far the payroll through a day has come: open through it, or through today if that is sooner; waiting for a second
 * person; executed payments.
 */
export type PayrollProgress = CheckedOf<typeof payrollProgress>;
export const payrollProgressCall = call('GET /api/payroll-progress', {
  about: 'How far the payroll through a day has come, without a day the current one',
  ...payroll,
  query: {
    payrollType: affiliatesOr,
    affID: personOr0(),
    endDate: optional(day({ texts: { any: MESSAGE.selectPayrollEndDate } })),
  },
  answer: payrollProgress,
});

const payee = object({
  ...payrollPerson,
  commission: number({ about: 'Percentage now' }),
  paymentType,
  paymentInfo,
  balance: number({ about: 'Earned and unpaid through today' }),
  ...payeeFlags,
  signals: optional(
    list(text(), { about: 'Reasons of the fraud signals that nobody has reviewed yet, the latest first' }),
  ),
  payments: list(reportRow, { about: 'The latest, newest first' }),
});
export type PayeePayments = CheckedOf<typeof payee>;
export const payeePaymentsCall = call('GET /api/payee-payments', {
  about: 'A payee as payroll pays them',
  ...payroll,
  query: { payrollType: affiliatesOr, personID: id() },
  answer: payee,
  errors: ['not_found'],
});

const adjustment = object({
  adjustmentID: text({ format: 'guid' }),
  payrollType,
  personID: id({ texts: { any: 'Please enter the ID' } }),
  amount: number({
    strict: true,
    decimals: 2,
    min: -MAX_ADJUSTMENT_CENTS / 100,
    max: MAX_ADJUSTMENT_CENTS / 100,
    not: 0,
    texts: { any: 'An amount in dollars and cents, not zero' },
    about: 'Below zero it is taken off',
  }),
  reason,
});
export type AdjustmentRequest = SentOf<typeof adjustment>;
export const adjustCall = call('POST /api/payroll-adjustments', {
  about:
    'Corrects a balance; the same adjustmentID again changes nothing. 202 with the request that waits for a second person',
  ...askedAgain,
  body: adjustment,
  answer: payrollEntry,
  accepted: approval,
  errors: ['conflict', 'not_found'],
});

const made = { at: instant(), by: text(), reason: text() };
const adjusted = object({
  entryID: text(),
  ...made,
  postedDay: day(),
  amount: number(),
  reverses: optional(text({ about: 'The entry of the adjustment that this one takes back' })),
  reversed: optional(object(made)),
});
/** An adjustment as it is listed; `reversed`: who has taken it back. */
export type PayrollAdjustment = CheckedOf<typeof adjusted>;
const adjustments = object({
  name: text(),
  adjustments: list(adjusted, { about: 'A page of them, newest first' }),
  total: number({ about: 'On all pages' }),
});
export type PersonAdjustments = CheckedOf<typeof adjustments>;
export const adjustmentsCall = call('GET /api/payroll-adjustments', {
  about: 'Who a person is, and their adjustments',
  ...payroll,
  query: { payrollType: affiliatesOr, personID: id(), page },
  answer: adjustments,
  errors: ['not_found'],
});
export const reverseAdjustmentCall = call('POST /api/payroll-adjustments/:entryID/reversal', {
  about: 'Takes an adjustment back; answers as an adjustment does',
  ...askedAgain,
  body: { reason },
  answer: payrollEntry,
  accepted: approval,
  errors: ['conflict', 'not_found'],
});

const marks = object(
  {
    payrollIDs: optional(list(id(), { ...rowIDs, min: 1 })),
    payFileID: optional(id({ about: 'All payments of an open pay file' })),
    state: oneOf(['paid', 'returned', 'executed'], {
      about: 'executed: takes back the mark from, if that is the one that holds',
    }),
    from: when('state', { is: 'executed', then: oneOf(['paid', 'returned']), otherwise: nothing() }),
    reason: when('state', { is: 'paid', then: maybeReason, otherwise: reason }),
  },
  { oneOf: ['payrollIDs', 'payFileID'] },
);
export type PaymentMarksRequest = SentOf<typeof marks>;
const mark = object({
  payrollID: number(),
  outcome: code(['marked', 'already', 'refused']),
  reason: optional(text({ about: 'Why it was refused' })),
});
export type PaymentMarkOutcome = CheckedOf<typeof mark>;
export const markPaymentsCall = call('POST /api/payment-marks', {
  about: 'What became of payments; answers a line for each',
  ...askedAgain,
  body: marks,
  bodyLimit: ROWS_LIMIT_BYTES,
  answer: list(mark),
  errors: ['conflict', 'not_found'],
});
