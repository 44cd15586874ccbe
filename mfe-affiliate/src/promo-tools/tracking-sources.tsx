import type { TrackingSource } from '@partnerdesk/contracts';
import {
  type Column,
  CopyButton,
  DataTable,
  EmptyState,
  formatCount,
  formatUsd,
  Link,
  Panel,
  QueryView,
  sumUsd,
  useAffiliateId,
} from '@partnerdesk/web';
import { useAdvertisingLink, useLandingTitles } from '../links/links';
import { useGetTrackingSourcesQuery } from './promo.api';
import '../totals.css';

/** What came of each source and landing page: clicks, joins, sales, payout. */
export function TrackingSources() {
  const query = useGetTrackingSourcesQuery(useAffiliateId());
  return (
    <Panel title="Sources and landing pages" actions={<Link to="/reports">Reports by period</Link>}>
      <QueryView query={query} failure="Your sources could not be loaded.">
        {(rows) => <SourcesTable rows={rows} />}
      </QueryView>
    </Panel>
  );
}

function SourcesTable({ rows }: { rows: readonly TrackingSource[] }) {
  const linkOf = useAdvertisingLink();
  const titles = useLandingTitles();
  if (rows.length === 0) return <EmptyState text="Nobody has come through your links yet" />;
  const columns: Column<TrackingSource>[] = [
    { header: 'Source', cell: (row) => row.tid || 'No source id', rowHeader: true },
    { header: 'Landing page', cell: (row) => (row.lp ? (titles.get(row.lp) ?? row.lp) : 'Default page') },
    { header: 'Clicks', cell: (row) => formatCount(row.clicks), numeric: true },
    { header: 'Joins', cell: (row) => formatCount(row.joins), numeric: true },
    { header: 'Sales', cell: (row) => formatUsd(row.sales), numeric: true },
    { header: 'Payout', cell: (row) => formatUsd(row.payout), numeric: true, besideName: true },
    {
      header: 'Link',
      cell: (row) => (
        <CopyButton
          text={linkOf(row)}
          what={`link of ${[row.tid || 'no source id', row.lp].filter(Boolean).join(', ')}`}
        />
      ),
      numeric: true,
    },
  ];
  const count = (pick: (row: TrackingSource) => number) =>
    formatCount(rows.reduce((sum, row) => sum + pick(row), 0));
  const dollars = (pick: (row: TrackingSource) => number) => formatUsd(sumUsd(rows.map(pick)));
  return (
    <DataTable
      stacked
      caption="Sources and landing pages"
      columns={columns}
      rows={rows}
      rowKey={(row) => `${row.tid} ${row.lp}`}
      footer={[
        'Total',
        '',
        count((row) => row.clicks),
        count((row) => row.joins),
        dollars((row) => row.sales),
        dollars((row) => row.payout),
        '',
      ]}
    />
  );
}
