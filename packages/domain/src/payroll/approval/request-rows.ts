import { addDays, type BusinessDay, isPaidBy, PAYMENT_TYPE, type PaidBy } from '@partnerdesk/contracts';
import { clearNumber } from '../../accounts';
import { PayeeModel } from '../../ledger';
import type { ApprovalMarks } from '../approval.model';
import { accountDigest } from '../approved-items';
import { PayrollModel, type PayrollRecord } from '../payroll.models';
import { payrollNumberContext } from '../payroll-record';

/** A row of a requested execution as it is stored and shown: what will be paid, and what differs from before. */
export interface RequestRow
  extends Pick<
    PayrollRecord,
    | 'personID'
    | 'name'
    | 'startPeriod'
    | 'endPeriod'
    | 'entries'
    | 'commission'
    | 'paymentType'
    | 'paymentInfo'
  > {
  cents: number;
  fingerprint: string;
  account: string;
  /** Was never paid before. */
  isNew?: true;
  /** Is paid elsewhere than the last time. */
  accountChanged?: true;
  /** Average payment of the last USUAL_DAYS (cents), where there are enough to compare with. */
  usualCents?: number;
  /** Is far from that. */
  unusual?: true;
}

/** Payments whose period ended in so many days before are what is usual … (docs/RULES.md, Payroll with two people) */
const USUAL_DAYS = 182;
/** … if there are so many … */
const MIN_USUAL = 2;
/** … and an amount is far from it above or below so many times their average. */
const FAR = 2;

/** A payroll as an execution would write it now, and what stands for the reviewed row. */
export interface PlannedPayroll {
  payroll: PayrollRecord;
  fingerprint: string;
}

/** What a second person is shown of these payrolls, all of one kind. */
export async function requestRows(
  planned: readonly PlannedPayroll[],
  endDate: BusinessDay,
): Promise<RequestRow[]> {
  const payees = planned.map(({ payroll }) => payroll.payee);
  const [last, usual] = await Promise.all([lastPayrolls(payees), usualPayments(payees, endDate)]);
  return planned.map(({ payroll, fingerprint }) => {
    const before = last.get(payroll.payee);
    const usualCents = usual.get(payroll.payee);
    const cents = payroll.amountCents;
    const isFar = usualCents !== undefined && (cents > usualCents * FAR || cents * FAR < usualCents);
    const { personID, name, startPeriod, endPeriod, entries, commission, paymentType, paymentInfo } = payroll;
    return {
      personID,
      name,
      startPeriod,
      endPeriod,
      entries,
      commission,
      paymentType,
      paymentInfo,
      cents,
      fingerprint,
      account: accountDigest(payroll),
      ...(!before && { isNew: true as const }),
      ...(before && destinationOf(before) !== destinationOf(payroll) && { accountChanged: true as const }),
      ...(usualCents !== undefined && { usualCents }),
      ...(isFar && { unusual: true as const }),
    };
  });
}

/** How many rows a second person should look at. */
export function marksOf(rows: readonly RequestRow[]): ApprovalMarks {
  const count = (is: (row: RequestRow) => unknown) => rows.filter(is).length;
  return {
    unknown: count(({ paymentType }) => paymentType === PAYMENT_TYPE.unknown),
    newPayees: count(({ isNew }) => isNew),
    accountsChanged: count(({ accountChanged }) => accountChanged),
    unusual: count(({ unusual }) => unusual),
  };
}

/** Those that differ from before first, then by person. */
export function markedFirst(rows: readonly RequestRow[]): RequestRow[] {
  const marks = ({ isNew, accountChanged, unusual }: RequestRow) =>
    Number(Boolean(accountChanged)) * 4 + Number(Boolean(isNew)) * 2 + Number(Boolean(unusual));
  return [...rows].sort((a, b) => marks(b) - marks(a) || a.personID - b.personID);
}

async function lastPayrolls(payees: readonly string[]): Promise<Map<string, PayrollRecord>> {
  const states = await PayeeModel.find({ _id: { $in: payees } }).lean();
  const payrollIDs = states.map(({ lastPayrollID }) => lastPayrollID);
  const payrolls = await PayrollModel.find({ _id: { $in: payrollIDs } }).lean<PayrollRecord[]>();
  return new Map(payrolls.map((payroll) => [payroll.payee, payroll]));
}

async function usualPayments(payees: readonly string[], endDate: BusinessDay): Promise<Map<string, number>> {
  const sums = await PayrollModel.aggregate<{ _id: string; cents: number; payments: number }>([
    { $match: { payee: { $in: payees }, endPeriod: { $gte: addDays(endDate, -USUAL_DAYS) } } },
    { $group: { _id: '$payee', cents: { $sum: '$amountCents' }, payments: { $sum: 1 } } },
  ]);
  return new Map(
    sums
      .filter(({ payments }) => payments >= MIN_USUAL)
      .map(({ _id, cents, payments }) => [_id, Math.round(cents / payments)]),
  );
}

/** Where a payment goes: the same details encrypted another time, or with another key, are the same. */
function destinationOf(payroll: PayrollRecord): string {
  return isPaidBy(payroll.paymentType) ? DESTINATIONS[payroll.paymentType](payroll) : 'unknown';
}

const DESTINATIONS: Record<PaidBy, (payroll: PayrollRecord) => string> = {
  [PAYMENT_TYPE.ach]: (payroll) => {
    const { achRoutingNumber, achAccountType, achAccountNumberEncrypted: encrypted } = payroll;
    // A number that is not readable can be compared as it is.
    const number = clearNumber(encrypted, payrollNumberContext(payroll)) ?? encrypted;
    return `ach ${achRoutingNumber} ${achAccountType} ${number}`;
  },
  [PAYMENT_TYPE.payPal]: ({ payPalUserName }) => `paypal ${payPalUserName.toLowerCase()}`,
};
