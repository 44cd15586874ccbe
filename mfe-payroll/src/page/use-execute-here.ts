import type { PayrollType } from '@partnerdesk/contracts';
import { useAlerts } from '@partnerdesk/web';
import { useEffect, useState } from 'react';
import type { ExecutionWork } from '../payroll/execute-dialog';
import { useStartExecuteMutation } from '../payroll/payroll.api';
import { useReport } from '../payroll/use-execution';
import { useRun } from '../payroll/use-run';

/** An execution that is started on this page: followed from its first moment, and reported once at its end. */
export function useExecuteHere() {
  const alerts = useAlerts();
  const report = useReport();
  const [start, { isLoading }] = useStartExecuteMutation();
  const [runID, setRunID] = useState('');
  const { run, open } = useRun(runID);
  useEffect(() => {
    if (!run || open) return;
    setRunID('');
    if (run.state === 'failed') alerts.warning(run.error ?? '');
    else report(run);
  }, [run, open, alerts, report]);
  return {
    execution: open ? run : undefined,
    busy: isLoading || open,
    /** A failed start has raised its alert. */
    execute: (payrollType: PayrollType, endDate: string, { affID, body }: ExecutionWork) => {
      void start({ payrollType, endDate, affID, body })
        .unwrap()
        .then(({ id }) => setRunID(id))
        .catch(() => undefined);
    },
  };
}
