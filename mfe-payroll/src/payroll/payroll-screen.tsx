import { PAYROLL_TYPE, type PayrollType } from '@partnerdesk/contracts';
import { Screen, useSearchParams } from '@partnerdesk/web';
import { CreateView } from './create-view';
import './payroll.css';
import { ReportView } from './report-view';
import { ScheduleLine } from './schedule-line';
import { SCREEN_TEXTS } from './texts';

/** Payroll of one kind: create and execute, or look at reports. What is open stands in the address. */
function PayrollScreen({ payrollType }: { payrollType: PayrollType }) {
  const [params, setParams] = useSearchParams();
  const reports = params.get('view') === 'reports';
  const { title, heading } = SCREEN_TEXTS[payrollType];
  return (
    <Screen title={title} heading={heading} lead={<ScheduleLine payrollType={payrollType} />}>
      <div className="pd-tabs">
        <button type="button" className="pd-tab" aria-pressed={!reports} onClick={() => setParams({})}>
          Create And View Payroll
        </button>
        <button
          type="button"
          className="pd-tab"
          aria-pressed={reports}
          onClick={() => setParams({ view: 'reports' })}
        >
          View Reports
        </button>
      </div>
      {reports ? <ReportView payrollType={payrollType} /> : <CreateView payrollType={payrollType} />}
    </Screen>
  );
}

export const AffiliatePayrollScreen = () => (
  <PayrollScreen key={PAYROLL_TYPE.affiliates} payrollType={PAYROLL_TYPE.affiliates} />
);
export const OperatorsPayrollScreen = () => (
  <PayrollScreen key={PAYROLL_TYPE.operators} payrollType={PAYROLL_TYPE.operators} />
);
