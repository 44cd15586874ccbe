import { addDays, type BusinessDay, type DayRange, daysBetween } from '@partnerdesk/contracts';
import { addNumbers, getOrMake, inBatches, plainModel, upsert } from '../../platform';
import { withAttributions } from '../batched-reads';
import { EffectsBuilder } from '../effects';
import { FIGURES, type Figure } from '../figures';
import { appendToJournal, catchUpLedger } from '../journal';
import { payeeKeyOf, sourceKeyOf } from '../keys';
import {
  type Attribution,
  AttributionModel,
  type DayTotal,
  DayTotalModel,
  EntryModel,
  JournalModel,
  type LedgerEntry,
  SOURCE_FIGURES,
  type Source,
  type SourceIncrement,
  type SourceTotal,
  SourceTotalModel,
  type TotalKind,
} from '../ledger.models';
import { DayRecount } from './read-statistics';

/** The progress of a recount of a range, so that the next call continues where a killed one stopped. */
interface StatisticsRebuild {
  /** `yyyy-mm-dd:yyyy-mm-dd`, first and last day. */
  _id: string;
  /** First day that is not done; missing in what versions that kept ended recounts have left. */
  nextDay?: BusinessDay;
  /** The journal's last record at the start: what the recount corrects comes after it. */
  journalHead: number;
}
export const StatisticsRebuildModel = plainModel<StatisticsRebuild>(
  'StatisticsRebuild',
  'statisticsRebuilds',
  String,
);

export type WrongFigure<Figure extends string> = { figure: Figure; stored: number; counted: number };

/** Which of these figures differ; one that is not there is 0. */
export function wrongFigures<Figure extends string>(
  figures: readonly Figure[],
  stored: object = {},
  counted: { readonly [Each in Figure]?: number } = {},
): WrongFigure<Figure>[] {
  const has = stored as Record<string, unknown>;
  return figures
    .map((figure) => ({ figure, stored: Number(has[figure] ?? 0), counted: counted[figure] ?? 0 }))
    .filter((each) => each.stored !== each.counted);
}

/** A figure of a day that was not what the ledger gives; money in cents. `payee`: `site:0`, `staff:3`, `affiliate:12`. */
export type FigureDifference = WrongFigure<Figure> & { day: BusinessDay; payee: string };

type Corrected = { differences: FigureDifference[] };
type RebuildOptions = { restart?: boolean; onProgress?: (daysDone: number, total: number) => void };

/**
 * Recounts the day totals of a range from the ledger and corrects what is off, day by day, while the system runs. A call
 * with the same range continues where a killed one stopped, unless it says `restart`.
 * @returns `resumedAfter`: days that a killed call had done; `differences`: all that was off, by what that one found, too
 */
export async function rebuildStatistics(
  range: DayRange,
  { restart = false, onProgress = () => {} }: RebuildOptions = {},
) {
  const { startDate, endDate } = range;
  const days = daysBetween(startDate, endDate) + 1;
  const { id, from, journalHead } = await takeUp(range, restart);
  const resumedAfter = daysBetween(startDate, from);
  onProgress(resumedAfter, days);
  for (let day = from; day <= endDate; day = addDays(day, 1)) {
    await rebuildDay(day);
    await StatisticsRebuildModel.updateOne({ _id: id }, { $set: { nextDay: addDays(day, 1) } });
    onProgress(daysBetween(startDate, day) + 1, days);
  }
  await StatisticsRebuildModel.deleteOne({ _id: id });
  return { days, resumedAfter, differences: await correctedSince(journalHead, range) };
}

/** Where to go on: at the day where a former call was cut off, else at the start. */
async function takeUp({ startDate, endDate }: DayRange, restart: boolean) {
  const id = `${startDate}:${endDate}`;
  const former = restart ? null : await StatisticsRebuildModel.findById(id).lean();
  if (former?.nextDay) return { id, from: former.nextDay, journalHead: former.journalHead };
  const journalHead = await catchUpLedger();
  await upsert(StatisticsRebuildModel, { _id: id }, { $set: { nextDay: startDate, journalHead } });
  return { id, from: startDate, journalHead };
}

/** What was corrected, as the journal has it: there it is together with the correction itself or not at all. */
async function correctedSince(journalHead: number, range: DayRange): Promise<FigureDifference[]> {
  const corrections = { _id: { $gt: journalHead }, details: { $exists: true } };
  const records = await JournalModel.find(corrections, { details: 1 }).sort({ _id: 1 }).lean();
  return records
    .flatMap(({ details }) => (details as Partial<Corrected>).differences ?? [])
    .filter(({ day }) => day >= range.startDate && day <= range.endDate);
}

/**
 * Recounts a day and corrects wrong figures while events keep arriving: a correction is planned at the head of the journal,
 * where totals and events stand for the same state. Most of the count is done before. @returns what was wrong
 */
export async function rebuildDay(day: BusinessDay): Promise<FigureDifference[]> {
  const recount = new DayRecount(day);
  await recount.catchUp();
  const all: FigureDifference[] = [];
  for (;;) {
    const { differences, more } = await correctSome(recount);
    all.push(...differences);
    if (!more) return all;
  }
}

