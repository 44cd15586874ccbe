import { EffectsBuilder } from '../effects-builder';
import { appendToJournal, catchUpLedger } from '../journal';
import { JournalModel } from '../journal.model';
import {
  type Attribution,
  AttributionModel,
  EntryModel,
  type LedgerEntry,
  type SourceIncrement,
  type SourceTotal,
  SourceTotalModel,
} from '../ledger.models';
import { type Source, sourceKeyOf } from '../payee';
import { CORRECTION_STEP } from './rebuild-day';

const FIGURES = ['joins', 'salesCount', 'salesCents', 'payoutCents'] as const;

/** A figure of a tracking source that was not what the ledger gives. Money in cents. */
export interface SourceDifference extends Source {
  figure: (typeof FIGURES)[number];
  stored: number;
  counted: number;
}

interface CountedSource extends Source {
  figures: Required<SourceIncrement>;
}

const STEP = 1000;
type SaleLine = Pick<LedgerEntry, 'type' | 'amountCents' | 'payoutCents' | 'memberID' | 'seq'>;

/**
 * Every affiliate's sources, counted from attributions and entries.
 * @param through source's key → the last record that counts for it
 */
async function countSources(through: (key: string) => number): Promise<Map<string, CountedSource>> {
  const sources = new Map<string, CountedSource>();
  const add = ({ affID, tid, lp }: Attribution, seq: number | undefined, inc: SourceIncrement) => {
    const key = sourceKeyOf({ affID, tid, lp });
    if ((seq ?? 0) > through(key)) return;
    let source = sources.get(key);
    if (!source) {
      source = { affID, tid, lp, figures: { joins: 0, salesCount: 0, salesCents: 0, payoutCents: 0 } };
      sources.set(key, source);
    }
    for (const figure of FIGURES) source.figures[figure] += inc[figure] ?? 0;
  };
  for await (const each of AttributionModel.find().lean<Attribution>().cursor({ batchSize: STEP }))
    if (each.affID) add(each, each.seq, { joins: 1 });
  let lines: SaleLine[] = [];
  const count = async () => {
    const members = [...new Set(lines.map(({ memberID = 0 }) => memberID))];
    const found = await AttributionModel.find({ _id: { $in: members } }).lean<Attribution[]>();
    const byMember = new Map(found.map((each) => [each._id, each]));
    for (const { type, amountCents, payoutCents, memberID = 0, seq } of lines) {
      const attribution = byMember.get(memberID);
      if (!attribution)
        throw new Error(`a ${type} of member ${memberID} is applied, the member is not known`);
      add(attribution, seq, {
        salesCount: type === 'sale' ? 1 : 0,
        salesCents: amountCents,
        payoutCents,
      });
    }
    lines = [];
  };
  const entries = EntryModel.find({ payee: { $gt: 'affiliate:', $lt: 'affiliate;' } })
    .lean<LedgerEntry>()
    .cursor({ batchSize: STEP });
  for await (const entry of entries) {
    if (entry.type !== 'sale' && entry.type !== 'refund') continue;
    if (lines.push(entry) === STEP) await count();
  }
  await count();
  return sources;
}

/**
 * Stored totals against the count. Each total names the record that wrote last, and is compared with what is counted
 * through that record: so it does not matter that records keep coming in.
 * @returns what is off, by source
 */
async function compare(head: number): Promise<SourceDifference[][]> {
  const stored = new Map(
    (await SourceTotalModel.find().lean<SourceTotal[]>()).map((each) => [each._id, each]),
  );
  // What the totals that were read have, the entries have as well.
  await catchUpLedger();
  const counted = await countSources((key) => stored.get(key)?.seq ?? head);
  return [...new Set([...counted.keys(), ...stored.keys()])].flatMap((key) => {
    const total = stored.get(key);
    const { affID, tid, lp } = (counted.get(key) ?? total) as CountedSource;
    const differences = FIGURES.map((figure) => ({
      affID,
      tid,
      lp,
      figure,
      stored: Number(total?.[figure] ?? 0),
      counted: counted.get(key)?.figures[figure] ?? 0,
    })).filter((each) => each.stored !== each.counted);
    return differences.length ? [differences] : [];
  });
}

/**
 * Corrects sources by what they are off: increments, which hold whatever is added meanwhile, unless another call has
 * corrected sources since `head`. @returns whether they are corrected
 */
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

/**
 * Recounts the totals of every tracking source from the ledger and corrects what is off, while events keep coming in.
 * Safe to repeat: what is corrected is not off any more. The counts of all sources are held in memory.
 * @returns what was off and is corrected
 */
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
