import { AffiliateModel } from '../../accounts';
import { type Source, SourceTotalModel, sourceKeyOf } from '../../ledger';
import { addNumbers, getOrMake, plainModel, setNewest } from '../../platform';

/** Clicks of people on an affiliate's links of one source and landing page, all time. */
interface ClickTotal extends Source {
  _id: string;
  clicks: number;
  /** The batches that made it and that wrote last. */
  since?: number;
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
export interface SourceFigures {
  tid: string;
  lp: string;
  clicks: number;
  joins: number;
  salesCents: number;
  payoutCents: number;
}

/** The most clicks first. */
export async function trackingSources(affID: number): Promise<SourceFigures[]> {
  const [clicks, totals] = await Promise.all([
    ClickTotalModel.find({ affID }).lean<ClickTotal[]>(),
    SourceTotalModel.find({ affID }).lean(),
  ]);
  const rows = new Map<string, SourceFigures>();
  const none = { clicks: 0, joins: 0, salesCents: 0, payoutCents: 0 };
  const rowOf = ({ tid, lp }: { tid: string; lp: string }): SourceFigures =>
    getOrMake(rows, sourceKeyOf({ affID, tid, lp }), () => ({ tid, lp, ...none }));
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