/** Totals, or persons, that one record corrects at most. */
const CORRECTION_STEP = 500;

function correctSome(recount: DayRecount): Promise<{ differences: FigureDifference[]; more: boolean }> {
  return appendToJournal(async () => {
    await recount.catchUp();
    const found = await compare(recount);
    const payees = new Set([...new Set(found.map(({ payee }) => payee))].slice(0, CORRECTION_STEP));
    const differences = found.filter(({ payee }) => payees.has(payee));
    // Increments, like those of any other record.
    const builder = new EffectsBuilder();
    for (const { day, payee, figure, stored, counted } of differences) {
      const [kind, id] = payee.split(':') as [TotalKind, string];
      builder.addToDay(kind, Number(id), day, { [figure]: counted - stored });
    }
    return {
      effects: builder.build(),
      note: `statistics recounted: ${recount.day}`,
      details: { differences } satisfies Corrected,
      result: { differences, more: differences.length < found.length },
    };
  });
}

async function compare({ day, figures }: DayRecount): Promise<FigureDifference[]> {
  const totals = await DayTotalModel.find({ day }).lean<DayTotal[]>();
  const stored = new Map(totals.map((total) => [payeeKeyOf(total.kind, total.personID), total]));
  const payees = [...new Set([...stored.keys(), ...figures.keys()])].sort();
  return payees.flatMap((payee) =>
    wrongFigures(FIGURES, stored.get(payee), figures.get(payee)).map((each) => ({ day, payee, ...each })),
  );
}

/** A figure of a tracking source that was not what the ledger gives. Money in cents. */
type SourceDifference = Source & WrongFigure<(typeof SOURCE_FIGURES)[number]>;

const READ_STEP = 1000;

/**
 * Every affiliate's sources, counted from attributions and entries.
 * @param through source's key → the last record that counts for it
 * @param applied the last record that is written whole: of a later one an entry may be there before its attribution
 */
async function countSources(through: (key: string) => number, applied: number) {
  const sources = new Map<string, Source & { figures: SourceIncrement }>();
  const add = ({ affID, tid, lp }: Source, inc: SourceIncrement, seq = 0) => {
    const key = sourceKeyOf({ affID, tid, lp });
    if (seq <= through(key))
      addNumbers(getOrMake(sources, key, () => ({ affID, tid, lp, figures: {} })).figures, inc);
  };
  for await (const each of AttributionModel.find().lean<Attribution>().cursor({ batchSize: READ_STEP }))
    if (each.affID) add(each, { joins: 1 }, each.seq);
  const payee = { $gt: 'affiliate:', $lt: 'affiliate;' };
  const entries = EntryModel.find({ payee, type: { $in: ['sale', 'refund'] }, seq: { $lte: applied } })
    .lean<LedgerEntry>()
    .cursor({ batchSize: READ_STEP });
  for await (const step of inBatches(entries, READ_STEP))
    for (const [{ type, amountCents: salesCents, payoutCents, seq }, source] of await withAttributions(step))
      add(source, { salesCount: type === 'sale' ? 1 : 0, salesCents, payoutCents }, seq);
  return sources;
}

/** What is off, by source. Each total is compared with what is counted through the record that wrote it last. */
async function compareSources(head: number): Promise<SourceDifference[][]> {
  const totals = await SourceTotalModel.find().lean<SourceTotal[]>();
  const stored = new Map(totals.map((each) => [each._id, each]));
  // What the totals that were read have, the entries have as well.
  const applied = await catchUpLedger();
  const counted = await countSources((key) => stored.get(key)?.seq ?? head, applied);
  return [...new Set([...counted.keys(), ...stored.keys()])].flatMap((key) => {
    const total = stored.get(key);
    const { affID, tid, lp } = (counted.get(key) ?? total) as Source;
    const differences = wrongFigures(SOURCE_FIGURES, total, counted.get(key)?.figures);
    return differences.length ? [differences.map((each) => ({ affID, tid, lp, ...each }))] : [];
  });
}

/** Corrects sources by increments, unless another call has corrected some since `head`. @returns whether they are corrected */
function correctSources(wrong: readonly SourceDifference[][], head: number): Promise<boolean> {
  return appendToJournal(async () => {
    const others = await JournalModel.exists({
      _id: { $gt: head },
      'details.sourceDifferences': { $exists: true },
    });
    if (others) return { effects: undefined, note: '', result: false };
    const builder = new EffectsBuilder();
    for (const { figure, stored, counted, ...source } of wrong.flat())
      builder.addToSource(source, { [figure]: counted - stored });
    return {
      effects: builder.build(),
      note: `sources recounted: ${wrong.length}`,
      details: { sourceDifferences: wrong.flat() },
      result: true,
    };
  });
}

/** Recounts the totals of every source and corrects what is off, while events keep coming in. @returns what was off */
export async function rebuildSources(): Promise<SourceDifference[]> {
  const corrected: SourceDifference[] = [];
  for (;;) {
    const head = await catchUpLedger();
    const wrong = await compareSources(head);
    if (wrong.length === 0) return corrected;
    const step = wrong.slice(0, CORRECTION_STEP);
    if (await correctSources(step, head)) corrected.push(...step.flat());
  }
}
