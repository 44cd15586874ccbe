import { addDays, type BusinessDay } from '@partnerdesk/contracts';
import { dayOf, hourOfDay, pushTo, setNewest, startOfDay } from '../../platform';
import type { Figures } from '../figures';
import { payeeKeyOf } from '../keys';
import { type DayFigures, sumFigures } from './read-statistics';
import { DayRecount } from './recount-day';

/**
 * The site's figures of a day by the hour of the business clock; cents. `soFar`: up to the time of day at which it was asked;
 * `hours`: those that have figures, in their order.
 */
export interface DayByHour {
  day: BusinessDay;
  soFar: Figures;
  hours: { hour: number; figures: Figures }[];
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const SITE = payeeKeyOf('site', 0);

/** Days' figures by minutes, and the last count of them: asking again reads the events that have come since. */
const countedDays = new Map<BusinessDay, { recount: DayRecount; counted: Promise<void> }>();
/** Today and yesterday, also while midnight passes. */
const MAX_KEPT = 3;

/** The site's figures of the day `daysBefore` days before that of `now`, counted from its events: no total is kept of hours. */
export async function readDayByHour(now: Date, daysBefore: number): Promise<DayByHour> {
  const today = dayOf(now);
  const day = addDays(today, -daysBefore);
  const startMs = startOfDay(day).getTime();
  const untilMs = sameTimeOn(startMs, now.getTime() - startOfDay(today).getTime(), now);
  const soFar: DayFigures[] = [];
  const byHour = new Map<number, DayFigures[]>();
  for (const [minute, figures] of await countDay(day, startMs)) {
    const ms = startMs + Number(minute) * MINUTE_MS;
    const hour = hourOfDay(ms);
    pushTo(byHour, hour, { day, figures });
    if (ms <= untilMs) soFar.push({ day, figures });
  }
  return {
    day,
    soFar: sumFigures(soFar),
    hours: [...byHour]
      .map(([hour, within]) => ({ hour, figures: sumFigures(within) }))
      .sort((one, other) => one.hour - other.hour),
  };
}

/** When the business clock showed on a day what it shows now (ms): one of the two days may have 23 hours, or 25. */
function sameTimeOn(startMs: number, sinceMidnight: number, now: Date): number {
  const asLong = startMs + sinceMidnight;
  const hour = hourOfDay(now.getTime());
  // Across midnight the shorter way.
  const same = asLong + (((hour - hourOfDay(asLong) + 36) % 24) - 12) * HOUR_MS;
  if (hourOfDay(same) === hour) return same;
  // The clock was put on over this hour: all of the one before it had come.
  return startMs + (Math.floor((same - startMs) / HOUR_MS) + 1) * HOUR_MS - 1;
}

/** Minute since the day's start → the site's figures. */
async function countDay(day: BusinessDay, startMs: number): Promise<ReadonlyMap<string, Figures>> {
  const keyOf = (payee: string, at: Date) =>
    payee === SITE ? String(Math.floor((at.getTime() - startMs) / MINUTE_MS)) : undefined;
  const known = countedDays.get(day);
  const recount = known?.recount ?? new DayRecount(day, keyOf);
  // One after the other: two at once would count an event twice.
  const counted = (known?.counted ?? Promise.resolve()).catch(() => undefined).then(() => recount.catchUp());
  setNewest(countedDays, day, { recount, counted }, MAX_KEPT);
  await counted;
  return recount.figures;
}
