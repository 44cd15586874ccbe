import type { BusinessDay, DayRange } from '@partnerdesk/contracts';
import { sumUsd } from '@partnerdesk/web/core';
import { formatRange } from '../formats/times';
import { eachDay } from './chart-scale';
import { stepOf, stepsOf } from './steps';

/** A range with the rows of those of its days that have one. */
export interface DaysWithRows<Row> extends DayRange {
  rows: readonly Row[];
}

/** A period beside the one that it is compared with, both in the same steps, as a MetricChart takes them. */
export function compareDays<Row>(
  now: DaysWithRows<Row>,
  before: DaysWithRows<Row>,
  dayOf: (row: Row) => BusinessDay,
) {
  const by = stepOf(now);
  const stepsIn = ({ startDate, endDate, rows }: DaysWithRows<Row>) => {
    const known = new Map(rows.map((row) => [dayOf(row), row]));
    return stepsOf(
      eachDay(startDate, endDate).map((day) => ({ day, row: known.get(day) })),
      by,
    );
  };
  const steps = stepsIn(now);
  const stepsBefore = stepsIn(before).slice(0, steps.length);
  const sumsOf = (of: typeof steps, pick: (row: Row) => number) =>
    of.map(({ days }) => sumUsd(days.flatMap(({ row }) => (row === undefined ? [] : [pick(row)]))));
  return {
    by,
    days: steps.map(({ day }) => day),
    against: formatRange(before),
    /** A figure of the rows in each step of both. */
    courseOf: (pick: (row: Row) => number) => ({
      values: sumsOf(steps, pick),
      previous: sumsOf(stepsBefore, pick),
    }),
  };
}
