import {
  type ExecuteOutcomeRow,
  type ExecutePayrollRequest,
  type PayrollRow,
  type PayrollRun,
  personIdOf,
} from '@partnerdesk/contracts';
import { useAppDispatch, useSearchParams } from '@partnerdesk/web';
import { useEffect, useMemo, useRef, useState } from 'react';
import { paymentsChanged, useLazyGetOutcomeRowsQuery, useStartExecuteMutation } from './payroll.api';
import { useReport, useRows, useRun } from './use-run';

/** What became of the rows of a generation, by the person's id. */
export interface RowOutcomes {
  of: (row: PayrollRow) => ExecuteOutcomeRow | undefined;
  /** The row as it is now: what has changed since it was generated has its new figure. */
  current: (row: PayrollRow) => PayrollRow;
  /** The payment that the row became: of the last execution, or of one before or by somebody else. */
  payrollIdOf: (row: PayrollRow) => number | undefined;
}

/** What identifies a row as it was seen: one that changes before it is executed is refused. */
export const seenRow = (row: PayrollRow, { current }: RowOutcomes) => ({
  id: personIdOf(row),
  fingerprint: current(row).fingerprint,
});

/** Executes rows of a generation as they were seen, and follows the execution that the address names to its end. */
export function useExecution(run: PayrollRun) {
  const [params, setParams] = useSearchParams();
  const executionID = params.get('execution') ?? '';
  const latestParams = useRef(params);
  useEffect(() => {
    latestParams.current = params;
  });
  const [start, { isLoading: starting }] = useStartExecuteMutation();
  const { run: execution, open: executing } = useRun(executionID);
  const [fetchOutcomes] = useLazyGetOutcomeRowsQuery();
  const { readAll } = useRows(fetchOutcomes, executionID, execution?.rows ?? 0);
  const [byPerson, setByPerson] = useState<ReadonlyMap<number, ExecuteOutcomeRow>>(new Map());
  /** The execution that was started here and not reported yet: a reload reports nothing twice. */
  const started = useRef('');
  const dispatch = useAppDispatch();
  const report = useReport();

  useEffect(() => {
    if (!execution || executing) return;
    // What was prepared waits from now on, and one that ended early has executed some all the same.
    if (execution.kind !== 'execute' || execution.state !== 'completed') dispatch(paymentsChanged());
    if (execution.kind !== 'execute' || execution.rows === 0) return;
    void readAll().then(
      (found) => {
        const executed = found.filter(({ outcome }) => outcome !== undefined);
        setByPerson(
          (before) => new Map([...before, ...executed.map((row) => [personIdOf(row), row] as const)]),
        );
        if (started.current !== execution.id || execution.state !== 'completed') return;
        started.current = '';
        report(execution);
      },
      () => undefined,
    );
  }, [execution, executing, readAll, report, dispatch]);

  const outcomes = useMemo<RowOutcomes>(
    () => ({
      of: (row) => byPerson.get(personIdOf(row)),
      current: (row) => byPerson.get(personIdOf(row))?.now ?? row,
      payrollIdOf: (row) => byPerson.get(personIdOf(row))?.payrollID ?? row.payrollID,
    }),
    [byPerson],
  );

  return {
    executionID,
    execution,
    executing,
    busy: starting || executing,
    outcomes,
    /**
     * @param affID 0: all that `body` names
     * @throws ApiError; its alert has been raised
     */
    execute: async (affID: number, body: ExecutePayrollRequest) => {
      const { payrollType, endDate } = run;
      const { id } = await start({ payrollType, endDate, affID, body }).unwrap();
      started.current = id;
      // With what was filtered and opened until the answer came.
      const next = new URLSearchParams(latestParams.current);
      next.set('execution', id);
      setParams(next);
    },
  };
}
