import { PAYROLL_TYPE, PAYROLLS, type PayrollType } from '@partnerdesk/contracts';
import { Link, Loading, Screen, useSearchParams, useSession } from '@partnerdesk/web';
import { lazy, Suspense } from 'react';
import { CreateView } from './create-view';
import './payroll.css';
import { ScheduleLine } from './schedule-line';
import { SCREEN_TEXTS } from './texts';

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
