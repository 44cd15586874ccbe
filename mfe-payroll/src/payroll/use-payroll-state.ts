import type { PayrollProgress, PayrollRun, PayrollType } from '@partnerdesk/contracts';
import { useConfiguration, useSearchParams } from '@partnerdesk/web';
import { useGetProgressQuery, useStartGenerateMutation, useStartReportMutation } from './payroll.api';
import { isUnpaid, type PayrollStep, stepOf } from './payroll-steps';

/** How far a payroll is, and the way to its next step. */
export interface PayrollState {
  /** undefined while it is loading, and where it could not be. */
  progress: PayrollProgress | undefined;
  step: PayrollStep | undefined;
  failed: boolean;
  retry: () => void;
  /** Something is open of a period that has ended. */
  isDue: boolean;
  /** Something was executed that is not paid yet, also while the rest is open. */
  unpaid: boolean;
  /** No step asks for anything now: the form has the primary button. */
  isIdle: boolean;
  busy: boolean;
  /** Generates what is open; a failure has raised its alert. */
  review: () => void;
  /** Opens the report of the days on which it was executed, to pay from there. */
  pay: () => void;
}

interface PayrollStateOptions {
  /** A generation whose rows are on the screen once it is finished. */
  run?: PayrollRun | undefined;
  endDate?: string | undefined;
  /** It is not known yet which payroll is meant. */
  skip?: boolean;
}

/** The state of a payroll: the one that `endDate` or a generation's run names, else the current one. */
export function usePayrollState(
  payrollType: PayrollType,
  { run, endDate = run?.endDate, skip = false }: PayrollStateOptions,
): PayrollState {
  const { today } = useConfiguration();
  const [, setParams] = useSearchParams();
  const [startGenerate, { isLoading: generates }] = useStartGenerateMutation();
  const [startReport, { isLoading: reports }] = useStartReportMutation();
  const { data, currentData, isError, refetch } = useGetProgressQuery(
    { payrollType, ...(endDate && { endDate }), ...(run?.personID && { affID: run.personID }) },
    { refetchOnMountOrArgChange: true, skip },
  );
  // The same payroll asked for by its day is no reason to show nothing for a moment.
  const same = run?.personID || data?.endDate !== endDate ? undefined : data;
  const progress = isError ? undefined : (currentData ?? same);
  const step = progress && stepOf(progress, run?.state === 'completed' && run.rows > 0);
  const isDue = progress !== undefined && progress.open.payments > 0 && progress.endDate < today;
  const unpaid = progress !== undefined && isUnpaid(progress);
  const quietly = (work: Promise<void>) => void work.catch(() => undefined);
  return {
    progress,
    step,
    failed: isError,
    retry: refetch,
    isDue,
    unpaid,
    isIdle: step === undefined || step === 'done' || (step === 'choose' && !isDue && !unpaid),
    busy: generates || reports,
    review: () =>
      quietly(
        (async () => {
          if (!progress) return;
          const [through = today] = [progress.endDate, today].sort();
          const { id } = await startGenerate({ payrollType, endDate: through, affID: 0 }).unwrap();
          setParams({ run: id });
        })(),
      ),
    pay: () =>
      quietly(
        (async () => {
          const { endDate: through, firstDay, lastDay } = progress ?? {};
          if (!through || !firstDay || !lastDay) return;
          const { id } = await startReport({ payrollType, startDate: firstDay, endDate: lastDay }).unwrap();
          setParams({ view: 'reports', run: id, through });
        })(),
      ),
  };
}
