import type { LinkReport, LinkReportBy, LinkReportFigures, LinkReportRow } from '../calls/links.calls';
import type { TableColumn } from '../table-column';

/** What the first column of a report of links is called. */
export const LINK_REPORT_NAME: Record<LinkReportBy, string> = {
  source: 'Source',
  landing: 'Landing page',
  day: 'Day',
  s1: 'Sub-id s1',
  s2: 'Sub-id s2',
  s3: 'Sub-id s3',
  s4: 'Sub-id s4',
  s5: 'Sub-id s5',
  link: 'Campaign',
};

/** A share in percent with one decimal; undefined where there is nothing to divide by. */
const share = (part: number, whole: number) =>
  whole > 0 ? Math.round((1000 * part) / whole) / 10 : undefined;

/** Rates of links: by visitors, so that nobody counts twice on a day (docs/RULES.md, Clicks). */
export const linkRates = ({ visitors, joins, salesCount, payout }: LinkReportFigures) => ({
  joinRate: share(joins, visitors),
  saleRate: share(salesCount, visitors),
  perVisitor: visitors > 0 ? Math.round((100 * payout) / visitors) / 100 : undefined,
});

type Column = TableColumn<LinkReportRow>;
const count = (header: string, value: Column['value']): Column => ({ header, kind: 'count', value });
const money = (header: string, value: Column['value']): Column => ({ header, kind: 'money', value });

/** What of a row a person reads first. */
export function linkRowName(
  { name, isOther }: Pick<LinkReportRow, 'name' | 'isOther'>,
  by: LinkReportBy,
): string {
  if (isOther) return 'Other';
  if (name) return name;
  if (by === 'source') return 'No source id';
  if (by === 'landing') return 'Default page';
  return by === 'link' ? 'Not saved' : 'None';
}

/** What is exported of a report of links: every row, the period before beside it. */
export function linkReportColumns({ by }: Pick<LinkReport, 'by'>): Column[] {
  const marks: Column[] =
    by === 'link'
      ? (['tid', 'lp', 's1', 's2', 's3', 's4', 's5'] as const).map((id) => ({
          header: id,
          kind: 'text' as const,
          value: (row: LinkReportRow) => row.marks?.[id],
        }))
      : [];
  const before: Column[] =
    by === 'day'
      ? []
      : [
          count('Clicks before', (row) => row.before?.clicks),
          count('Joins before', (row) => row.before?.joins),
          count('Sales before', (row) => row.before?.salesCount),
          money('Payout before', (row) => row.before?.payout),
        ];
  return [
    {
      header: LINK_REPORT_NAME[by],
      kind: by === 'day' ? 'date' : 'text',
      value: (row) => linkRowName(row, by),
    },
    ...marks,
    count('Clicks', ({ clicks }) => clicks),
    count('Visitors', ({ visitors }) => visitors),
    count('Bots', ({ bots }) => bots),
    count('Joins', ({ joins }) => joins),
    count('Joins per 100 visitors', (row) => linkRates(row).joinRate),
    count('Sales', ({ salesCount }) => salesCount),
    count('Sales per 100 visitors', (row) => linkRates(row).saleRate),
    money('Sales amount', ({ sales }) => sales),
    count('Refunds', ({ refundsCount }) => refundsCount),
    money('Refunds amount', ({ refunds }) => refunds),
    money('Payout', ({ payout }) => payout),
    money('Earnings per visitor', (row) => linkRates(row).perVisitor),
    ...before,
  ];
}
