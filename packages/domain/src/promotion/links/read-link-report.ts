import {
  addDays,
  type DayRange,
  daysBetween,
  type LinkMarks,
  type LinkReportBy,
  subIdsOf,
} from '@partnerdesk/contracts';
import { linkDayKeyOf } from './add-to-link-days';
import { readCampaigns } from './campaigns';
import { LINK_FIGURES, type LinkDay, LinkDayModel, type LinkFigures, type LinkRow } from './link-day.model';
import { linkKeyOf } from './place-link';

/** A row of a report, cents; `name` as LinkReportRow has it. */
export interface LinkReportLine {
  name: string;
  isOther: boolean;
  marks?: LinkMarks;
  now: LinkFigures;
  before: LinkFigures;
}

/** A report of links, cents. */
export interface LinkReportFiguresOf {
  previous: DayRange;
  total: LinkFigures;
  totalBefore: LinkFigures;
  lines: LinkReportLine[];
}

/** Days of links that are in memory at once. */
const BATCH = 100;

function addTo(sums: LinkFigures, row: LinkFigures): void {
  for (const figure of LINK_FIGURES) if (row[figure]) sums[figure] = (sums[figure] ?? 0) + row[figure];
}

/** The period of the same length that ends on the day before. */
export function periodBefore({ startDate, endDate }: DayRange): DayRange {
  const endBefore = addDays(startDate, -1);
  return { startDate: addDays(endBefore, 0 - daysBetween(startDate, endDate)), endDate: endBefore };
}

/**
 * What came of an affiliate's links in a range, beside the period before. Reads days of links only: their number bounds
 * what it costs, however many entries the affiliate has.
 */
export async function linkReport(
  affID: number,
  range: DayRange,
  by: LinkReportBy,
): Promise<LinkReportFiguresOf> {
  const previous = periodBefore(range);
  const names = new Map((await readCampaigns(affID)).map((each) => [linkKeyOf(each), each.name]));
  const lines = new Map<string, LinkReportLine>();
  const [total, totalBefore]: [LinkFigures, LinkFigures] = [{}, {}];
  const days = LinkDayModel.find({
    _id: { $gte: linkDayKeyOf(affID, previous.startDate), $lte: linkDayKeyOf(affID, range.endDate) },
  })
    .sort({ _id: 1 })
    .lean<LinkDay>()
    .cursor({ batchSize: BATCH });
  for await (const { day, rows } of days) {
    const isNow = day >= range.startDate;
    for (const row of rows) {
      addTo(isNow ? total : totalBefore, row);
      if (by === 'day' && !isNow) continue;
      const { key, ...line } = lineOf(row, day, by, names);
      const own = lines.get(key) ?? { ...line, now: {}, before: {} };
      addTo(isNow ? own.now : own.before, row);
      lines.set(key, own);
    }
  }
  const inOrder = [...lines.values()];
  if (by !== 'day') inOrder.sort(byWeight);
  return { previous, total, totalBefore, lines: inOrder };
}

const byWeight = (a: LinkReportLine, b: LinkReportLine) =>
  (b.now.clicks ?? 0) - (a.now.clicks ?? 0) ||
  (b.now.payoutCents ?? 0) - (a.now.payoutCents ?? 0) ||
  a.name.localeCompare(b.name);

function lineOf(row: LinkRow, day: string, by: LinkReportBy, names: ReadonlyMap<string, string>) {
  const { tid, lp, other } = row;
  const plain = (name: string) => ({ key: `=${name}`, name, isOther: false });
  if (by === 'day') return plain(day);
  if (other === 'links' || (other && by !== 'source' && by !== 'landing'))
    return { key: 'other', name: '', isOther: true };
  if (by === 'source') return plain(tid);
  if (by === 'landing') return plain(lp);
  if (by !== 'link') return plain(row[by] ?? '');
  const key = linkKeyOf(row);
  return { key: `=${key}`, name: names.get(key) ?? '', isOther: false, marks: { tid, lp, ...subIdsOf(row) } };
}
