import { PAYROLLS, type PastPayroll, type PayrollType } from '@partnerdesk/contracts';
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
  Panel,
  Skeleton,
} from '@partnerdesk/web';
import { useListPastPayrollsQuery } from '../payroll/payroll.api';
import { counted } from '../payroll/texts';

/** Payrolls of the latest periods, each with its state and the way to its page. */
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
    {
      header: 'Sum',
      numeric: true,
      besideName: true,
      cell: (past) => formatUsd(totalOf(past).amount),
    },
  ];
}

function stateOf({ executed, filed }: PastPayroll): { text: string; tone: BadgeTone } {
  if (executed.payments > 0)
    return { text: `${counted(executed.payments, 'payment')} in no file`, tone: 'caution' };
  if (filed.payments > 0) return { text: 'In pay files', tone: 'info' };
  // Whom it left open its own page says.
  return { text: 'Payments settled', tone: 'good' };
}

const totalOf = ({ executed, filed, paid, returned }: PastPayroll) => {
  const sums = [executed, filed, paid, returned];
  return {
    payments: sums.reduce((sum, { payments }) => sum + payments, 0),
    amount: sums.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100,
  };
};
