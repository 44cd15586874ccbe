import { addNumbers, getOrMake, inBatches } from '../../platform';
import { withAttributions } from '../batched-reads';
import { EffectsBuilder } from '../effects';
import { appendToJournal, catchUpLedger } from '../journal';
import { sourceKeyOf } from '../keys';
import {
  type Attribution,
  AttributionModel,
  EntryModel,
  JournalModel,
  type LedgerEntry,
  SOURCE_FIGURES,
  type Source,
  type SourceIncrement,
  type SourceTotal,
  SourceTotalModel,
} from '../ledger.models';
import { CORRECTION_STEP, type WrongFigure, wrongFigures } from './rebuild-statistics';

/** A figure of a tracking source that was not what the ledger gives. Money in cents. */
export type SourceDifference = Source & WrongFigure<(typeof SOURCE_FIGURES)[number]>;

const STEP = 1000;

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
  for await (const each of AttributionModel.find().lean<Attribution>().cursor({ batchSize: STEP }))
    if (each.affID) add(each, { joins: 1 }, each.seq);
  const payee = { $gt: 'affiliate:', $lt: 'affiliate;' };
  const entries = EntryModel.find({ payee, type: { $in: ['sale', 'refund'] }, seq: { $lte: applied } })
    .lean<LedgerEntry>()
    .cursor({ batchSize: STEP });
  for await (const step of inBatches(entries, STEP))
    for (const [{ type, amountCents: salesCents, payoutCents, seq }, source] of await withAttributions(step))
      add(source, { salesCount: type === 'sale' ? 1 : 0, salesCents, payoutCents }, seq);
  return sources;
}

/** What is off, by source. Each total is compared with what is counted through the record that wrote it last. */
async function compare(head: number): Promise<SourceDifference[][]> {
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
function correct(wrong: readonly SourceDifference[][], head: number): Promise<boolean> {
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
    const wrong = await compare(head);
    if (wrong.length === 0) return corrected;
    const step = wrong.slice(0, CORRECTION_STEP);
    if (await correct(step, head)) corrected.push(...step.flat());
  }
}
