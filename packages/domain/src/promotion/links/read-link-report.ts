import {
  type Comparison,
  comparedRange,
  type DayRange,
  type LinkMarks,
  type LinkReportBy,
  subIdsOf,
} from '@partnerdesk/contracts';
import { getOrMake } from '../../platform';
import { linkDayKeyOf } from './add-to-link-days';
import { readCampaigns } from './campaigns';
import {
  LINK_FIGURES,
  type LinkDay,
  LinkDayModel,
  type LinkFigures,
  type LinkRow,
  linkKeyOf,
} from './link-day.model';

/** A row of a report, cents; `name` as LinkReportRow has it. */
export interface LinkReportLine {
  name: string;
  isOther: boolean;
  marks?: LinkMarks;
  now: LinkFigures;
  before: LinkFigures;
}

const BATCH = 100;

function addTo(sums: LinkFigures, row: LinkFigures): void {
  for (const figure of LINK_FIGURES) if (row[figure]) sums[figure] = (sums[figure] ?? 0) + row[figure];
}

/** What came of an affiliate's links, cents. Reads days of links only: their number bounds the cost, however many entries there are. */
export async function linkReport(
  affID: number,
  range: DayRange,
  by: LinkReportBy,
  comparison: Comparison = 'before',
) {
  const previous = comparedRange(range, comparison);
  const names = new Map((await readCampaigns(affID)).map((each) => [linkKeyOf(each), each.name]));
  const lines = new Map<string, LinkReportLine>();
  const linesBefore = new Map<string, LinkReportLine>();
  const [total, totalBefore]: [LinkFigures, LinkFigures] = [{}, {}];
  // By day the days that it is compared with have lines of their own.
  const add = async ({ startDate, endDate }: DayRange, isNow: boolean) => {
    const shown = by === 'day' && !isNow ? linesBefore : lines;
    const _id = { $gte: linkDayKeyOf(affID, startDate), $lte: linkDayKeyOf(affID, endDate) };
    const days = LinkDayModel.find({ _id }).sort({ _id: 1 }).lean<LinkDay>().cursor({ batchSize: BATCH });
    for await (const { day, rows } of days) {
      for (const row of rows) {
        addTo(isNow ? total : totalBefore, row);
        const { key, ...line } = lineOf(row, day, by, names);
        const own = getOrMake(shown, key, () => ({ ...line, now: {}, before: {} }));
        addTo(isNow || by === 'day' ? own.now : own.before, row);
      }
    }
  };
  await add(previous, false);
  await add(range, true);
  const inOrder = [...lines.values()];
  if (by !== 'day') inOrder.sort(byWeight);
  return { previous, total, totalBefore, lines: inOrder, linesBefore: [...linesBefore.values()] };
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
