import {
  type ExecuteOutcomeRow,
  type ExecutePayrollRequest,
  MESSAGE,
  type PayrollRow,
  type PayrollRun,
  personIdOf,
  personNameOf,
} from '@partnerdesk/contracts';
import {
  Button,
  EntriesDialog,
  formatCount,
  formatUsd,
  type OpenedEntries,
  sumUsd,
  useAlerts,
  useAppDispatch,
  useSearchParams,
} from '@partnerdesk/web';
import { useCallback, useEffect, useRef, useState } from 'react';
import { AskFirst } from './ask-first';
import { scheduleChanged, useStartExecuteMutation } from './payroll.api';
import { entriesColumn, PAYMENT_COLUMN, PERSON_COLUMNS } from './row-columns';
import { RunProgress } from './run-progress';
import { counted } from './texts';
import { useRows, useRun } from './use-run';
import { useSelection } from './use-selection';
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
  const selection = useSelection<PayrollRow>(personIdOf);
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, ExecuteOutcomeRow>>(new Map());
  const [opened, setOpened] = useState<OpenedEntries>();
  const [start, { isLoading: starting }] = useStartExecuteMutation();
  const { run: execution, open: executing } = useRun(executionID);
  const results = useRows<ExecuteOutcomeRow>(executionID, execution?.rows ?? 0);
  /** The execution that was started here and not told of yet: a reload tells nothing twice. */
  const started = useRef('');

  useEffect(() => {
    if (!execution || executing || execution.rows === 0) return;
    void results.all().then(
      (found) => {
        setOutcomes((before) => {
          const next = new Map(before);
          for (const row of found) if (row.outcome) next.set(personIdOf(row), row);
          return next;
        });
        if (started.current !== execution.id || execution.state !== 'completed') return;
        started.current = '';
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
    const { payrollType, endDate } = run;
    const { id } = await start({ payrollType, endDate, affID, body }).unwrap();
    started.current = id;
    selection.clear();
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
  /** The payment that the row became: of the last execution, or of one before or by somebody else. */
  const payrollIdOf = (row: PayrollRow) => outcomes.get(personIdOf(row))?.payrollID ?? row.payrollID;
  const isPaid = (row: PayrollRow) => payrollIdOf(row) !== undefined;
  const itemOf = (row: PayrollRow) => ({ id: personIdOf(row), fingerprint: current(row).fingerprint });
  const busy = starting || executing;
  const { everybody } = selection;
  // Of what has been looked at: whoever is executed already is paid nothing again.
  const paid = everybody ? rows.loaded().filter(isPaid) : [];
  const count = everybody ? run.rows - paid.length : selection.rows.length;
  const sum = everybody
    ? sumUsd([run.amount, ...paid.map((row) => -row.payoutAmount)])
    : sumUsd(selection.rows.map((row) => current(row).payoutAmount));
  const executeSelected = () =>
    everybody ? execute(run.personID, { run: run.id }) : execute(0, { rows: selection.rows.map(itemOf) });

  const columns: VirtualColumn<PayrollRow>[] = [
    selection.column((row) => `Select ${personNameOf(row)}`, isPaid),
    ...PERSON_COLUMNS,
    PAYMENT_COLUMN,
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
    entriesColumn(
      (row) => `Entries of ${personNameOf(row)}`,
      (row) => current(row).entries,
      (row) => {
        const payrollID = payrollIdOf(row);
        const title = `Entries of ${personNameOf(row)}`;
        setOpened(
          payrollID
            ? { title, payrollID }
            : { title, payrollType: run.payrollType, personID: personIdOf(row), endDate: run.endDate },
        );
      },
    ),
    {
      key: 'execute',
      header: <span className="visually-hidden">Action</span>,
      cell: (row) => {
        const { outcome, reason } = outcomes.get(personIdOf(row)) ?? {};
        const shown = outcome ?? (isPaid(row) ? 'executed' : undefined);
        return (
          <>
            {shown && (
              <span
                className={`pay-badge ${isPaid(row) ? 'pay-badge-good' : 'pay-badge-warn'}`}
                title={reason}
              >
                {OUTCOME_TEXT[shown]}
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
          {counted(run.rows, 'row')}, {formatUsd(run.amount)}
        </span>
        <AskFirst
          label={`Execute selected${count ? ` (${formatCount(count)}, ${formatUsd(sum)})` : ''}`}
          disabled={count === 0 || busy}
          question={`Pay ${formatUsd(sum)} to ${formatCount(count)}?`}
          yes="Yes, pay"
          onYes={() => quietly(executeSelected())}
        />
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
