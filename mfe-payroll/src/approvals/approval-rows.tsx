import { type PayrollApprovalDetails, type PayrollApprovalRow, personIdOf } from '@partnerdesk/contracts';
import { Badge, type Column, formatCount, formatUsd, Panel } from '@partnerdesk/web';
import { VirtualTable } from '@partnerdesk/web/virtual';
import { PAYMENT_COLUMN, PERSON_COLUMNS } from '../payroll/row-columns';
import { useRows } from '../payroll/use-run';
import { useLazyGetApprovalRowsQuery } from './approvals.api';

const COLUMNS: Column<PayrollApprovalRow>[] = [
  ...PERSON_COLUMNS,
  PAYMENT_COLUMN,
  { header: 'Entries', cell: ({ entries }) => formatCount(entries), numeric: true },
  { header: 'Usual', cell: ({ usual }) => (usual === undefined ? '' : formatUsd(usual)), numeric: true },
  { header: 'Amount', cell: ({ amount }) => formatUsd(amount), numeric: true },
  {
    header: 'Differs',
    cell: ({ isNew, accountChanged, unusual }) => (
      <>
        {accountChanged && <Badge tone="bad">Account changed</Badge>}{' '}
        {isNew && <Badge tone="caution">New</Badge>} {unusual && <Badge tone="caution">Far from usual</Badge>}
      </>
    ),
  },
];

/** Exactly what will be paid; those who differ from the last payroll come first. */
export function ApprovalRows({ request }: { request: PayrollApprovalDetails }) {
  const [fetchRows] = useLazyGetApprovalRowsQuery();
  const rows = useRows(fetchRows, String(request.approvalID), request.rows);
  return (
    <Panel
      title="What will be paid"
      actions={<span className="pd-panel-muted">what differs comes first</span>}
    >
      <VirtualTable
        caption="Payments of the request"
        columns={COLUMNS}
        count={request.rows}
        rowAt={rows.rowAt}
        rowKey={personIdOf}
        onRange={rows.ensure}
      />
    </Panel>
  );
}
