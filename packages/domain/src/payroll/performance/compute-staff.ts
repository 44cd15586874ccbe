import {
  addDays,
  type BusinessDay,
  PERFORMANCE_PERIODS,
  type PerformancePeriod,
} from '@partnerdesk/contracts';
import type { StaffFigures, StaffPerformance } from '../../accounts';
import { type DayTotal, DayTotalModel, dayKeyOf, type Figure, payeeKeyOf } from '../../ledger';
import { returnedByDay } from '../returned-amounts';
import { balancesOf, lastDayBefore, rangeOf } from './periods';

/** Figures of a day whose number is that of paid work. */
const SOLD = [
  'singleMessagesSentByStaffPaid',
  'sextingPackagesConfirmed',
  'phoneCallSalesCount',
  'tipsCount',
] as const satisfies readonly Figure[];
type StaffDay = Pick<DayTotal, 'day' | 'seq' | 'postedCents'> &
  Partial<Record<(typeof SOLD)[number], number>>;

/** Figures of these members of staff as of a day, from their day totals and what is open for payroll. */
export async function computeStaffPerformances(
  staffIDs: readonly number[],
  day: BusinessDay,
): Promise<Map<number, Omit<StaffPerformance, 'rev'>>> {
  const start = PERFORMANCE_PERIODS.map((period) => rangeOf(period, day).startDate).sort()[0] ?? day;
  const balanceOf = await balancesOf('staff', day, staffIDs);
  const computed = await Promise.all(
    staffIDs.map(async (staffID): Promise<[number, Omit<StaffPerformance, 'rev'>]> => {
      const days = await readDays(staffID, start);
      const newest = days.findLast((each) => soldOn(each) > 0)?.day;
      const periods = PERFORMANCE_PERIODS.map((period) => [period, sumOf(days, period, day)]);
      return [
        staffID,
        {
          ...(Object.fromEntries(periods) as Record<PerformancePeriod, StaffFigures>),
          daysRev: days.reduce((sum, { seq }) => sum + seq, 0),
          // Without any day in sight, no midnight changes anything.
          ...(days.length > 0 && { rollsOn: addDays(day, 1) }),
          balanceCents: balanceOf.get(staffID) ?? 0,
          lastSaleDay: newest ?? (await lastDayBefore('staff', staffID, start, SOLD)),
        },
      ];
    }),
  );
  return new Map(computed);
}

const soldOn = (day: StaffDay) => SOLD.reduce((sum, figure) => sum + (day[figure] ?? 0), 0);

/** Their days from `start` on, the oldest first: two months at most. What came back of payments is left out. */
async function readDays(staffID: number, start: BusinessDay): Promise<StaffDay[]> {
  const payee = payeeKeyOf('staff', staffID);
  const shown = Object.fromEntries(['day', 'seq', 'postedCents', ...SOLD].map((name) => [name, 1]));
  const [days, returned] = await Promise.all([
    DayTotalModel.find({ _id: { $gte: dayKeyOf(payee, start), $lte: dayKeyOf(payee, '9') } }, shown)
      .sort({ _id: 1 })
      .lean<StaffDay[]>(),
    returnedByDay(payee, start),
  ]);
  return days.map((day) => ({
    ...day,
    postedCents: (day.postedCents ?? 0) - (returned.get(day.day) ?? 0),
  }));
}

function sumOf(days: readonly StaffDay[], period: PerformancePeriod, asOf: BusinessDay): StaffFigures {
  const { startDate, endDate } = rangeOf(period, asOf);
  const sum: StaffFigures = { salesCount: 0, earnedCents: 0 };
  for (const each of days) {
    if (each.day < startDate || each.day > endDate) continue;
    sum.salesCount += soldOn(each);
    sum.earnedCents += each.postedCents ?? 0;
  }
  return sum;
}
