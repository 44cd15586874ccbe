import type { PayrollRun } from '@partnerdesk/contracts';
import { dismissDone, useAppDispatch } from '@partnerdesk/web';
import { useEffect, useState } from 'react';
import { useGetRunQuery } from './payroll.api';

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
