import {
  COMPARISON_NAMES,
  type Comparison,
  csvOf,
  formatDay,
  LINK_REPORT_NAME,
  type LinkReport,
  type LinkReportRow,
  linkRates,
  linkReportColumns,
  linkRowName,
} from '@partnerdesk/contracts';
import {
  Button,
  type Column,
  DataTable,
  downloadText,
  EmptyState,
  formatCount,
  formatRange,
  formatUsd,
  Link,
  Panel,
} from '@partnerdesk/web';
import { marksText, useLandingTitles } from '../links/links';
import '../totals.css';

const share = (value: number | undefined) => (value === undefined ? '–' : `${value.toFixed(1)}%`);
const usd = (value: number | undefined) => (value === undefined ? '–' : formatUsd(value));

/** The rows of a report, and all of them as CSV. */
export function ReportTable({ report, compare }: { report: LinkReport; compare: Comparison }) {
  const { by, startDate, endDate, rows, isComplete } = report;
  const save = () =>
    downloadText(`links-by-${by}-${startDate}-${endDate}.csv`, csvOf(linkReportColumns(report), rows));
  const isEmpty = rows.length === 0;
  return (
    <Panel
      title={`By ${LINK_REPORT_NAME[by].toLowerCase()}, ${formatRange(report)}`}
      actions={
        !isEmpty && (
          <Button variant="outline-primary" size="sm" onClick={save}>
            Export CSV
          </Button>
        )
      }
    >
      {!isComplete && (
        <p role="status">Sales of the last minutes are still being counted. Open the report again soon.</p>
      )}
      {isEmpty ? (
        <EmptyState text="Nothing came through your links in these days">
          <Link to="/promo-tools">Get links to share</Link>
        </EmptyState>
      ) : (
        <>
          <p className="pd-panel-muted">Gray, under a figure: {COMPARISON_NAMES[compare]}.</p>
          <Rows report={report} />
        </>
      )}
    </Panel>
  );
}

function Rows({ report: { by, rows, total } }: { report: LinkReport }) {
  const titles = useLandingTitles();
  const nameOf = (row: LinkReportRow) => {
    if (by === 'day') return formatDay(row.name);
    return (by === 'landing' && titles.get(row.name)) || linkRowName(row, by);
  };
  const columns: Column<LinkReportRow>[] = [
    { header: LINK_REPORT_NAME[by], cell: nameOf, rowHeader: true },
    ...(by === 'link'
      ? [{ header: 'Carries', cell: ({ marks }: LinkReportRow) => marks && (marksText(marks) || 'No ids') }]
      : []),
    {
      header: 'Clicks',
      cell: (row) => withBefore(formatCount, row.clicks, row.before?.clicks),
      numeric: true,
    },
    { header: 'Visitors', cell: ({ visitors }) => formatCount(visitors), numeric: true },
    { header: 'Joins', cell: (row) => withBefore(formatCount, row.joins, row.before?.joins), numeric: true },
    { header: 'Join rate', cell: (row) => share(linkRates(row).joinRate), numeric: true },
    { header: 'Sales', cell: ({ salesCount }) => formatCount(salesCount), numeric: true },
    { header: 'Sales amount', cell: ({ sales }) => formatUsd(sales), numeric: true },
    { header: 'Refunds', cell: ({ refunds }) => formatUsd(refunds), numeric: true },
    {
      header: 'Payout',
      cell: (row) => withBefore(formatUsd, row.payout, row.before?.payout),
      numeric: true,
      besideName: true,
    },
    { header: 'A visitor', cell: (row) => usd(linkRates(row).perVisitor), numeric: true },
  ];
  const rates = linkRates(total);
  const footer = [
    'Total',
    ...(by === 'link' ? [''] : []),
    ...[total.clicks, total.visitors, total.joins].map(formatCount),
    share(rates.joinRate),
    formatCount(total.salesCount),
    ...[total.sales, total.refunds, total.payout].map(formatUsd),
    usd(rates.perVisitor),
  ];
  return (
    <DataTable
      stacked
      caption={`Links by ${LINK_REPORT_NAME[by].toLowerCase()}`}
      columns={columns}
      rows={rows}
      rowKey={(row) => `${row.isOther ? 'other' : ''}=${row.name}=${JSON.stringify(row.marks ?? '')}`}
      footer={footer}
    />
  );
}

/** A figure with that of the period before beneath it. */
function withBefore(format: (value: number) => string, now: number, before: number | undefined) {
  if (before === undefined) return format(now);
  return (
    <>
      {format(now)}
      <small className="aff-before">
        <span className="visually-hidden">, before </span>
        {format(before)}
      </small>
    </>
  );
}
