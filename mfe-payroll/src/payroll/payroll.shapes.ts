import {
  type ExcludedPayFilePayment,
  type ExecuteOutcomeRow,
  type ExecutionPreview,
  PAYROLL_TYPE,
  type PayeePayments,
  type PayFile,
  type PaymentMarkOutcome,
  type PaymentsSum,
  type PaymentType,
  type PayrollAdjustment,
  type PayrollApproval,
  type PayrollEntry,
  type PayrollProgress,
  type PayrollReportRow,
  type PayrollRow,
  type PayrollRun,
  type PayrollSchedule,
  type PersonAdjustments,
} from '@partnerdesk/contracts';
import { shape } from '@partnerdesk/web';

const { code, flag, listOf, mapOf, number, oneOf, optional, record, text, word } = shape;

/** Two payrolls there are, and each has its texts. */
const payrollType = oneOf(PAYROLL_TYPE.affiliates, PAYROLL_TYPE.operators);

export const isStarted = record<{ id: string }>({ id: text });

export const isRun = record<PayrollRun>({
  id: text,
  kind: oneOf('generate', 'execute', 'request', 'report'),
  payrollType,
  startDate: optional(text),
  endDate: text,
  personID: number,
  state: oneOf('waiting', 'active', 'completed', 'failed', 'cancelled'),
  progress: record<PayrollRun['progress']>({ done: number, total: number }),
  cancelling: flag,
  rows: number,
  amount: number,
  accountsChanged: optional(number),
  accountsHeld: optional(number),
  heldAmount: optional(number),
  outcomes: mapOf(number),
  requestedBy: text,
  approvalID: optional(number),
  createdAt: text,
  finishedAt: optional(text),
  error: optional(text),
});

const PERSON = {
  affID: optional(number),
  affName: optional(text),
  staffID: optional(number),
  staffName: optional(text),
};

const FLAGS = {
  accountChangedAt: optional(text),
  accountHeld: optional(oneOf(true)),
  accountShared: optional(oneOf(true)),
  openSignals: optional(number),
};

export const isGeneratedRow = record<PayrollRow>({
  ...PERSON,
  startPeriod: text,
  endPeriod: text,
  payoutAmount: number,
  commission: number,
  paymentType: code,
  entries: number,
  fingerprint: text,
  payrollID: optional(number),
  ...FLAGS,
});

export const isOutcomeRow = record<ExecuteOutcomeRow>({
  ...PERSON,
  outcome: optional(oneOf('executed', 'already', 'nothing', 'changed', 'held', 'failed')),
  payrollID: optional(number),
  startPeriod: optional(text),
  endPeriod: optional(text),
  amount: optional(number),
  paymentType: optional(code<PaymentType>),
  paymentInfo: optional(text),
  now: optional(isGeneratedRow),
  reason: optional(text),
});

export const isReportRow = record<PayrollReportRow>({
  ...PERSON,
  payrollID: number,
  startPeriod: text,
  endPeriod: text,
  amount: number,
  paymentType: code,
  paymentInfo: text,
  dateCreated: text,
  commission: number,
  entries: number,
  createdBy: text,
  state: word,
  markedBy: optional(text),
  markedAt: optional(text),
  reason: optional(text),
  payFileID: optional(number),
});

export const isPayee = record<PayeePayments>({
  ...PERSON,
  signals: optional(listOf(text)),
  commission: number,
  paymentType: code,
  paymentInfo: text,
  balance: number,
  ...FLAGS,
  payments: listOf(isReportRow),
});

export const isPreview = record<ExecutionPreview>({
  persons: number,
  amount: number,
  unknown: number,
  accountsChanged: number,
  outcomes: mapOf(number),
});

export const isSchedule = record<PayrollSchedule>({
  dueDate: text,
  endDate: text,
  persons: number,
  amount: number,
  overdue: flag,
});

const SUM = { payments: number, amount: number };
const isSum = record<PaymentsSum>(SUM);

export const isProgress = record<PayrollProgress>({
  endDate: text,
  open: isSum,
  waiting: optional(record<NonNullable<PayrollProgress['waiting']>>({ ...SUM, approvalID: number })),
  executed: isSum,
  filed: isSum,
  paid: isSum,
  returned: isSum,
  firstDay: optional(text),
  lastDay: optional(text),
});

const isAdjustment = record<Pick<PayrollEntry, 'payout' | 'postedDay'>>({
  payout: number,
  postedDay: text,
});

/** It waits for a second person. */
const isRequested = record<Pick<PayrollApproval, 'approvalID'>>({ approvalID: number });

/** What became of an adjustment or a reversal. */
export type AdjustmentAnswer =
  | Pick<PayrollEntry, 'payout' | 'postedDay'>
  | Pick<PayrollApproval, 'approvalID'>;
export const isAdjustmentAnswer = (value: unknown): value is AdjustmentAnswer =>
  isAdjustment(value) || isRequested(value);

export const isAdjustments = record<PersonAdjustments>({
  name: text,
  adjustments: listOf(
    record<PayrollAdjustment>({
      entryID: text,
      at: text,
      postedDay: text,
      amount: number,
      reason: text,
      by: text,
      reverses: optional(text),
      reversed: optional(
        record<NonNullable<PayrollAdjustment['reversed']>>({ by: text, at: text, reason: text }),
      ),
    }),
  ),
  total: number,
});

export const isMarks = listOf(
  record<PaymentMarkOutcome>({ payrollID: number, outcome: word, reason: optional(text) }),
);

export const isPayFile = record<PayFile>({
  payFileID: number,
  format: word,
  payrollType: code,
  state: word,
  progress: record<PayFile['progress']>({ done: number, total: number }),
  failure: optional(text),
  approvalID: optional(number),
  downloaded: flag,
  life: listOf(record<PayFile['life'][number]>({ step: word, at: text, by: text })),
  lines: number,
  amount: number,
  leftOut: number,
  paid: optional(number),
  parts: listOf(
    record<PayFile['parts'][number]>({ number, fileName: text, lines: number, downloaded: flag }),
  ),
  excluded: listOf(record<PayFile['excluded'][number]>({ reason: text, payments: number, amount: number })),
});

export const isExcludedPayment = record<ExcludedPayFilePayment>({
  payrollID: number,
  personID: number,
  name: text,
  amount: number,
  reason: text,
});
