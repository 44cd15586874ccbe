import type { BusinessDay, LinkMarks } from '@partnerdesk/contracts';
import { notePerformance } from '../../accounts';
import { addSums, askInBatches, type Source, sourceKeyOf } from '../../ledger';
import { getOrMake, pushTo, slicesOf } from '../../platform';
import { addToLinkDays, type LinkDayAddition, linkDayKeyOf } from './add-to-link-days';
import { ClickTotalModel } from './clicks';
import { type LinkDay, LinkDayModel } from './link-day.model';
import { LinkRows } from './place-link';

export interface ClickCount {
  affID: number;
  day: BusinessDay;
  /** Missing: the link is not known any more. */
  marks?: LinkMarks;
  /** Clicks of people, those of visitors who had not clicked on this day, and clicks of bots. */
  inc: { clicks?: number; visitors?: number; bots?: number };
}

/** Clicks on further sources of an affiliate count as without a source. */
export const MAX_SOURCES = 5000;
/** One command holds 16 MB, and a batch has as many sources as had gathered. */
const STEP = 5000;

/**
 * Adds a batch of clicks to their days and to the totals of their sources. Safe to repeat under the same number, which
 * must be greater than those of earlier batches of the same days.
 */
export async function addClicks(batch: number, counts: readonly ClickCount[]): Promise<void> {
  const days = new Map<string, LinkDayAddition>();
  for (const { affID, day, marks, inc } of counts) {
    const { additions } = getOrMake(days, linkDayKeyOf(affID, day), () => ({ affID, day, additions: [] }));
    additions.push({ marks, inc });
  }
  await addToLinkDays('clicksThrough', batch, [...days.values()]);
  await addToTotals(batch, counts);
  await notePerformance(
    'affiliate',
    counts.map(({ affID }) => affID),
  );
}

/** Totals keep the sources apart that the days do. */
async function addToTotals(batch: number, counts: readonly ClickCount[]): Promise<void> {
  const found = await LinkDayModel.find({
    _id: { $in: [...new Set(counts.map(({ affID, day }) => linkDayKeyOf(affID, day)))] },
  }).lean<LinkDay[]>();
  const days = new Map(found.map((each) => [each._id, new LinkRows(each.rows)]));
  const sums = new Map<string, Source & { clicks: number }>();
  const add = (source: Source, clicks: number) => {
    getOrMake(sums, sourceKeyOf(source), () => ({ ...source, clicks: 0 })).clicks += clicks;
  };
  for (const { affID, day, marks, inc } of counts) {
    if (!inc.clicks) continue;
    const row = days.get(linkDayKeyOf(affID, day))?.find(marks);
    add({ affID, tid: row?.tid ?? '', lp: row?.lp ?? '' }, inc.clicks);
  }
  for (const key of await beyondLimit(batch, sums)) {
    const { affID, clicks } = sums.get(key) ?? { affID: 0, clicks: 0 };
    sums.delete(key);
    add({ affID, tid: '', lp: '' }, clicks);
  }
  const additions = [...sums].map(([_id, { clicks, ...source }]) => ({
    _id,
    inc: { clicks },
    made: { ...source, since: batch },
  }));
  for (const step of slicesOf(additions, STEP))
    await addSums(ClickTotalModel.collection.collectionName, batch, step);
}

/** Keys of sources that are new in this batch, of affiliates who have MAX_SOURCES already. */
async function beyondLimit(batch: number, sums: ReadonlyMap<string, { affID: number }>): Promise<string[]> {
  const before = { since: { $not: { $gte: batch } } };
  const known = await askInBatches([...sums.keys()], (_id) =>
    ClickTotalModel.find({ _id, ...before }, { _id: 1 }).lean(),
  );
  const isKnown = new Set(known.map(({ _id }) => _id));
  const fresh = new Map<number, string[]>();
  for (const [key, { affID }] of sums) {
    if (isKnown.has(key) || key === sourceKeyOf({ affID, tid: '', lp: '' })) continue;
    pushTo(fresh, affID, key);
  }
  const beyond: string[] = [];
  for (const [affID, keys] of fresh) {
    const left = MAX_SOURCES - (await ClickTotalModel.countDocuments({ affID, ...before }));
    beyond.push(...keys.slice(Math.max(0, left)));
  }
  return beyond;
}
