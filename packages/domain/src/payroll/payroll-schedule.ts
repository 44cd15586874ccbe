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

/** Affiliates are paid by this day of the month for the month before (docs/PRODUCT.md §9). */
const AFFILIATES_BY = '20';
/** Operators are paid by Thursday for the week before, Monday to Sunday (docs/PRODUCT.md §9). */
const DAYS_TO_THURSDAY = 4;

interface DuePeriods {
  last: DuePeriod;
  next: DuePeriod;
}

function duePerMonth(day: BusinessDay): DuePeriods {
  const first = firstOfMonth(day);
  const nextFirst = firstOfMonth(day, 1);
  return {
    last: { endDate: addDays(first, -1), dueDate: first.slice(0, 8) + AFFILIATES_BY },
    next: { endDate: addDays(nextFirst, -1), dueDate: nextFirst.slice(0, 8) + AFFILIATES_BY },
  };
}

function duePerWeek(day: BusinessDay): DuePeriods {
  const endDate = addDays(mondayOf(day), -1);
  const dueOf = (end: BusinessDay) => ({ endDate: end, dueDate: addDays(end, DAYS_TO_THURSDAY) });
  return { last: dueOf(endDate), next: dueOf(addDays(endDate, 7)) };
}

const DUE: Readonly<Record<PayrollType, (day: BusinessDay) => DuePeriods>> = {
  [PAYROLL_TYPE.affiliates]: duePerMonth,
  [PAYROLL_TYPE.operators]: duePerWeek,
};

/** The last period that has ended, seen from `day`, and the one that runs. */
export const duePeriods = (payrollType: PayrollType, day: BusinessDay): DuePeriods => DUE[payrollType](day);

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
