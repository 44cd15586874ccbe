import type { RevealsOfPerson } from '@partnerdesk/contracts';
import { type Column, DataTable, formatCount, Panel } from '@partnerdesk/web';

const COLUMNS: Column<RevealsOfPerson>[] = [
  { header: 'Person', cell: ({ emailAddress }) => emailAddress, rowHeader: true },
  { header: 'Last hour', cell: ({ lastHour }) => formatCount(lastHour), numeric: true },
  { header: 'Last day', cell: ({ lastDay }) => formatCount(lastDay), numeric: true },
];

/** Who has looked at hidden numbers in full lately. */
export function RecentReveals({ reveals }: { reveals: readonly RevealsOfPerson[] }) {
  return (
    <Panel title="Numbers shown in full">
      <DataTable
        caption="Numbers shown in full"
        columns={COLUMNS}
        rows={reveals}
        rowKey={({ emailAddress }) => emailAddress}
      />
    </Panel>
  );
}
