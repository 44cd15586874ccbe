import type { TrackingSource } from '@partnerdesk/contracts';
import { type Column, DataTable, formatCount, formatUsd, Link, Panel } from '@partnerdesk/web';

const SHOWN = 5;

const COLUMNS: Column<TrackingSource>[] = [
  {
    header: 'Source',
    cell: (row) => [row.tid || 'No source id', row.lp].filter(Boolean).join(', '),
    rowHeader: true,
  },
  { header: 'Clicks', cell: (row) => formatCount(row.clicks), numeric: true },
  { header: 'Joins', cell: (row) => formatCount(row.joins), numeric: true },
  { header: 'Payout', cell: (row) => formatUsd(row.payout), numeric: true },
];

/** The sources with the highest payout, of all time. */
export function BestSources({ sources }: { sources: readonly TrackingSource[] }) {
  const best = [...sources].sort((a, b) => b.payout - a.payout || b.clicks - a.clicks).slice(0, SHOWN);
  return (
    <Panel title="Best sources of all time" actions={<Link to="/reports?by=source">Report by source</Link>}>
      <DataTable
        caption="Best sources"
        columns={COLUMNS}
        rows={best}
        rowKey={(row) => `${row.tid} ${row.lp}`}
      />
    </Panel>
  );
}
