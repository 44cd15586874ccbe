import {
  PAY_FILE_FORMAT_TEXT,
  PAYROLLS,
  type PastPayroll,
  type PayrollEvent,
  type PayrollOverview,
  type PayrollType,
  personIdOf,
  personNameOf,
} from '@partnerdesk/contracts';
import {
  Badge,
  type BadgeTone,
  type Column,
  DataTable,
  ErrorState,
  formatCount,
  formatDay,
  formatUsd,
  Link,
  Moment,
  Panel,
  Skeleton,
} from '@partnerdesk/web';
import { Timeline } from '@partnerdesk/web/parts';
import { StatementLink } from '../payroll/payment-cells';
import { useListPastPayrollsQuery } from '../payroll/payroll.api';
import { counted } from '../payroll/texts';
import { summed } from './page-state';

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
      <DataTable
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

const DID: Record<PayrollEvent['step'], { text: string; tone?: BadgeTone }> = {
  requested: { text: 'Approval requested', tone: 'caution' },
  approved: { text: 'Approved', tone: 'good' },
  declined: { text: 'Declined', tone: 'bad' },
  expired: { text: 'Request expired', tone: 'caution' },
  executed: { text: 'Executed', tone: 'good' },
  'file-made': { text: 'file made', tone: 'info' },
  'file-downloaded': { text: 'file downloaded', tone: 'info' },
  'file-discarded': { text: 'file discarded' },
  paid: { text: 'Marked paid', tone: 'good' },
  returned: { text: 'Came back', tone: 'bad' },
};

export function Course({ course }: { course: readonly PayrollEvent[] }) {
  return (
    <Panel title="History">
      {course.length === 0 ? (
        <p className="pd-panel-muted">Nothing was executed yet.</p>
      ) : (
        <Timeline
          label="History of the payroll"
          entries={course.map((event) => {
            const { step, at, by, payments, amount, payFileID, approvalID, format, reason } = event;
            const { text, tone } = DID[step] ?? { text: step };
            const what = format ? `${PAY_FILE_FORMAT_TEXT[format]} ${text}` : text;
            const figures = [
              payments !== undefined && counted(payments, 'payment'),
              amount !== undefined && formatUsd(amount),
            ];
            return {
              key: [step, at, by, payFileID, approvalID].join(' '),
              when: <Moment at={at} />,
              title: what,
              details: [...figures, `by ${by}`, reason].filter(Boolean).join(', '),
              ...(tone && { tone }),
            };
          })}
        />
      )}
    </Panel>
  );
}

export function PastPayrolls({ payrollType, endDate }: { payrollType: PayrollType; endDate: string }) {
  const { data, isError, isFetching, refetch } = useListPastPayrollsQuery(payrollType, {
    refetchOnMountOrArgChange: true,
  });
  const others = data?.filter((past) => past.endDate !== endDate);
  const { page, path } = PAYROLLS[payrollType];
  return (
    <Panel
      title="Other payrolls"
      actions={<Link to={`${path}?view=reports`}>All payments by day</Link>}
      className="pay-past"
    >
      {others === undefined ? (
        isError && !isFetching ? (
          <ErrorState text="Other payrolls could not be loaded." onRetry={refetch} />
        ) : (
          <Skeleton>
            <p>…</p>
          </Skeleton>
        )
      ) : others.length === 0 ? (
        <p className="pd-panel-muted">Nothing was executed in other periods yet.</p>
      ) : (
        <DataTable
          stacked
          caption="Other payrolls"
          columns={columnsOf(page)}
          rows={others}
          rowKey={(past) => past.endDate}
        />
      )}
    </Panel>
  );
}

function columnsOf(page: string): Column<PastPayroll>[] {
  return [
    {
      header: 'Period',
      rowHeader: true,
      cell: ({ startDate, endDate }) => (
        <Link to={`${page}/${endDate}`}>
          {formatDay(startDate)} to {formatDay(endDate)}
        </Link>
      ),
    },
    {
      header: 'State',
      cell: (past) => {
        const { text, tone } = stateOf(past);
        return (
          <>
            <Badge tone={tone}>{text}</Badge>{' '}
            {past.returned.payments > 0 && (
              <Badge tone="caution">{formatCount(past.returned.payments)} came back</Badge>
            )}
          </>
        );
      },
    },
    { header: 'Payments', numeric: true, cell: (past) => formatCount(totalOf(past).payments) },
    { header: 'Sum', numeric: true, besideName: true, cell: (past) => formatUsd(totalOf(past).amount) },
  ];
}

function stateOf({ executed, filed }: PastPayroll): { text: string; tone: BadgeTone } {
  if (executed.payments > 0)
    return { text: `${counted(executed.payments, 'payment')} in no file`, tone: 'caution' };
  if (filed.payments > 0) return { text: 'In pay files', tone: 'info' };
  // Whom it left open its own page says.
  return { text: 'Payments settled', tone: 'good' };
}

const totalOf = ({ executed, filed, paid, returned }: PastPayroll) => summed(executed, filed, paid, returned);
