import {
  type ExecuteOutcomeRow,
  type ExecutePayrollRequest,
  MESSAGE,
  PAYMENT_TYPE,
  type PayrollRow,
  type PayrollRun,
} from '@partnerdesk/contracts';
import {
  Button,
  EntriesDialog,
  formatCount,
  formatDay,
  formatUsd,
  type OpenedEntries,
  sumUsd,
  useAlerts,
  useAppDispatch,
  useSearchParams,
} from '@partnerdesk/web';
import { useCallback, useEffect, useRef, useState } from 'react';
import { scheduleChanged, useStartExecuteMutation } from './payroll.api';
import { RunProgress } from './run-progress';
import { paymentTypeText, personIdOf, personNameOf } from './texts';
import { useRows, useRun } from './use-run';
import { type VirtualColumn, VirtualTable } from './virtual-table';

const OUTCOME_TEXT = {
  executed: 'Executed',
  already: 'Executed before',
  nothing: 'Nothing to pay',
  changed: 'Changed: review it',
  failed: 'Failed',
} as const;

/** The rows to review; one, many or all of them are executed as they were seen. */
export function GeneratedRows({ run }: { run: PayrollRun }) {
  const alerts = useAlerts();
  const dispatch = useAppDispatch();
  const [params, setParams] = useSearchParams();
  const executionID = params.get('execution') ?? '';
  const rows = useRows<PayrollRow>(run.id, run.rows);
  const [selected, setSelected] = useState<ReadonlyMap<number, PayrollRow>>(new Map());
  const [everybody, setEverybody] = useState(false);
  const [asking, setAsking] = useState(false);
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, ExecuteOutcomeRow>>(new Map());
  const [opened, setOpened] = useState<OpenedEntries>();
  const [start, { isLoading: starting }] = useStartExecuteMutation();
  const { run: execution, open: executing } = useRun(executionID);
  const results = useRows<ExecuteOutcomeRow>(executionID, execution?.rows ?? 0);
  const told = useRef('');

  useEffect(() => {
    if (!execution || executing || execution.rows === 0) return;
    void results.all().then(
      (found) => {
        setOutcomes((before) => {
          const next = new Map(before);
          for (const row of found) if (row.outcome) next.set(personIdOf(row), row);
          return next;
        });
        if (told.current === execution.id || execution.state !== 'completed') return;
        told.current = execution.id;
        dispatch(scheduleChanged());
        const { changed = 0, failed = 0, nothing = 0 } = execution.outcomes;
        if (changed + failed + nothing === 0) alerts.success(MESSAGE.payrollExecuted);
        else if (changed) alerts.warning(`${changed} changed since they were reviewed and were not paid`);
        else alerts.warning(failed ? `${failed} could not be paid` : MESSAGE.noPayrollData);
      },
      () => undefined,
    );
  }, [execution, executing, results.all, alerts, dispatch]);

  const execute = async (affID: number, body: ExecutePayrollRequest) => {
    setAsking(false);
    const { payrollType, endDate } = run;
    const { id } = await start({ payrollType, endDate, affID, body }).unwrap();
    setSelected(new Map());
    setEverybody(false);
    const next = new URLSearchParams(params);
    next.set('execution', id);
    setParams(next);
  };
  const quietly = (work: Promise<void>) => void work.catch(() => undefined);

  /** The row as it is now: what has changed since is shown with its new figure. */
  const current = useCallback(
    (row: PayrollRow): PayrollRow => outcomes.get(personIdOf(row))?.now ?? row,
    [outcomes],
  );
  const isPaid = (row: PayrollRow) => {
    const outcome = outcomes.get(personIdOf(row))?.outcome;
    return outcome === 'executed' || outcome === 'already';
  };
  const itemOf = (row: PayrollRow) => ({ id: personIdOf(row), fingerprint: current(row).fingerprint });
  const toggle = (row: PayrollRow) => {
    const next = new Map(selected);
    if (!next.delete(personIdOf(row))) next.set(personIdOf(row), row);
    setSelected(next);
  };
  const busy = starting || executing;
  const count = everybody ? run.rows : selected.size;
  const sum = everybody ? run.amount : sumUsd([...selected.values()].map((row) => current(row).payoutAmount));
  const executeSelected = () =>
    everybody
      ? execute(run.personID, { run: run.id })
      : execute(0, { rows: [...selected.values()].map(itemOf) });

  const columns: VirtualColumn<PayrollRow>[] = [
    {
      key: 'select',
      header: (
        <input
          type="checkbox"
          className="form-check-input"
          aria-label="Select all"
          checked={everybody}
          onChange={() => {
            setEverybody(!everybody);
            setSelected(new Map());
          }}
        />
      ),
      cell: (row) => (
        <input
          type="checkbox"
          className="form-check-input"
          aria-label={`Select ${personNameOf(row)}`}
          checked={everybody || selected.has(personIdOf(row))}
          disabled={everybody || isPaid(row)}
          onChange={() => toggle(row)}
        />
      ),
    },
    { key: 'id', header: 'ID', cell: personIdOf, numeric: true },
    { key: 'name', header: 'Name', cell: personNameOf, rowHeader: true },
    { key: 'start', header: 'Start', cell: (row) => formatDay(row.startPeriod) },
    { key: 'end', header: 'End', cell: (row) => formatDay(row.endPeriod) },
    {
      key: 'payment',
      header: 'Payment',
      cell: (row) =>
        row.paymentType === PAYMENT_TYPE.unknown ? (
          <span className="pay-badge pay-badge-warn">Unknown</span>
        ) : (
          paymentTypeText(row.paymentType)
        ),
    },
    { key: 'commission', header: 'Commission', cell: (row) => `${row.commission}%`, numeric: true },
    {
      key: 'payout',
      header: 'Payout',
      numeric: true,
      cell: (row) => {
        const now = current(row);
        const changed = now.payoutAmount !== row.payoutAmount;
        return (
          <>
            {changed && <s>{formatUsd(row.payoutAmount)}</s>} {formatUsd(now.payoutAmount)}
          </>
        );
      },
    },
    {
      key: 'entries',
      header: 'Entries',
      numeric: true,
      cell: (row) => (
        <Button
          variant="link"
          size="sm"
          className="p-0"
          aria-label={`Entries of ${personNameOf(row)}`}
          onClick={() => {
            const payrollID = isPaid(row) ? outcomes.get(personIdOf(row))?.payrollID : undefined;
            const title = `Entries of ${personNameOf(row)}`;
            setOpened(
              payrollID
                ? { title, payrollID }
                : { title, payrollType: run.payrollType, personID: personIdOf(row), endDate: run.endDate },
            );
          }}
        >
          {formatCount(current(row).entries)}
        </Button>
      ),
    },
    {
      key: 'execute',
      header: <span className="visually-hidden">Action</span>,
      cell: (row) => {
        const outcome = outcomes.get(personIdOf(row));
        return (
          <>
            {outcome?.outcome && (
              <span
                className={`pay-badge ${isPaid(row) ? 'pay-badge-good' : 'pay-badge-warn'}`}
                title={outcome.reason}
              >
                {OUTCOME_TEXT[outcome.outcome]}
              </span>
            )}{' '}
            {!isPaid(row) && (
              <Button
                variant="outline-primary"
                size="sm"
                disabled={busy}
                aria-label={`Execute Payroll of ${personNameOf(row)}`}
                onClick={() => quietly(execute(personIdOf(row), { rows: [itemOf(row)] }))}
              >
                Execute Payroll
              </Button>
            )}
          </>
        );
      },
    },
  ];

  return (
    <>
      <div className="pay-bar">
        <span className="pay-bar-sum">
          {formatCount(run.rows)} rows, {formatUsd(run.amount)}
        </span>
        {asking ? (
          <>
            <strong>
              Pay {formatUsd(sum)} to {formatCount(count)}?
            </strong>
            <Button size="sm" onClick={() => quietly(executeSelected())}>
              Yes, pay
            </Button>
            <Button variant="outline-primary" size="sm" onClick={() => setAsking(false)}>
              No
            </Button>
          </>
        ) : (
          <Button size="sm" disabled={count === 0 || busy} onClick={() => setAsking(true)}>
            Execute selected{count ? ` (${formatCount(count)}, ${formatUsd(sum)})` : ''}
          </Button>
        )}
      </div>
      {executionID && <RunProgress run={execution} />}
      {execution && !executing && <OutcomeLine execution={execution} />}
      <VirtualTable
        caption="Payroll rows"
        columns={columns}
        count={run.rows}
        rowAt={rows.rowAt}
        rowKey={personIdOf}
        onRange={rows.ensure}
      />
      {opened && <EntriesDialog opened={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

function OutcomeLine({ execution }: { execution: PayrollRun }) {
  const parts = Object.entries(execution.outcomes).map(
    ([outcome, count]) => `${OUTCOME_TEXT[outcome as keyof typeof OUTCOME_TEXT]}: ${formatCount(count)}`,
  );
  if (parts.length === 0) return null;
  return (
    <p role="status">
      {formatUsd(execution.amount)} paid out. {parts.join(', ')}.
    </p>
  );
}
