import type { PayrollRun } from '@partnerdesk/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type RowsArgs, useGetRunQuery } from './payroll.api';

const POLL_MS = 400;
/** Rows fetched at once while the table scrolls. */
const CHUNK = 500;

const isOpen = (state?: string) => state === 'waiting' || state === 'active';

/** Follows a run until it is finished; what was followed by another clerk, too. */
export function useRun(id: string) {
  const [polls, setPolls] = useState(true);
  const query = useGetRunQuery(id, {
    skip: !id,
    pollingInterval: polls ? POLL_MS : 0,
    refetchOnMountOrArgChange: true,
  });
  const run = id && query.currentData?.id === id ? query.currentData : undefined;
  const open = !run || isOpen(run.state);
  useEffect(() => setPolls(open), [open]);
  return { run, open: Boolean(id) && open && !query.isError, failed: query.isError, refetch: query.refetch };
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

interface Chunks<Row> {
  id: string;
  rows: ReadonlyMap<number, readonly Row[]>;
}

/**
 * Rows of a finished run, fetched as they are looked at.
 * @param fetchRows the trigger of their lazy query
 */
export function useRows<Row>(
  fetchRows: (args: RowsArgs) => { unwrap: () => Promise<Row[]> },
  id: string,
  count: number,
) {
  const [chunks, setChunks] = useState<Chunks<Row>>({ id, rows: new Map() });
  const asked = useRef({ id, chunks: new Set<number>() });

  const ensure = useCallback(
    (from: number, to: number) => {
      // Another run has other rows.
      if (asked.current.id !== id) asked.current = { id, chunks: new Set() };
      for (let chunk = Math.floor(from / CHUNK); chunk * CHUNK < Math.min(to, count); chunk += 1) {
        if (asked.current.chunks.has(chunk)) continue;
        const mine = asked.current;
        mine.chunks.add(chunk);
        fetchRows({ id, offset: chunk * CHUNK, limit: CHUNK })
          .unwrap()
          .then((rows) => {
            if (asked.current !== mine) return;
            setChunks((before) => ({
              id,
              rows: new Map(before.id === id ? before.rows : []).set(chunk, rows),
            }));
          })
          // The alert has been raised; the next look fetches again.
          .catch(() => mine.chunks.delete(chunk));
      }
    },
    [fetchRows, id, count],
  );

  const rowAt = useCallback(
    (index: number) =>
      chunks.id === id ? chunks.rows.get(Math.floor(index / CHUNK))?.[index % CHUNK] : undefined,
    [chunks, id],
  );

  /** The rows that were looked at so far. */
  const loaded = useCallback(() => (chunks.id === id ? [...chunks.rows.values()].flat() : []), [chunks, id]);

  /** Every row, for what needs them all. */
  const all = useCallback(
    () => fetchRows({ id, offset: 0, limit: Math.max(1, count) }).unwrap(),
    [fetchRows, id, count],
  );

  /** Reads again what has been read. */
  const refresh = useCallback(() => {
    const known = [...asked.current.chunks];
    asked.current = { id, chunks: new Set() };
    for (const chunk of known) ensure(chunk * CHUNK, chunk * CHUNK + 1);
  }, [ensure, id]);

  return { rowAt, loaded, ensure, all, refresh };
}
