import type { PaymentsSum, PayrollOverview, PayrollRun, PayrollType } from '@partnerdesk/contracts';
import { useAlerts, useAppDispatch, useConfiguration } from '@partnerdesk/web';
import { useEffect, useRef, useState } from 'react';
import type { ExecutionWork } from '../payroll/execute-dialog';
import {
  paymentsChanged,
  useGetOverviewQuery,
  useGetPulseQuery,
  useListRunsQuery,
  useStartExecuteMutation,
  useStartGenerateMutation,
} from '../payroll/payroll.api';
import { waitsText } from '../payroll/texts';
import { useReport, useRun } from '../payroll/use-run';

/** While something is under way, and else (ms). */
const QUICK_MS = 400;
const POLL_MS = 1500;
/** What sales and refunds change is read so often (ms), as on the office's dashboard. */
const BALANCES_MS = 15_000;
/** Rows of a generation that is older are computed again. */
const FRESH_MS = 300_000;

/**
 * A payroll that follows what anybody does to it: a small call says whether it moved, and only then everything is read
 * again.
 */
export function useFollowedPayroll(payrollType: PayrollType, endDate: string | undefined) {
  const dispatch = useAppDispatch();
  const [isQuick, setQuick] = useState(false);
  const query = useGetOverviewQuery(
    { payrollType, endDate },
    { pollingInterval: BALANCES_MS, skipPollingIfUnfocused: true, refetchOnMountOrArgChange: true },
  );
  const { currentData: pulse } = useGetPulseQuery(payrollType, {
    pollingInterval: isQuick ? QUICK_MS : POLL_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  const overview = query.currentData;
  const making = overview?.files.some(({ state }) => state === 'making') ?? false;
  const runs = pulse?.runs ?? [];
  useEffect(() => setQuick(making || runs.length > 0), [making, runs.length]);
  const version = pulse?.version;
  const seen = useRef<string>(undefined);
  useEffect(() => {
    if (version !== undefined && seen.current !== undefined && seen.current !== version)
      dispatch(paymentsChanged());
    seen.current = version;
  }, [version, dispatch]);
  const isOwn = ({ endDate: end }: PayrollRun) =>
    overview !== undefined && end >= overview.startDate && end <= overview.endDate;
  return {
    overview,
    failed: query.isError && !query.isFetching && !overview,
    retry: query.refetch,
    /** An execution or a request of this payroll that is under way, of anybody. */
    run: runs.find((run) => run.kind !== 'generate' && isOwn(run)),
  };
}

/**
 * The rows of what is open: those that somebody has generated a moment ago and that still add up to it, else new ones.
 * They are generated again once something of it was executed.
 */
export function useGeneration(
  payrollType: PayrollType,
  overview: PayrollOverview | undefined,
  paused: boolean,
) {
  const { today } = useConfiguration();
  const { open, waiting } = overview?.progress ?? {};
  const isOpen = open !== undefined && open.payments > (waiting?.payments ?? 0);
  const [through = ''] = overview ? [overview.endDate, today].sort() : [];
  // Sales of a period that goes on change its sum all the time: rows are computed once, and again after executions.
  const sums = overview && overview.endDate < today ? `${open?.payments} ${open?.amount}` : '';
  const executed = overview?.course.filter(({ step }) => step === 'executed').length ?? 0;
  const wanted = isOpen && !paused ? [payrollType, through, sums, executed].join(' ') : '';
  const recent = useListRunsQuery(payrollType, { skip: !wanted, refetchOnMountOrArgChange: true });
  const [start, { isError, reset }] = useStartGenerateMutation();
  const [generated, setGenerated] = useState({ wanted: '', id: '' });
  const asked = useRef('');
  useEffect(() => {
    if (!wanted || asked.current === wanted || recent.isFetching || !recent.currentData) return;
    asked.current = wanted;
    const isFresh = ({ createdAt }: PayrollRun) => Date.now() - Date.parse(createdAt) < FRESH_MS;
    const known = recent.currentData.find(
      (run) =>
        run.kind === 'generate' &&
        run.state === 'completed' &&
        run.personID === 0 &&
        run.endDate === through &&
        run.rows === open?.payments &&
        run.amount === open.amount &&
        isFresh(run),
    );
    if (known) setGenerated({ wanted, id: known.id });
    else
      void start({ payrollType, endDate: through, affID: 0 })
        .unwrap()
        .then(({ id }) => setGenerated({ wanted, id }))
        .catch(() => undefined);
  }, [wanted, recent.isFetching, recent.currentData, through, open, payrollType, start]);
  // While something is executed the rows stay where they are.
  const { run, failed } = useRun(paused || generated.wanted === wanted ? generated.id : '');
  return {
    isWanted: wanted !== '',
    run: wanted || paused ? run : undefined,
    failed:
      wanted !== '' &&
      (recent.isError || failed || (isError && generated.wanted !== wanted) || run?.state === 'failed'),
    again: () => {
      asked.current = '';
      reset();
      setGenerated({ wanted: '', id: '' });
      void recent.refetch();
    },
  };
}

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
