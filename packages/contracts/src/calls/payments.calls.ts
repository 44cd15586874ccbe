import * as MESSAGE from '../messages';
import * as s from '../schema/schema';
import { MAX_ADJUSTMENT_CENTS, STATEMENT_PARTS } from '../wire-payroll';
import { call, raw } from './call';
import { reportRow } from './payroll.calls';
import { approval } from './payroll-approvals.calls';
import {
  affiliatesOr,
  maybeReason,
  page,
  payeeFlags,
  paymentInfo,
  paymentState,
  paymentType,
  payrollPerson,
  payrollType,
  personOr0,
  ROWS_LIMIT_BYTES,
  reason,
  rowIDs,
} from './payroll-fields';

/* What payments add up, for affiliates and the office (docs/RULES.md, Payroll). Money in dollars. */

export const payrollEntry = s.object({
  entryID: s.text(),
  type: s.text(),
  at: s.instant(),
  postedDay: s.day({ about: 'Day on which payroll counts it' }),
  amount: s.number(),
  commission: s.number(),
  payout: s.number(),
  memberID: s.optional(s.number()),
  saleID: s.optional(s.number()),
  reason: s.optional(s.text()),
  by: s.optional(s.text({ about: 'Who of the office made it; for the office only' })),
});
/** One amount earned or taken back. */
export type PayrollEntry = s.CheckedOf<typeof payrollEntry>;

const entriesQuery = s.object(
  {
    payrollID: s.optional(s.id()),
    payrollType: affiliatesOr,
    personID: s.optional(s.id()),
    endDate: s.optional(s.day({ texts: { any: MESSAGE.selectPayrollEndDate } })),
    page,
  },
  { oneOf: ['payrollID', 'personID'], with: ['personID', 'endDate'] },
);
export type EntriesQuery = s.SentOf<typeof entriesQuery>;
export const payrollEntriesCall = call('GET /api/payroll-entries', {
  about:
    'Entries of a payment, or what is open of a person through a day; how many there are is in X-Total-Count. Affiliates: of a payment of their own',
  who: 'signed-in',
  query: entriesQuery,
  answer: s.list(payrollEntry),
  errors: ['not_found'],
});

const payees = { who: ['affiliate', 'payroll'] } as const;
const partSum = s.object({ part: s.code(STATEMENT_PARTS), entries: s.number(), payout: s.number() });
const statement = s.object({
  payrollID: s.number(),
  name: s.text(),
  startPeriod: s.day(),
  endPeriod: s.day(),
  paymentType,
  paymentInfo,
  dateCreated: s.instant(),
  state: paymentState,
  reason: s.optional(s.text({ about: 'Why it was returned' })),
  sums: s.list(partSum, { about: 'They add up to amount' }),
  amount: s.number(),
  entries: s.list(payrollEntry, { about: 'One page of them, the oldest first' }),
  total: s.number({ about: 'Entries on all pages' }),
  broughtForward: s.number({ about: 'What the entries of the pages before add up to' }),
});
/** A payment and all that it adds up. */
export type PaymentStatement = s.CheckedOf<typeof statement>;
export const paymentStatementCall = call('GET /api/payment-statement', {
  about: 'A payment and all that it adds up; affiliates read their own',
  ...payees,
  query: { payrollID: s.id(), page: s.standard(s.id(), 1) },
  answer: statement,
  errors: ['not_found'],
});
export const exportPaymentStatementCall = call('GET /api/export-payment-statement', {
  about: 'The entries of a payment as a CSV file',
  ...payees,
  sameSite: true,
  query: { payrollID: s.id() },
  answer: raw('text/csv'),
  errors: ['not_found'],
});

/* What is due, what corrects it, and what became of payments (docs/RULES.md, Payroll). Money in dollars. */

const payroll = { who: 'payroll' } as const;
const askedAgain = { ...payroll, confirm: 'second-factor' } as const;

export const payrollSchedule = s.object({
  dueDate: s.day({ about: 'The last day on which to pay' }),
  endDate: s.day({ about: 'Last day of the period that is due' }),
  persons: s.number({
    about: 'Payouts above zero that are open through endDate, or today if that is sooner',
  }),
  amount: s.number(),
  overdue: s.flag(),
});
export type PayrollSchedule = s.CheckedOf<typeof payrollSchedule>;
export const payrollScheduleCall = call('GET /api/payroll-schedule', {
  about: 'What is to be paid by when',
  ...payroll,
  query: { payrollType: affiliatesOr },
  answer: payrollSchedule,
});

