import { MESSAGE, type PayrollType } from '@partnerdesk/contracts';
import {
  DateField,
  EmptyState,
  Form,
  formatDay,
  Link,
  Panel,
  requireFields,
  SubmitButton,
  useForm,
  useSearchParams,
} from '@partnerdesk/web';
import { useCallback, useState } from 'react';
import { PayFiles } from './pay-files';
import { useStartReportMutation } from './payroll.api';
import { ReportRows } from './report-rows';
import { RunProgress } from './run-progress';
import { useFormOfRun, useRun } from './use-run';

/** 'View Reports': what was executed in a range, its export and pay files (docs/PRODUCT.md §2, §5). */
export function ReportView({ payrollType }: { payrollType: PayrollType }) {
  const [params, setParams] = useSearchParams();
  /** How often pay files changed what became of payments. */
  const [changes, setChanges] = useState(0);
  const countChange = useCallback(() => setChanges((count) => count + 1), []);
  const [start] = useStartReportMutation();
  const { run } = useRun(params.get('run') ?? '');
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
      setParams({ view: 'reports', run: id });
    },
  });
  useFormOfRun(run, form.reset, ({ startDate = '', endDate }) => ({ startDate, endDate }));
  return (
    <>
      <Panel>
        <Form form={form} label="Payroll report">
          <div className="pd-form-grid">
            <DateField form={form} name="startDate" label="Start date" required />
            <DateField form={form} name="endDate" label="End date" required />
          </div>
          <SubmitButton submitting={form.submitting}>Show Payroll Report</SubmitButton>
        </Form>
      </Panel>
      {run && run.kind === 'report' && (
        <Panel title={`Executed ${formatDay(run.startDate ?? run.endDate)} to ${formatDay(run.endDate)}`}>
          <RunProgress run={run} />
          {run.state === 'completed' && run.rows === 0 && <EmptyState text={MESSAGE.emptyReport} />}
          {run.state === 'completed' && run.rows > 0 && <ReportRows run={run} changes={changes} />}
        </Panel>
      )}
      <p>
        <Link to="/payment-results">Upload a return file or PayPal’s results</Link>
      </p>
      <PayFiles payrollType={payrollType} onChanged={countChange} />
    </>
  );
}
