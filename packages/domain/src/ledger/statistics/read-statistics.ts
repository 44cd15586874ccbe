import { addDays, type BusinessDay, type DayRange, STATS_TYPE } from '@partnerdesk/contracts';
import type { mongo } from 'mongoose';
import {
  addNumbers,
  collectionOf,
  dayOf,
  getOrMake,
  hourOfDay,
  pushTo,
  setNewest,
  slicesOf,
  startOfDay,
} from '../../platform';
import { countEvent, FIGURES, type Figures, saleFiguresOf } from '../figures';
import { readHead } from '../journal-turn';
import { dayKeyOf, entryIDOf, eventOf, payeeKeyOf } from '../keys';
import { DayTotalModel, EntryModel, EventModel, type LedgerEntry, type StoredEvent } from '../ledger.models';

/** Figures of one day, those that are not there are zero. */
export type DayFigures = { day: BusinessDay; figures: Figures };

const SITE = payeeKeyOf('site', 0);

/** A payee's day totals of a range, oldest first, by the driver itself: these are the most frequent reads of all. */
export function readDayTotals(payee: string, { startDate, endDate }: DayRange, options: mongo.FindOptions) {
  const _id: object = { $gte: dayKeyOf(payee, startDate), $lte: dayKeyOf(payee, endDate) };
  return collectionOf(DayTotalModel)
    .find<{ day: BusinessDay } & Figures>({ _id }, { ...options, sort: { _id: 1 } })
    .toArray();
}

/** More days than a call asks for mostly: all of them come with the first answer. */
const BATCH_DAYS = 1000;

/** The days that have figures, oldest first. @param query `staffID`: of staff only; 0: all staff together */
export async function readDayFigures(
  query: DayRange & { statsType: number; staffID: number },
): Promise<DayFigures[]> {
  const isOne = query.statsType === STATS_TYPE.staff && query.staffID > 0;
  // The site's day counts all that the days of staff count.
  const payee = isOne ? payeeKeyOf('staff', query.staffID) : SITE;
  // Documents come whole: picking fields would cost the database more than it saves.
  const totals = await readDayTotals(payee, query, { batchSize: BATCH_DAYS });
  return totals.map((total) => {
    const figures: Figures = {};
    for (const figure of FIGURES) if (total[figure] !== undefined) figures[figure] = total[figure];
    return { day: total.day, figures };
  });
}

/** Adds up days; every figure is there, zero if no day has it. */
export function sumFigures(days: readonly Pick<DayFigures, 'figures'>[]): Required<Figures> {
  const sums = Object.fromEntries(FIGURES.map((figure) => [figure, 0])) as Required<Figures>;
  for (const { figures } of days) addNumbers(sums, figures);
  return sums;
}

/** Events that are in memory at once. */
const STEP = 2000;

/** A day's figures counted from its applied events and their entries. What is counted stays: counting again costs little. */
export class DayRecount {
  /** Payee (`site:0`, `staff:3`, `affiliate:12`), or what keyOf makes of it → what the ledger itself gives for the day. */
  readonly figures = new Map<string, Figures>();
  private readonly counted = new Set<string>();

  /** @param keyOf under which key a payee's event counts, by its instant; undefined: under none */
  constructor(
    readonly day: BusinessDay,
    private readonly keyOf: (payee: string, at: Date) => string | undefined = (payee) => payee,
  ) {}

  /** Counts what is not counted yet. Events of a record that is being written wait: one may be there before its entry. */
  async catchUp(): Promise<void> {
    const { value: through } = await readHead();
    const found = await EventModel.find({ day: this.day, state: 'applied' }, { seq: 1, settledBy: 1 }).lean();
    const all = found.filter(({ seq = 0, settledBy = 0 }) => Math.max(seq, settledBy) <= through);
    let fresh = all.map(({ _id }) => _id).filter((id) => !this.counted.has(id));
    if (all.length - fresh.length !== this.counted.size) {
      // Some that were counted are gone: the database shows another state.
      this.figures.clear();
      this.counted.clear();
      fresh = all.map(({ _id }) => _id);
    }
    for (const ids of slicesOf(fresh, STEP)) await this.count(ids);
  }

  private async count(ids: string[]): Promise<void> {
    const [events, entries] = await Promise.all([
      EventModel.find({ _id: { $in: ids } }).lean<StoredEvent[]>(),
      EntryModel.find({
        _id: { $in: ids.map(entryIDOf.event) },
        type: { $in: ['sale', 'refund'] },
      }).lean<LedgerEntry[]>(),
    ]);
    for (const stored of events) {
      const { figures, staffID } = countEvent(eventOf(stored));
      this.add(stored.at, SITE, figures);
      if (staffID !== undefined) this.add(stored.at, payeeKeyOf('staff', staffID), figures);
    }
    for (const entry of entries) {
      this.add(entry.at, SITE, { payoutCents: entry.payoutCents });
      this.add(entry.at, entry.payee, saleFiguresOf(entry));
    }
    for (const id of ids) this.counted.add(id);
  }

  private add(at: Date, payee: string, figures: Figures): void {
    const key = this.keyOf(payee, at);
    if (key === undefined) return;
    const sums = getOrMake(this.figures, key, () => ({}));
    addNumbers(sums, figures);
  }
}

/** The site's figures of a day by the hour of the business clock; cents. `soFar`: up to the time of day at which it was asked. */
export type DayByHour = { day: BusinessDay; soFar: Figures; hours: { hour: number; figures: Figures }[] };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

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
  const soFar: { figures: Figures }[] = [];
  const byHour = new Map<number, { figures: Figures }[]>();
  for (const [minute, figures] of await countDay(day, startMs)) {
    const ms = startMs + Number(minute) * MINUTE_MS;
    const hour = hourOfDay(ms);
    pushTo(byHour, hour, { figures });
    if (ms <= untilMs) soFar.push({ figures });
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
