import { MESSAGE, type PayrollRun } from '@partnerdesk/contracts';
import { dismissDone, useAlerts, useAppDispatch } from '@partnerdesk/web';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { paymentsChanged, type RowsArgs, useGetRunQuery } from './payroll.api';

/** Rows fetched at once while the table scrolls. */
const CHUNK = 500;

export type RunRows<Row> = ReturnType<typeof useRows<Row>>;

type FetchRows<Row> = (args: RowsArgs) => { unwrap: () => Promise<Row[]> };

/** What was asked for of one run since its rows were last refreshed. */
interface Asked {
  id: string;
  chunks: Set<number>;
  whole: boolean;
  /** The rows that were looked at last. */
  from: number;
  to: number;
}

/** What has been fetched of one run, by the number of the chunk. */
interface Fetched<Row> {
  id: string;
  chunks: ReadonlyMap<number, readonly Row[]>;
  failed: boolean;
}

/**
 * Rows of a finished run, fetched as they are looked at.
 * @param fetchRows the trigger of their lazy query
 */
export function useRows<Row>(fetchRows: FetchRows<Row>, id: string, count: number) {
  const { asked, fetched, load } = useChunks(fetchRows, id);
  const chunkCount = Math.ceil(count / CHUNK);

  /** Fetches what is looked at; `to` is the one after the last. */
  const ensure = useCallback(
    (from: number, to: number) => {
      const mine = asked();
      Object.assign(mine, { from, to });
      for (let chunk = Math.floor(from / CHUNK); chunk * CHUNK < Math.min(to, count); chunk += 1)
        if (!mine.chunks.has(chunk)) load(chunk, 1);
    },
    [asked, load, count],
  );
  const loadAll = useCallback(() => {
    const mine = asked();
    mine.whole = true;
    if (mine.chunks.size < chunkCount) load(0, chunkCount);
  }, [asked, load, chunkCount]);
  const retry = useCallback(() => {
    const { whole, from, to } = asked();
    if (whole) loadAll();
    else ensure(from, to);
  }, [asked, loadAll, ensure]);
  const refresh = useCallback(() => {
    asked('again');
    retry();
  }, [asked, retry]);

  /** undefined while it is being fetched. */
  const rowAt = useCallback(
    (index: number) => fetched?.chunks.get(Math.floor(index / CHUNK))?.[index % CHUNK],
    [fetched],
  );
  /** A row as it was fetched last; itself if it is not among those that are there. */
  const latest = useCallback(
    (keyOf: (row: Row) => number, row: Row) => {
      for (const chunk of fetched?.chunks.values() ?? []) {
        const found = chunk.find((each) => keyOf(each) === keyOf(row));
        if (found) return found;
      }
      return row;
    },
    [fetched],
  );
  /** Every row as it is now, for an export. */
  const readAll = useCallback(
    () => fetchRows({ id, offset: 0, limit: Math.max(1, count) }).unwrap(),
    [fetchRows, id, count],
  );
  const whole = useMemo(
    () =>
      fetched?.chunks.size === chunkCount
        ? Array.from({ length: chunkCount }, (_, chunk) => fetched.chunks.get(chunk) ?? []).flat()
        : undefined,
    [fetched, chunkCount],
  );
  /** The last fetch failed; its alert has been raised. */
  const failed = fetched?.failed ?? false;
  return { rowAt, ensure, latest, loadAll, whole, failed, retry, readAll, refresh };
}

/** Fetches every row once something needs them all. */
export function useWhole({ loadAll }: Pick<RunRows<unknown>, 'loadAll'>, wanted: boolean): void {
  useEffect(() => {
    if (wanted) loadAll();
  }, [wanted, loadAll]);
}

/** The chunks of a run's rows that are asked for and that are there; those of another run, or of before a refresh, are dropped. */
function useChunks<Row>(fetchRows: FetchRows<Row>, id: string) {
  const ref = useRef<Asked | undefined>(undefined);
  const asked = useCallback(
    (again?: 'again'): Asked => {
      const before = ref.current?.id === id ? ref.current : { id, whole: false, from: 0, to: 0 };
      if (again || before !== ref.current) ref.current = { ...before, chunks: new Set() };
      return ref.current as Asked;
    },
    [id],
  );
  const [state, setState] = useState<Fetched<Row>>({ id, chunks: new Map(), failed: false });
  const load = useCallback(
    (first: number, count: number) => {
      const mine = asked();
      const numbers = Array.from({ length: count }, (_, index) => first + index);
      for (const number of numbers) mine.chunks.add(number);
      const put = (rows: readonly Row[] | undefined) => {
        if (ref.current !== mine) return;
        setState((before) => {
          const chunks = new Map(before.id === id ? before.chunks : []);
          for (const [index, number] of numbers.entries()) {
            if (rows) chunks.set(number, rows.slice(index * CHUNK, (index + 1) * CHUNK));
            else mine.chunks.delete(number);
          }
          return { id, chunks, failed: rows === undefined };
        });
      };
      fetchRows({ id, offset: first * CHUNK, limit: count * CHUNK })
        .unwrap()
        .then(put, () => put(undefined));
    },
    [asked, fetchRows, id],
  );
  return { asked, fetched: state.id === id ? state : undefined, load };
}

const POLL_MS = 400;

/** Whether a run still goes on. */
export const isOpenRun = (state?: string) => state === 'waiting' || state === 'active';

/** Follows a run until it is finished; what was followed by another clerk, too. */
export function useRun(id: string) {
  const [polls, setPolls] = useState(true);
  const query = useGetRunQuery(id, {
    skip: !id,
    pollingInterval: polls ? POLL_MS : 0,
    refetchOnMountOrArgChange: true,
  });
  const run = id && query.currentData?.id === id ? query.currentData : undefined;
  const failed = query.isError && !run;
  const open = !run || isOpenRun(run.state);
  // One that is gone is not asked for until somebody tries again.
  useEffect(() => setPolls(open && !failed), [open, failed]);
  const dispatch = useAppDispatch();
  const isRunning = run !== undefined && open;
  // What the run before was reported with is no news of this one.
  useEffect(() => {
    if (isRunning) dispatch(dismissDone());
  }, [dispatch, isRunning]);
  // An answer that is lost says nothing about the run.
  return { run, open: Boolean(id) && open && !failed, failed, refetch: query.refetch };
}

/**
 * Puts what a run was asked for into the form above it, so that a reload, a link and the back button show the same in
 * both. What is typed afterwards stays until another run is opened.
 */
export function useFormOfRun<Values>(
  run: PayrollRun | undefined,
  reset: (values: Values) => void,
  valuesOf: (run: PayrollRun) => Values,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each run, not for each step of its progress
  useEffect(() => {
    if (run) reset(valuesOf(run));
  }, [run?.id, reset]);
}

/** Raises what became of an execution. */
export function useReport() {
  const alerts = useAlerts();
  const dispatch = useAppDispatch();
  return useCallback(
    ({ outcomes }: PayrollRun) => {
      dispatch(paymentsChanged());
      const { changed = 0, failed = 0, nothing = 0, held = 0 } = outcomes;
      if (changed + failed + nothing + held === 0) alerts.success(MESSAGE.payrollExecuted);
      else if (changed) alerts.warning(`${changed} changed since they were reviewed and were not executed`);
      else if (held)
        alerts.warning(`${held} with an account changed recently were not executed: select them`);
      else alerts.warning(failed ? `${failed} could not be executed` : MESSAGE.noPayrollData);
    },
    [alerts, dispatch],
  );
}
