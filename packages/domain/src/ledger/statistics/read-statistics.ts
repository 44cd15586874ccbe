import { type BusinessDay, type DayRange, STATS_TYPE } from '@partnerdesk/contracts';
import { addNumbers } from '../../platform';
import { FIGURES, type Figures } from '../figures';
import { dayKeyOf, payeeKeyOf } from '../keys';
import { DayTotalModel } from '../ledger.models';

/** Whose figures, of which days. `staffID`: of staff only; 0: all staff together. */
export interface StatisticsQuery extends DayRange {
  statsType: number;
  staffID: number;
}

/** Figures of one day, those that are not there are zero. */
export interface DayFigures {
  day: BusinessDay;
  figures: Figures;
}

/** The site's day counts all that the days of staff count: what is asked of all staff together is read there. */
const payeeOf = ({ statsType, staffID }: StatisticsQuery): string =>
  statsType === STATS_TYPE.staff && staffID > 0 ? payeeKeyOf('staff', staffID) : payeeKeyOf('site', 0);

/** More days than a call asks for mostly: all of them come with the first answer. */
const BATCH_DAYS = 1000;

/** The days that have figures, oldest first. Documents come whole: picking fields would cost the database more than it saves. */
export async function readDayFigures(query: StatisticsQuery): Promise<DayFigures[]> {
  const payee = payeeOf(query);
  const filter = { _id: { $gte: dayKeyOf(payee, query.startDate), $lte: dayKeyOf(payee, query.endDate) } };
  const totals = await DayTotalModel.collection
    .find<{ day: BusinessDay } & Figures>(filter as never, { sort: { _id: 1 }, batchSize: BATCH_DAYS })
    .toArray();
  return totals.map((total) => {
    const figures: Figures = {};
    for (const figure of FIGURES) if (total[figure] !== undefined) figures[figure] = total[figure];
    return { day: total.day, figures };
  });
}

/** Adds up days; every figure is there, zero if no day has it. */
export function sumFigures(days: readonly DayFigures[]): Required<Figures> {
  const sums = Object.fromEntries(FIGURES.map((figure) => [figure, 0])) as Required<Figures>;
  for (const { figures } of days) addNumbers(sums, figures);
  return sums;
}
