import { type DayRange, PAYEE_PAYMENTS, type PaidKind } from '@partnerdesk/contracts';
import { accountsById, type PaymentFields } from '../accounts';
import { catchUpLedger, payeeKeyOf } from '../ledger';
import { dayOf, today } from '../platform';
import { listFraudSignals } from '../promotion';
import { openBalances } from './open-balances';
import { type PaymentStatus, paymentStatuses } from './pay-files/pay-file.models';
import { findPayeeOrThrow, type PayeePerson, type RowFlags, rowFlags } from './payees';
import { latestMarks, type PaymentMark, PayrollModel, type PayrollRecord } from './payroll.models';
import { paymentInfoOf } from './payroll-record';
import type { ReportRow } from './report-payroll';

/** A payee as payroll pays them: where to, what is open, what was paid; cents. */
export interface PayeeCents extends Pick<PayeePerson, 'personID' | 'name' | 'commission' | 'paymentType'> {
  paymentInfo: string;
  balanceCents: number;
  flags: RowFlags;
  /** Reasons of the signals that nobody has reviewed yet, the latest first. */
  signals: string[];
  /** The latest PAYEE_PAYMENTS, newest first, each as it stands now. */
  payments: { row: ReportRow; status: PaymentStatus }[];
}

/** @throws AppError not_found (no such person) */
export async function payeePayments(kind: PaidKind, personID: number): Promise<PayeeCents> {
  await catchUpLedger();
  const person = await findPayeeOrThrow(kind, personID);
  const [details, rows, [balance], flags, signals] = await Promise.all([
    accountsById<PaymentFields>(kind, { ids: [personID] }),
    PayrollModel.find({ payee: payeeKeyOf(kind, personID) })
      .sort({ endPeriod: -1 })
      .limit(PAYEE_PAYMENTS)
      .lean<ReportRow[]>(),
    openBalances(kind, today(), [personID]),
    rowFlags(kind, [person]),
    kind === 'affiliate' ? listFraudSignals(personID) : [],
  ]);
  const statuses = await paymentStatuses(rows.map(({ _id }) => _id));
  const account = details.get(personID);
  const { name, commission, paymentType } = person;
  return {
    personID,
    name,
    commission,
    paymentType,
    paymentInfo: account ? paymentInfoOf(kind, personID, account) : '',
    balanceCents: balance?.cents ?? 0,
    flags: flags.get(personID) ?? {},
    signals: signals.flatMap(({ review, reason }) => (review ? [] : [reason])),
    payments: rows.map((row) => ({ row, status: statuses.get(row._id) ?? {} })),
  };
}

/** A payment, and the mark that holds for it. */
export type MarkedPayment = PayrollRecord & { mark: PaymentMark | undefined };

export const isReturned = ({ mark }: MarkedPayment): boolean => mark?.state === 'returned';

/** The payrolls that were executed for an affiliate on the days of the range; newest first. */
export async function paymentHistory(
  affID: number,
  { startDate, endDate }: DayRange,
): Promise<MarkedPayment[]> {
  // A person has a payroll a month: reading them all costs less than another index.
  const all = await PayrollModel.find({ payee: payeeKeyOf('affiliate', affID) }).lean<PayrollRecord[]>();
  const payrolls = all.filter(
    ({ createdAt }) => dayOf(createdAt) >= startDate && dayOf(createdAt) <= endDate,
  );
  const marks = await latestMarks(payrolls.map(({ _id }) => _id));
  return payrolls
    .map((payroll) => ({ ...payroll, mark: marks.get(payroll._id) }))
    .sort((a, b) => b._id - a._id);
}
