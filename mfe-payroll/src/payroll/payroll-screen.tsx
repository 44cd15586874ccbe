import './payroll.css';
import { PAYROLL_TYPE, PAYROLLS, type PayrollType } from '@partnerdesk/contracts';
import {
  Badge,
  Button,
  formatDay,
  formatUsd,
  Link,
  Loading,
  Screen,
  useSearchParams,
  useSession,
} from '@partnerdesk/web';
import { lazy, Suspense } from 'react';
import { CreateView } from './create-view';
import { useGetScheduleQuery } from './payroll.api';
import { counted, SCREEN_TEXTS } from './texts';

// Chunks of their own: the screen opens with what is paid next.
const ReportView = lazy(() => import('./report-view').then((module) => ({ default: module.ReportView })));
const AdjustmentsView = lazy(() =>
  import('./adjustments-view').then((module) => ({ default: module.AdjustmentsView })),
);

/** What the screen is made of, by `view` of the address; the first one where it names none. */
const VIEWS = [
  { view: '', label: 'Create And View Payroll', View: CreateView },
  { view: 'reports', label: 'View Reports', View: ReportView },
  { view: 'adjustments', label: 'Adjustments', View: AdjustmentsView },
];

/** Payroll of one kind: create and execute, look at reports, adjust balances. What is open stands in the address. */
function PayrollScreen({ payrollType }: { payrollType: PayrollType }) {
  const [params, setParams] = useSearchParams();
  const open = VIEWS.find(({ view }) => view === params.get('view')) ?? VIEWS[0];
  const { title, heading } = SCREEN_TEXTS[payrollType];
  const preparesTaxForms = useSession()?.permissions.includes('payroll.tax');
  return (
    <Screen
      title={title}
      heading={heading}
      lead={<ScheduleLine payrollType={payrollType} />}
      actions={
        <>
          <Link to={PAYROLLS[payrollType].page}>Payroll on one page</Link>
          {preparesTaxForms && <Link to="/tax-forms">Tax forms</Link>}
        </>
      }
    >
      <div className="pd-tabs">
        {VIEWS.map(({ view, label }) => (
          <button
            key={view}
            type="button"
            className="pd-tab"
            aria-pressed={view === open?.view}
            onClick={() => setParams(view ? { view } : {})}
          >
            {label}
          </button>
        ))}
      </div>
      <Suspense fallback={<Loading />}>{open && <open.View payrollType={payrollType} />}</Suspense>
    </Screen>
  );
}

export const AffiliatePayrollScreen = () => (
  <PayrollScreen key={PAYROLL_TYPE.affiliates} payrollType={PAYROLL_TYPE.affiliates} />
);
export const OperatorsPayrollScreen = () => (
  <PayrollScreen key={PAYROLL_TYPE.operators} payrollType={PAYROLL_TYPE.operators} />
);

/** What is due and when (docs/PRODUCT.md §9, schedules). */
function ScheduleLine({ payrollType }: { payrollType: PayrollType }) {
  const { data, isError, refetch } = useGetScheduleQuery(payrollType);
  if (!data) {
    return isError ? (
      <>
        What is due could not be loaded.{' '}
        <Button variant="link" size="sm" className="p-0" onClick={refetch}>
          Retry
        </Button>
      </>
    ) : (
      <span className="pd-skeleton" aria-hidden="true">
        <span>$0.00 to 40 people due by Jan 20, 2000, for the period through Jan 31, 2000</span>
      </span>
    );
  }
  const { dueDate, endDate, persons, amount, overdue } = data;
  const what = persons ? `${formatUsd(amount)} to ${counted(persons, 'person')}` : 'Nothing';
  return (
    <>
      {overdue && <Badge tone="caution">Overdue</Badge>} {what} due by {formatDay(dueDate)}, for the period
      through {formatDay(endDate)}
    </>
  );
}