const sum = { payments: s.number(), amount: s.number() };
export const paymentsSum = s.object(sum);
/** So many payments, and what they add up to. */
export type PaymentsSum = s.CheckedOf<typeof paymentsSum>;
/** Executed payments by what became of them: in no pay file, in one that is open, marked paid, returned. */
export const sumsByState = s.each(['executed', 'filed', 'paid', 'returned'], paymentsSum);
export const payrollProgress = s.object({
  endDate: s.day(),
  open: paymentsSum,
  waiting: s.optional(s.object({ ...sum, approvalID: s.number({ about: 'Of the oldest request' }) })),
  ...sumsByState,
  firstDay: s.optional(s.day({ about: 'Of the first execution' })),
  lastDay: s.optional(s.day({ about: 'Of the last execution' })),
});
/** How far the payroll through a day has come: open through it or today, waiting for a second person, executed. */
export type PayrollProgress = s.CheckedOf<typeof payrollProgress>;
export const payrollProgressCall = call('GET /api/payroll-progress', {
  about: 'How far the payroll through a day has come, without a day the current one',
  ...payroll,
  query: {
    payrollType: affiliatesOr,
    affID: personOr0(),
    endDate: s.optional(s.day({ texts: { any: MESSAGE.selectPayrollEndDate } })),
  },
  answer: payrollProgress,
});

const payee = s.object({
  ...payrollPerson,
  commission: s.number({ about: 'Percentage now' }),
  paymentType,
  paymentInfo,
  balance: s.number({ about: 'Earned and unpaid through today' }),
  ...payeeFlags,
  signals: s.optional(
    s.list(s.text(), {
      about: 'Reasons of the fraud signals that nobody has reviewed yet, the latest first',
    }),
  ),
  payments: s.list(reportRow, { about: 'The latest, newest first' }),
});
export type PayeePayments = s.CheckedOf<typeof payee>;
export const payeePaymentsCall = call('GET /api/payee-payments', {
  about: 'A payee as payroll pays them',
  ...payroll,
  query: { payrollType: affiliatesOr, personID: s.id() },
  answer: payee,
  errors: ['not_found'],
});

const adjustment = s.object({
  adjustmentID: s.text({ format: 'guid' }),
  payrollType,
  personID: s.id({ texts: { any: 'Please enter the ID' } }),
  amount: s.number({
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
export type AdjustmentRequest = s.SentOf<typeof adjustment>;
export const adjustCall = call('POST /api/payroll-adjustments', {
  about:
    'Corrects a balance; the same adjustmentID again changes nothing. 202 with the request that waits for a second person',
  ...askedAgain,
  body: adjustment,
  answer: payrollEntry,
  accepted: approval,
  errors: ['conflict', 'not_found'],
});

const made = { at: s.instant(), by: s.text(), reason: s.text() };
const adjusted = s.object({
  entryID: s.text(),
  ...made,
  postedDay: s.day(),
  amount: s.number(),
  reverses: s.optional(s.text({ about: 'The entry of the adjustment that this one takes back' })),
  reversed: s.optional(s.object(made)),
});
/** An adjustment as it is listed; `reversed`: who has taken it back. */
export type PayrollAdjustment = s.CheckedOf<typeof adjusted>;
const adjustments = s.object({
  name: s.text(),
  adjustments: s.list(adjusted, { about: 'A page of them, newest first' }),
  total: s.number({ about: 'On all pages' }),
});
export type PersonAdjustments = s.CheckedOf<typeof adjustments>;
export const adjustmentsCall = call('GET /api/payroll-adjustments', {
  about: 'Who a person is, and their adjustments',
  ...payroll,
  query: { payrollType: affiliatesOr, personID: s.id(), page },
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

const marks = s.object(
  {
    payrollIDs: s.optional(s.list(s.id(), { ...rowIDs, min: 1 })),
    payFileID: s.optional(s.id({ about: 'All payments of an open pay file' })),
    state: s.oneOf(['paid', 'returned', 'executed'], {
      about: 'executed: takes back the mark from, if that is the one that holds',
    }),
    from: s.when('state', { is: 'executed', then: s.oneOf(['paid', 'returned']), otherwise: s.nothing() }),
    reason: s.when('state', { is: 'paid', then: maybeReason, otherwise: reason }),
  },
  { oneOf: ['payrollIDs', 'payFileID'] },
);
export type PaymentMarksRequest = s.SentOf<typeof marks>;
const mark = s.object({
  payrollID: s.number(),
  outcome: s.code(['marked', 'already', 'refused']),
  reason: s.optional(s.text({ about: 'Why it was refused' })),
});
export type PaymentMarkOutcome = s.CheckedOf<typeof mark>;
export const markPaymentsCall = call('POST /api/payment-marks', {
  about: 'What became of payments; answers a line for each',
  ...askedAgain,
  body: marks,
  bodyLimit: ROWS_LIMIT_BYTES,
  answer: s.list(mark),
  errors: ['conflict', 'not_found'],
});
