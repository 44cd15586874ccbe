import { PAYROLL_TYPE, PAYROLLS, type PayrollType, parseDay } from '@partnerdesk/contracts';
import {
  EmptyState,
  ErrorState,
  formatDay,
  Link,
  Navigate,
  Screen,
  Skeleton,
  useLocation,
} from '@partnerdesk/web';
import '../payroll/payroll.css';
import './page.css';
import { LoadedPayroll, PagePlace } from './loaded-payroll';
import { useFollowedPayroll } from './use-follow';

const TYPES = Object.values(PAYROLL_TYPE);

/** A payroll of one kind and period, from its balances to the bank's answers (docs/RULES.md, Payroll "One page"). */
export function PayrollPage() {
  const { pathname, search } = useLocation();
  const [, , kind = '', period] = pathname.split('/');
  const payrollType = TYPES.find((type) => PAYROLLS[type].page === `/payroll/${kind}`);
  if (kind === '') return <Navigate to={PAYROLLS[PAYROLL_TYPE.affiliates].page} replace />;
  const isDay = period === undefined || parseDay(period) !== undefined;
  if (!payrollType || !isDay) return <NoSuchPayroll />;
  return <Payroll key={payrollType} payrollType={payrollType} endDate={period} search={search} />;
}

function NoSuchPayroll() {
  return (
    <Screen title="Payroll">
      <EmptyState text="There is no such payroll.">
        {TYPES.map((type) => (
          <Link key={type} to={PAYROLLS[type].page}>
            {PAYROLLS[type].people}
          </Link>
        ))}
      </EmptyState>
    </Screen>
  );
}

interface PayrollProps {
  payrollType: PayrollType;
  /** Any day of the period; undefined: the current payroll. */
  endDate: string | undefined;
  search: string;
}

function Payroll({ payrollType, endDate, search }: PayrollProps) {
  const followed = useFollowedPayroll(payrollType, endDate);
  const { overview, failed, retry } = followed;
  const { person, page, path } = PAYROLLS[payrollType];
  // One address for each payroll, which a link and the back button name.
  if (overview && overview.endDate !== endDate)
    return <Navigate to={`${page}/${overview.endDate}${search}`} replace />;
  return (
    <Screen
      title="Payroll"
      heading={`${person} payroll${endDate ? ` through ${formatDay(endDate)}` : ''}`}
      actions={
        <>
          <Link to={path}>Create and view</Link>
          <Link to={`${path}?view=reports`}>Reports</Link>
        </>
      }
    >
      {overview ? (
        <LoadedPayroll
          key={overview.endDate}
          payrollType={payrollType}
          followed={{ ...followed, overview }}
        />
      ) : failed ? (
        <ErrorState text="The payroll could not be loaded." onRetry={retry} />
      ) : (
        <Skeleton label="Loading the payroll…">
          <PagePlace />
        </Skeleton>
      )}
    </Screen>
  );
}
