import { type PayrollOverview, personIdOf, personNameOf } from '@partnerdesk/contracts';
import { DataTable, formatUsd, Panel } from '@partnerdesk/web';
import { StatementLink } from '../payroll/report-columns';
import { counted } from '../payroll/texts';

type ReturnedPayment = PayrollOverview['returned'][number];

/** Payments that came back, with the reason; their amounts are open again. */
export function Returned({ overview: { returned, progress } }: { overview: PayrollOverview }) {
  const { payments, amount } = progress.returned;
  return (
    <Panel
      title="Came back"
      actions={
        <span className="pd-panel-muted">
          {counted(payments, 'payment')}, {formatUsd(amount)}: in the next payroll
        </span>
      }
    >
      <DataTable<ReturnedPayment>
        stacked
        caption="Came back"
        columns={[
          { header: 'Name', rowHeader: true, cell: (row) => `${personNameOf(row)} (ID ${personIdOf(row)})` },
          { header: 'Reason', cell: ({ reason }) => reason, className: 'pay-text' },
          { header: 'Amount', cell: (row) => formatUsd(row.amount), numeric: true, besideName: true },
          { header: 'Statement', cell: (row) => <StatementLink {...row} /> },
        ]}
        rows={returned}
        rowKey={({ payrollID }) => payrollID}
      />
    </Panel>
  );
}
