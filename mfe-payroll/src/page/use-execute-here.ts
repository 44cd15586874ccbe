import type { PaymentsSum, PayrollRun, PayrollType } from '@partnerdesk/contracts';
import { useAlerts } from '@partnerdesk/web';
import { useEffect, useState } from 'react';
import type { ExecutionWork } from '../payroll/execute-dialog';
import { useStartExecuteMutation } from '../payroll/payroll.api';
import { waitsText } from '../payroll/texts';
import { useReport } from '../payroll/use-execution';
import { useRun } from '../payroll/use-run';

/** The worker begins the files at once: what has not come by then is made by hand (ms). */
const FILES_MS = 10_000;

/**
 * An execution that is started on this page: followed from its first moment until what the page shows was read after its
 * end, and reported once; then its files are waited for.
 * @param reload reads what the page shows
 * @param newestFile its payFileID
 */
export function useExecuteHere(reload: () => PromiseLike<unknown>, newestFile = 0) {
  const alerts = useAlerts();
  const report = useReport();
  const [start, { isLoading }] = useStartExecuteMutation();
  const [runID, setRunID] = useState('');
  const [sum, setSum] = useState<PaymentsSum>();
  const [ended, setEnded] = useState<PayrollRun>();
  /** The newest file before it, while newer ones are waited for. */
  const [fileBefore, setFileBefore] = useState<number>();
  const { run, open } = useRun(runID);
  useEffect(() => {
    if (!run || open) return;
    setRunID('');
    setEnded(run);
    const { state, approvalID, error = '' } = run;
    if (state === 'failed') alerts.warning(error);
    // Nothing is executed before a second person approves it.
    else if (approvalID !== undefined) alerts.success(waitsText({ approvalID }));
    else if (state === 'completed') report(run);
    if (run.state !== 'completed' || !run.outcomes.executed) setFileBefore(undefined);
    const end = () => setEnded(undefined);
    reload().then(end, end);
  }, [run, open, alerts, report, reload]);
  useEffect(() => {
    const timer = runID ? 0 : setTimeout(() => setFileBefore(undefined), FILES_MS);
    return () => clearTimeout(timer);
  }, [runID]);
  const busy = isLoading || open || ended !== undefined;
  return {
    execution: open ? run : ended,
    busy,
    awaitsFiles: newestFile === fileBefore,
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
          setFileBefore(newestFile);
          of.clear();
        })
        .catch(() => undefined);
    },
  };
}
