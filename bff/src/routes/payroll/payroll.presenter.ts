import {
  actorName,
  dollarsOf,
  type ExcludedPayFilePayment,
  type ExecuteOutcomeRow,
  PAYROLLS,
  type PaidKind,
  type PayeePayments,
  type PayFile,
  type PaymentsSum,
  type PaymentType,
  type PayrollEntry,
  type PayrollPerson,
  type PayrollProgress,
  type PayrollReportRow,
  type PayrollRow,
  type PayrollRun,
  type PayrollSchedule,
  type PayrollType,
  type PersonAdjustments,
} from '@partnerdesk/contracts';
import {
  type AdjustmentsOfPerson,
  type ExcludedPayment,
  type ExecuteRow,
  hasEnded,
  type LedgerEntry,
  PAY_FILE_STEP,
  type PayeeCents,
  type PayFileRecord,
  type PaymentStatus,
  type PaymentsCents,
  type PayrollRowCents,
  type PayrollRunRecord,
  type ProgressCents,
  payFileParts,
  type payrollSchedule,
  type ReportRow,
  type RowFlags,
} from '@partnerdesk/domain';
import { pick } from '../pick';

const PERSON: Record<PaidKind, (personID: number, name: string) => PayrollPerson> = {
  affiliate: (affID, affName) => ({ affID, affName }),
  staff: (staffID, staffName) => ({ staffID, staffName }),
};

export const presentPerson = (
  payrollType: PayrollType,
  { personID, name }: { personID: number; name: string },
): PayrollPerson => PERSON[PAYROLLS[payrollType].payee](personID, name);

export function presentRow(payrollType: PayrollType, row: PayrollRowCents, payrollID?: number): PayrollRow {
  return {
    ...presentPerson(payrollType, row),
    ...pick(row, 'startPeriod', 'endPeriod'),
    payoutAmount: dollarsOf(row.cents),
    commission: row.commission,
    paymentType: row.paymentType as PaymentType,
    entries: row.entries,
    fingerprint: row.fingerprint,
    ...(payrollID !== undefined && { payrollID }),
    ...presentFlags(row),
  };
}

const presentFlags = ({
  accountChangedAt,
  accountHeld,
  accountShared,
  accountReturned,
  openSignals,
}: RowFlags) => ({
  ...(accountChangedAt && { accountChangedAt: accountChangedAt.toISOString() }),
  ...(accountHeld && { accountHeld }),
  ...(accountShared && { accountShared }),
  ...(accountReturned && { accountReturned }),
  ...(openSignals && { openSignals }),
});

export function presentOutcome(payrollType: PayrollType, row: ExecuteRow): ExecuteOutcomeRow {
  const { outcome, payrollID, startPeriod, endPeriod, cents, paymentType, paymentInfo, now, reason } = row;
  return {
    ...presentPerson(payrollType, row),
    ...(outcome && { outcome }),
    ...(payrollID !== undefined && {
      payrollID,
      startPeriod,
      endPeriod,
      amount: dollarsOf(cents ?? 0),
      paymentType: paymentType as PaymentType,
      paymentInfo,
    }),
    ...(now && { now: presentRow(payrollType, now as unknown as PayrollRowCents) }),
    ...(reason && { reason }),
  };
}

export function presentReportRow(
  payrollType: PayrollType,
  row: ReportRow,
  { mark, payFileID }: PaymentStatus = {},
): PayrollReportRow {
  return {
    payrollID: row._id,
    ...presentPerson(payrollType, row),
    ...pick(row, 'startPeriod', 'endPeriod'),
    amount: dollarsOf(row.amountCents),
    paymentType: row.paymentType as PaymentType,
    paymentInfo: row.paymentInfo,
    dateCreated: row.createdAt.toISOString(),
    ...pick(row, 'commission', 'entries', 'createdBy'),
    state: mark?.state ?? 'executed',
    ...(mark && { markedBy: mark.by, markedAt: mark.at.toISOString() }),
    ...(mark?.reason && { reason: mark.reason }),
    ...(payFileID !== undefined && { payFileID }),
  };
}

export function presentRun(run: PayrollRunRecord): PayrollRun {
  return {
    id: run._id,
    ...pick(run, 'kind', 'payrollType'),
    ...(run.startDate && { startDate: run.startDate }),
    ...pick(run, 'endDate', 'personID', 'state'),
    progress: { done: run.done, total: run.total },
    cancelling: run.cancelRequested && !hasEnded(run),
    rows: run.rows,
    amount: dollarsOf(run.amountCents),
    ...(run.accountsChanged !== undefined && {
      accountsChanged: run.accountsChanged,
      accountsHeld: run.accountsHeld ?? 0,
      heldAmount: dollarsOf(run.heldCents ?? 0),
    }),
    outcomes: run.outcomes,
    requestedBy: actorName(run.requestedBy),
    ...(run.approvalID !== undefined && { approvalID: run.approvalID }),
    createdAt: run.createdAt.toISOString(),
    ...(run.finishedAt && { finishedAt: run.finishedAt.toISOString() }),
    ...(run.error && { error: run.error }),
  };
}

