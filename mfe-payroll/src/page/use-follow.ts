import type { PayrollOverview, PayrollRun, PayrollType } from '@partnerdesk/contracts';
import { useAppDispatch, useConfiguration } from '@partnerdesk/web';
import { useEffect, useRef, useState } from 'react';
import {
  paymentsChanged,
  useGetOverviewQuery,
  useGetPulseQuery,
  useListRunsQuery,
  useStartGenerateMutation,
} from '../payroll/payroll.api';
import { useRun } from '../payroll/use-run';

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
        // Its alert has been raised.
        .catch(() => undefined);
  }, [wanted, recent.isFetching, recent.currentData, through, open, payrollType, start]);
  // While something is executed the rows stay where they are.
  const { run, failed } = useRun(paused || generated.wanted === wanted ? generated.id : '');
  return {
    /** Something is open, and its rows are there or on their way. */
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
