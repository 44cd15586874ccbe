import type { PaymentsSum, PayrollRun, PayrollType } from '@partnerdesk/contracts';
import { useAlerts } from '@partnerdesk/web';
import { useEffect, useState } from 'react';
import type { ExecutionWork } from '../payroll/execute-dialog';
import { useStartExecuteMutation } from '../payroll/payroll.api';
import { useReport } from '../payroll/use-execution';
import { useRun } from '../payroll/use-run';

/**
 * An execution that is started on this page: followed from its first moment until what the page shows was read after its
 * end, and reported once.
 * @param reload reads what the page shows
 */
export function useExecuteHere(reload: () => PromiseLike<unknown>) {
  const alerts = useAlerts();
  const report = useReport();
  const [start, { isLoading }] = useStartExecuteMutation();
  const [runID, setRunID] = useState('');
  const [sum, setSum] = useState<PaymentsSum>();
  const [ended, setEnded] = useState<PayrollRun>();
  const { run, open } = useRun(runID);
  useEffect(() => {
    if (!run || open) return;
    setRunID('');
    setEnded(run);
    if (run.state === 'failed') alerts.warning(run.error ?? '');
    else report(run);
    const end = () => setEnded(undefined);
    reload().then(end, end);
  }, [run, open, alerts, report, reload]);
  const busy = isLoading || open || ended !== undefined;
  return {
    execution: open ? run : ended,
    busy,
    /** What is executed. */
    sum: busy ? sum : undefined,
    /** A failed start has raised its alert. */
    execute: (
      payrollType: PayrollType,
      endDate: string,
      { affID, body }: ExecutionWork,
      of: { sum: PaymentsSum; clear: () => void },
    ) => {
      setSum(of.sum);
      void start({ payrollType, endDate, affID, body })
        .unwrap()
        .then(({ id }) => {
          setRunID(id);
          of.clear();
        })
        .catch(() => undefined);
    },
  };
}
