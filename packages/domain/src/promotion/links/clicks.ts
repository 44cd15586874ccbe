import type { BusinessDay, LinkMarks } from '@partnerdesk/contracts';
import { AffiliateModel, notePerformance } from '../../accounts';
import { addSums, findAmong, type Source, SourceTotalModel, sourceKeyOf } from '../../ledger';
import { addNumbers, getOrMake, plainModel, setNewest, slicesOf } from '../../platform';
import { addToLinkDays, type LinkDayAddition, linkDayKeyOf } from './add-to-link-days';
import { type LinkDay, LinkDayModel, LinkRows } from './link-day.model';

/** Clicks of people on an affiliate's links of one source and landing page, all time. */
interface ClickTotal extends Source {
  _id: string;
  clicks: number;
  /** The batch that wrote last. */
  seq?: number;
}

export const ClickTotalModel = plainModel<ClickTotal>('ClickTotal', 'clickTotals', String, [[{ affID: 1 }]]);

/** A trackID never changes; one that is unknown may be given out any moment. */
const UNKNOWN_MS = 30_000;
const MAX_REMEMBERED = 10_000;
/** affID, or until when the trackID is known to be nobody's. */
const remembered = new Map<string, { affID: number } | { unknownUntil: number }>();

/** The affiliate of a trackID; undefined for nobody's. */
export async function affiliateOfTrackId(trackID: string): Promise<number | undefined> {
  const known = remembered.get(trackID);
  if (known && 'affID' in known) return known.affID;
  if (known && known.unknownUntil > Date.now()) return undefined;
  const affiliate = await AffiliateModel.findOne({ trackID }, { affID: 1, _id: 0 }).lean<{ affID: number }>();
  const learnt = affiliate ? { affID: affiliate.affID } : { unknownUntil: Date.now() + UNKNOWN_MS };
  setNewest(remembered, trackID, learnt, MAX_REMEMBERED);
  return affiliate?.affID;
}

/** What came of one source and landing page, all time; cents, refunds taken off. */
export type SourceFigures = Record<'tid' | 'lp', string> & typeof NO_FIGURES;
const NO_FIGURES = { clicks: 0, joins: 0, salesCents: 0, payoutCents: 0 };

export async function trackingSources(affID: number): Promise<SourceFigures[]> {
  const [clicks, totals] = await Promise.all([
    ClickTotalModel.find({ affID }).lean<ClickTotal[]>(),
    SourceTotalModel.find({ affID }).lean(),
  ]);
  const rows = new Map<string, SourceFigures>();
  const rowOf = ({ tid, lp }: { tid: string; lp: string }): SourceFigures =>
    getOrMake(rows, sourceKeyOf({ affID, tid, lp }), () => ({ tid, lp, ...NO_FIGURES }));
  for (const click of clicks) rowOf(click).clicks += click.clicks;
  for (const total of totals) {
    const { joins = 0, salesCents = 0, payoutCents = 0 } = total;
    addNumbers(rowOf(total), { joins, salesCents, payoutCents });
  }
  return [...rows.values()].sort(
    (a, b) =>
      b.clicks - a.clicks ||
      b.salesCents - a.salesCents ||
      `${a.tid}|${a.lp}`.localeCompare(`${b.tid}|${b.lp}`),
  );
}

export interface ClickCount {
  affID: number;
  day: BusinessDay;
  /** Missing: the link is not known any more. */
  marks?: LinkMarks;
  /** Clicks of people, those of visitors who had not clicked on this day, and clicks of bots. */
  inc: { clicks?: number; visitors?: number; bots?: number };
}

/**
 * Sources of an affiliate that clicks bring, of all time: anybody can invent them every day, and each view of the
 * dashboard reads them all. The batch that reaches it may exceed it by MAX_LINKS_A_DAY.
 */
export const MAX_SOURCES = 5000;
/** One command holds 16 MB, and a batch has as many sources as had gathered. */
const STEP = 5000;

/**
 * Adds a batch of clicks to their days and to the totals of their sources. Safe to repeat under the same number, which
 * must be greater than those of earlier batches of the same days.
 */
export async function addClicks(batch: number, counts: readonly ClickCount[]): Promise<void> {
  const beyond = await sourcesBeyondLimit(counts);
  const days = new Map<string, LinkDayAddition>();
  for (const { affID, day, marks, inc } of counts) {
    const { additions } = getOrMake(days, linkDayKeyOf(affID, day), () => ({ affID, day, additions: [] }));
    additions.push({
      marks,
      inc,
      isBeyond: marks !== undefined && beyond.has(sourceKeyOf({ affID, ...marks })),
    });
  }
  await addToLinkDays('clicksThrough', batch, [...days.values()]);
  await addToTotals(batch, counts);
  await notePerformance(
    'affiliate',
    counts.map(({ affID }) => affID),
  );
}

/** Keys of sources without a total, of affiliates who have MAX_SOURCES of them. */
async function sourcesBeyondLimit(counts: readonly ClickCount[]): Promise<Set<string>> {
  const sources = new Map<string, number>();
  for (const { affID, marks } of counts) if (marks) sources.set(sourceKeyOf({ affID, ...marks }), affID);
  const known = await findAmong(sources.keys(), (_id) => ClickTotalModel.find({ _id }, { _id: 1 }).lean());
  for (const { _id } of known) sources.delete(_id);
  const full = new Set<number>();
  for (const affID of new Set(sources.values()))
    if ((await ClickTotalModel.countDocuments({ affID })) >= MAX_SOURCES) full.add(affID);
  return new Set([...sources].flatMap(([key, affID]) => (full.has(affID) ? key : [])));
}

/** Totals keep the sources apart that the days do. */
async function addToTotals(batch: number, counts: readonly ClickCount[]): Promise<void> {
  const found = await LinkDayModel.find({
    _id: { $in: [...new Set(counts.map(({ affID, day }) => linkDayKeyOf(affID, day)))] },
  }).lean<LinkDay[]>();
  const days = new Map(found.map((each) => [each._id, new LinkRows(each.rows)]));
  const sums = new Map<string, { _id: string; inc: { clicks: number }; made: Source }>();
  for (const { affID, day, marks, inc } of counts) {
    if (!inc.clicks) continue;
    const row = days.get(linkDayKeyOf(affID, day))?.find(marks);
    const made = { affID, tid: row?.tid ?? '', lp: row?.lp ?? '' };
    const _id = sourceKeyOf(made);
    getOrMake(sums, _id, () => ({ _id, inc: { clicks: 0 }, made })).inc.clicks += inc.clicks;
  }
  for (const step of slicesOf([...sums.values()], STEP))
    await addSums(ClickTotalModel.collection.collectionName, batch, step);
}