export function presentEntry(entry: LedgerEntry): PayrollEntry {
  const { memberID, saleID, reason, by } = entry;
  return {
    entryID: entry._id,
    type: entry.type,
    at: entry.at.toISOString(),
    postedDay: entry.postedDay,
    amount: dollarsOf(entry.amountCents),
    commission: entry.commission,
    payout: dollarsOf(entry.payoutCents),
    ...(memberID !== undefined && { memberID }),
    ...(saleID !== undefined && { saleID }),
    ...(reason && { reason }),
    ...(by && { by }),
  };
}

export function presentAdjustments({ name, adjustments, total }: AdjustmentsOfPerson): PersonAdjustments {
  return {
    name,
    adjustments: adjustments.map(({ entry, reversal }) => ({
      entryID: entry._id,
      ...madeBy(entry),
      postedDay: entry.postedDay,
      amount: dollarsOf(entry.payoutCents),
      ...(entry.reverses && { reverses: entry.reverses }),
      ...(reversal && { reversed: madeBy(reversal) }),
    })),
    total,
  };
}

const madeBy = ({ at, by = '', reason = '' }: LedgerEntry) => ({ at: at.toISOString(), by, reason });

export function presentSchedule(schedule: Awaited<ReturnType<typeof payrollSchedule>>): PayrollSchedule {
  const { dueDate, endDate, persons, cents, overdue } = schedule;
  return { dueDate, endDate, persons, amount: dollarsOf(cents), overdue };
}

export const presentSum = ({ count, cents }: PaymentsCents): PaymentsSum => ({
  payments: count,
  amount: dollarsOf(cents),
});

export const presentPayments = ({ executed, filed, paid, returned }: ProgressCents['payments']) => ({
  executed: presentSum(executed),
  filed: presentSum(filed),
  paid: presentSum(paid),
  returned: presentSum(returned),
});

export function presentProgress({ endDate, open, waiting, payments, days }: ProgressCents): PayrollProgress {
  return {
    endDate,
    open: presentSum(open),
    ...(waiting && { waiting: { ...presentSum(waiting), approvalID: waiting.approvalID } }),
    ...presentPayments(payments),
    ...(days && { firstDay: days.first, lastDay: days.last }),
  };
}

export function presentPayee(payrollType: PayrollType, payee: PayeeCents): PayeePayments {
  const { commission, paymentType, paymentInfo, balanceCents, flags, signals, payments } = payee;
  return {
    ...presentPerson(payrollType, payee),
    commission,
    paymentType: paymentType as PaymentType,
    paymentInfo,
    balance: dollarsOf(balanceCents),
    ...presentFlags(flags),
    ...(signals.length > 0 && { signals }),
    payments: payments.map(({ row, status }) => presentReportRow(payrollType, row, status)),
  };
}

const FILE_STATE = { building: 'making', made: 'open', downloaded: 'open', discarded: 'discarded' } as const;

export function presentPayFile(file: PayFileRecord, approvalID?: number): PayFile {
  const { payments = file.lines, step = 0, state } = file;
  return {
    payFileID: file._id,
    ...pick(file, 'format', 'payrollType'),
    state: FILE_STATE[state],
    progress: {
      done: state === 'building' ? Math.min(payments, step * PAY_FILE_STEP) : payments,
      total: payments,
    },
    ...(file.failure && { failure: file.failure }),
    downloaded: state === 'downloaded',
    ...(approvalID !== undefined && { approvalID }),
    life: lifeOf(file),
    lines: file.lines,
    amount: dollarsOf(file.amountCents),
    leftOut: file.leftOut ?? 0,
    ...(file.downloadedAt && { paid: file.paid ?? 0 }),
    parts: state === 'building' ? [] : payFileParts(file),
    excluded: (file.exclusions ?? []).map(({ amountCents, ...each }) => ({
      ...each,
      amount: dollarsOf(amountCents),
    })),
  };
}

function lifeOf(file: PayFileRecord): PayFile['life'] {
  const steps = [
    ['made', file.createdAt, file.createdBy],
    ['downloaded', file.downloadedAt, file.downloadedBy],
    ['marked', file.markedAt, file.markedBy],
    ['discarded', file.discardedAt, file.discardedBy],
  ] as const;
  return steps
    .flatMap(([step, at, by = '']) => (at ? [{ step, at: at.toISOString(), by }] : []))
    .sort((one, other) => (one.at < other.at ? -1 : 1));
}

export function presentExcluded(payment: ExcludedPayment): ExcludedPayFilePayment {
  const { payrollID, personID, name, amountCents, reason } = payment;
  return { payrollID, personID, name, amount: dollarsOf(amountCents), reason };
}
