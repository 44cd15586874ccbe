import { MESSAGE, type PayrollType } from '@partnerdesk/contracts';
import {
  DateField,
  EmptyState,
  Form,
  formatDay,
  Panel,
  requireFields,
  SubmitButton,
  useForm,
  useSearchParams,
} from '@partnerdesk/web';
import { PayFiles } from './pay-files';
import { useStartReportMutation } from './payroll.api';
import { PayrollStatePanel, usePayrollState } from './payroll-state-panel';
import { ReportRows } from './report-rows';
import { RunPlace, RunProgress } from './run-progress';
import { useFormOfRun, useRun } from './use-run';

/** 'View Reports': what was executed in a range, its export and pay files (docs/PRODUCT.md §2, §5). */
export function ReportView({ payrollType }: { payrollType: PayrollType }) {
  const [params, setParams] = useSearchParams();
  const [start] = useStartReportMutation();
  const runID = params.get('run') ?? '';
  const { run, failed, refetch } = useRun(runID);
  const through = params.get('through') ?? undefined;
  const state = usePayrollState(payrollType, { endDate: through });
  const form = useForm({
    initial: { startDate: '', endDate: '' },
    validate: (values) => {
      const missing = requireFields(values, ['startDate', 'endDate'], MESSAGE.selectReportDates);
      if (missing) return missing;
      return values.startDate > values.endDate
        ? { alert: MESSAGE.selectReportDates, fields: { endDate: 'Not before the start date' } }
        : undefined;
    },
    submit: async (range) => {
      const { id } = await start({ payrollType, ...range }).unwrap();
      setParams({ view: 'reports', run: id, ...(through && { through }) });
    },
  });
  useFormOfRun(run, form.reset, ({ startDate = '', endDate }) => ({ startDate, endDate }));
  return (
    <>
      <PayrollStatePanel state={state} figures pays={run?.kind === 'report'} />
      <Panel className="pay-form">
        <Form form={form} label="Payroll report">
          <div className="pd-form-grid">
            <DateField form={form} name="startDate" label="Start date" required />
            <DateField form={form} name="endDate" label="End date" required />
          </div>
          <SubmitButton
            submitting={form.submitting}
            variant={state.isIdle && !runID ? 'primary' : 'outline-primary'}
          >
            Show Payroll Report
          </SubmitButton>
        </Form>
      </Panel>
      {runID && !run && <RunPlace failed={failed} retry={refetch} />}
      {run && run.kind === 'report' && (
        <Panel title={`Executed ${formatDay(run.startDate ?? run.endDate)} to ${formatDay(run.endDate)}`}>
          <RunProgress run={run} />
          {run.state === 'completed' && run.rows === 0 && <EmptyState text={MESSAGE.emptyReport} />}
          {run.state === 'completed' && run.rows > 0 && <ReportRows key={run.id} run={run} />}
        </Panel>
      )}
      <PayFiles payrollType={payrollType} />
    </>
  );
}
