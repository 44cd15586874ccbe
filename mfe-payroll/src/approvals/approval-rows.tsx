import { type PayrollApprovalDetails, type PayrollApprovalRow, personIdOf } from '@partnerdesk/contracts';
import { Badge, type Column, formatCount, formatUsd, Panel } from '@partnerdesk/web';
import { VirtualTable } from '@partnerdesk/web/virtual';
import { nameColumn, PAYMENT_COLUMN, PERIOD_COLUMN } from '../payroll/row-columns';
import { useRows } from '../payroll/use-rows';
import { useLazyGetApprovalRowsQuery } from './approvals.api';

/** Height of a row of two lines, px. */
const ROW_PX = 52;

const COLUMNS: Column<PayrollApprovalRow>[] = [
  nameColumn(),
  PERIOD_COLUMN,
  PAYMENT_COLUMN,
  {
    header: 'Entries',
    cell: ({ entries }) => formatCount(entries),
    numeric: true,
    className: 'pay-wide',
  },
  {
    header: 'Usual',
    cell: ({ usual }) => (usual === undefined ? '' : formatUsd(usual)),
    numeric: true,
    className: 'pay-wide',
  },
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
      title="What will be executed"
      actions={<span className="pd-panel-muted">what differs comes first</span>}
    >
      <div className="pay-review-list">
        <VirtualTable
          caption="Payments of the request"
          rowPx={ROW_PX}
          columns={COLUMNS}
          count={request.rows}
          rowAt={rows.rowAt}
          rowKey={personIdOf}
          onRange={rows.ensure}
        />
      </div>
    </Panel>
  );
}
