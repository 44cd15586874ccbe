import {
  type BusinessDay,
  type DayRange,
  type PaidKind,
  PERIOD,
  type PerformancePeriod,
  periodRange,
} from '@partnerdesk/contracts';
import { type DayTotal, DayTotalModel, dayKeyOf, type Figure, payeeKeyOf } from '../../ledger';
import { openBalances } from '../open-balances';

/** The days of a period as of a day. */
export const rangeOf = (period: PerformancePeriod, day: BusinessDay): DayRange => {
  const range = periodRange(PERIOD[period], day);
  if (!range) throw new Error(`${period} has no range`);
  return range;
};

/** What these people have open for payroll as of a day, by their ids; cents. */
export async function balancesOf(
  kind: PaidKind,
  day: BusinessDay,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const balances = await openBalances(kind, day, ids);
  return new Map(balances.map(({ personID, cents }) => [personID, cents]));
}

/** Of these people those for whom something is posted after a day: on the first open one after a payroll through it. */
export async function openAfter(
  kind: PaidKind,
  day: BusinessDay,
  ids: readonly number[],
): Promise<Set<number>> {
  const later = { kind, personID: { $in: [...ids] }, day: { $gt: day }, open: true };
  return new Set((await DayTotalModel.distinct('personID', later)) as number[]);
}

/** The last day before `start` on which somebody has one of these figures; empty: there is none. */
export async function lastDayBefore(
  kind: PaidKind,
  id: number,
  start: BusinessDay,
  figures: readonly Figure[],
): Promise<BusinessDay | ''> {
  const payee = payeeKeyOf(kind, id);
  const found = await DayTotalModel.findOne(
    {
      _id: { $gte: dayKeyOf(payee, ''), $lt: dayKeyOf(payee, start) },
      $or: figures.map((figure) => ({ [figure]: { $gt: 0 } })),
    } as never,
    { day: 1 },
  )
    .sort({ _id: -1 })
    .lean<Pick<DayTotal, 'day'>>();
  return found?.day ?? '';
}
