import type { BusinessDay, Configuration, DayRange, PayrollType } from '@partnerdesk/contracts';
import { addDays, DEFAULT_COMMISSION, dollarsOf, firstOfMonth, PAYROLL_TYPE } from '@partnerdesk/contracts';
import { catchUpLedger } from '../ledger';
import { domainConfig, mondayOf, today } from '../platform';
import { payableBalances } from './open-balances';
import { payeeKindOf } from './payroll.models';

/** A period and the last day on which to pay it. */
export interface DuePeriod {
  endDate: BusinessDay;
  dueDate: BusinessDay;
}

/** Affiliates are paid by the 20th for the month before (docs/PRODUCT.md §9). */
const monthBefore = (first: BusinessDay): DuePeriod => ({
  endDate: addDays(first, -1),
  dueDate: `${first.slice(0, 8)}20`,
});

/** Operators are paid by Thursday for the week before, Monday to Sunday (docs/PRODUCT.md §9). */
const weekBefore = (monday: BusinessDay): DuePeriod => ({
  endDate: addDays(monday, -1),
  dueDate: addDays(monday, 3),
});

const DUE: Record<PayrollType, (day: BusinessDay) => { last: DuePeriod; next: DuePeriod }> = {
  [PAYROLL_TYPE.affiliates]: (day) => {
    return { last: monthBefore(firstOfMonth(day)), next: monthBefore(firstOfMonth(day, 1)) };
  },
  [PAYROLL_TYPE.operators]: (day) => {
    return { last: weekBefore(mondayOf(day)), next: weekBefore(addDays(mondayOf(day), 7)) };
  },
};

/** The last period that has ended, seen from `day`, and the one that runs. */
export const duePeriods = (payrollType: PayrollType, day: BusinessDay) => DUE[payrollType](day);

/** The days of a payroll, and the last one on which to pay it. */
export type PayrollPeriod = DuePeriod & DayRange;

/** The payroll whose period a day is in. */
export function payrollPeriodOf(payrollType: PayrollType, day: BusinessDay): PayrollPeriod {
  const { last, next } = duePeriods(payrollType, day);
  return { startDate: addDays(last.endDate, 1), ...next };
}

/** What is to be paid next: the period that has ended as long as anything of it is open, else the one that runs. */
export async function payrollSchedule(
  payrollType: PayrollType,
): Promise<DuePeriod & { persons: number; cents: number; overdue: boolean }> {
  await catchUpLedger();
  const now = today();
  const { last, next } = duePeriods(payrollType, now);
  const kind = payeeKindOf(payrollType);
  const sumThrough = async (endDate: BusinessDay) => {
    const due = await payableBalances(kind, endDate);
    return { persons: due.length, cents: due.reduce((sum, { cents }) => sum + cents, 0) };
  };
  const lastSum = await sumThrough(last.endDate);
  if (lastSum.persons > 0) return { ...last, ...lastSum, overdue: last.dueDate < now };
  return { ...next, ...(await sumThrough(now)), overdue: false };
}

/** The terms of somebody who registers today. */
export function programTerms(): Configuration['program'] {
  const { payoutMinimumCents = 0, payoutHoldDays = 0 } = domainConfig();
  return {
    commission: DEFAULT_COMMISSION,
    minimumPayout: dollarsOf(payoutMinimumCents),
    payoutHoldDays,
    ...duePeriods(PAYROLL_TYPE.affiliates, today()).next,
  };
}
