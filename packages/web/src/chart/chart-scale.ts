import { addDays, type BusinessDay, daysBetween } from '@partnerdesk/contracts';

/** The days of a range, both ends included. */
export const eachDay = (startDate: BusinessDay, endDate: BusinessDay): BusinessDay[] =>
  Array.from({ length: Math.max(daysBetween(startDate, endDate) + 1, 0) }, (_, index) =>
    addDays(startDate, index),
  );

const STEPS_WANTED = 4;

/**
 * Round steps of an axis that hold all values and zero: `[0, 50, 100, 150]`.
 * @param least the smallest step: nobody counts halves
 */
export function axisTicks(values: readonly number[], least = 0): number[] {
  const lowest = Math.min(0, ...values);
  const highest = Math.max(0, ...values) || (lowest ? 0 : 1);
  const rough = (highest - lowest) / STEPS_WANTED;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(least, ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power);
  const first = Math.floor(lowest / step);
  const last = Math.ceil(highest / step);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

/** Which of so many labels are shown, so that about `room` fit: every n-th. */
export function labelStep(count: number, room: number): number {
  return Math.max(1, Math.ceil(count / Math.max(room, 1)));
}
