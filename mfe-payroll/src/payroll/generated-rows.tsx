import { type PayrollRow, type PayrollRun, personIdOf, personNameOf } from '@partnerdesk/contracts';
import {
  Badge,
  Button,
  type Column,
  EntriesDialog,
  formatCount,
  formatUsd,
  Link,
  type OpenedEntries,
} from '@partnerdesk/web';
import { useEffect, useMemo, useRef, useState } from 'react';
import { ExecuteDialog, type ExecutionWork } from './execute-dialog';
import { type GeneratedSelection, generatedSelection } from './generated-selection';
import { useLazyGetGeneratedRowsQuery } from './payroll.api';
import type { PayrollState } from './payroll-state-panel';
import { ReviewLayout } from './review-layout';
import {
  AccountFlags,
  entriesColumn,
  nameColumn,
  PaymentCell,
  PERIOD_COLUMN,
  periodFacts,
  type RowFact,
} from './row-columns';
import { type RowFilter, TYPE_FILTER, useRowFilters } from './row-filters';
import { RunProgress } from './run-progress';
import { SelectionSummary, useSelection } from './selection';
import { counted } from './texts';
import { type RowOutcomes, seenRow, useExecution } from './use-execution';
import { focusPayee, useOpenedPayee } from './use-payee';
import { useRows, useWhole } from './use-run';

function generatedFilters({ payrollIdOf }: RowOutcomes): RowFilter<PayrollRow>[] {
  const isPaid = (row: PayrollRow) => payrollIdOf(row) !== undefined;
  return [
    {
      name: 'state',
      label: 'Payment state',
      any: 'All states',
      options: [
        { value: 'open', label: 'To execute', matches: (row) => !isPaid(row) && !row.accountHeld },
        { value: 'held', label: 'Held', matches: (row) => !isPaid(row) && row.accountHeld === true },
        { value: 'executed', label: 'Already executed', matches: isPaid },
      ],
    },
    TYPE_FILTER,
  ];
}

interface GeneratedRowsProps {
  run: PayrollRun;
  /** How far this payroll is: what is executed is paid next, also while the rest is open. */
  state: PayrollState;
}

/** The rows to review; one, many or all of them are executed as they were seen. */
export function GeneratedRows({ run, state }: GeneratedRowsProps) {
  const [fetchRows] = useLazyGetGeneratedRowsQuery();
  const rows = useRows(fetchRows, run.id, run.rows);
  const { executionID, execution, executing, busy, outcomes, execute } = useExecution(run);
  const filters = useMemo(() => generatedFilters(outcomes), [outcomes]);
  const filtered = useRowFilters(filters, rows);
  const selection = useSelection<PayrollRow>(personIdOf, filtered.key);
  useWhole(rows, selection.everybody);
  const selected = generatedSelection(run, selection, filtered, outcomes);
  const idle = selected.count === 0 || !selected.work || busy;
  const [opened, setOpened] = useState<OpenedEntries>();
  const [asked, setAsked] = useState<ExecutionWork>();
  const payee = useOpenedPayee<PayrollRow>();
  /** The person whose own button was pressed last. */
  const alone = useRef(0);
  useEffect(() => {
    // The button goes with the row's execution: the keyboard goes on from the name.
    if (outcomes && document.activeElement === document.body) focusPayee(alone.current);
  }, [outcomes]);

  /** A failed start has raised its alert; the selection stays for the next try. */
  const executeAsked = ({ affID, body }: ExecutionWork) => {
    setAsked(undefined);
    alone.current = affID;
    void execute(affID, body).then(selection.clear, () => undefined);
  };
  const openEntries = (row: PayrollRow) => {
    const payrollID = outcomes.payrollIdOf(row);
    const title = `Entries of ${personNameOf(row)}`;
    const { payrollType } = run;
    setOpened(
      payrollID
        ? { title, payrollID }
        : { title, payrollType, personID: personIdOf(row), endDate: row.endPeriod },
    );
  };

  return (
    <>
      <ReviewLayout
        caption="Payroll rows"
        columns={generatedColumns({
          selectColumn: selection.column(
            (row) => `Select ${personNameOf(row)}`,
            (row) => outcomes.payrollIdOf(row) !== undefined,
          ),
          outcomes,
          busy,
          onOpen: payee.open,
          onEntries: openEntries,
          onExecute: (row) =>
            setAsked({
              affID: personIdOf(row),
              body: { rows: [seenRow(row, outcomes)] },
              who: personNameOf(row),
            }),
        })}
        rowKey={personIdOf}
        run={run}
        rows={rows}
        filtered={filtered}
        payee={payee}
        factsOf={(row) => generatedFacts(row, outcomes)}
        summary={
          <SelectionSummary {...selected} total={run.rows} note={noteOf(selected)}>
            {state.unpaid && selected.count === 0 && !busy ? (
              <Button disabled={state.busy} onClick={state.pay}>
                Continue to paying
              </Button>
            ) : (
              <Button
                variant={selected.count === 0 ? 'outline-primary' : 'primary'}
                // Still there for the focus that comes back from the dialog.
                aria-disabled={idle}
                title={selected.count === 0 ? 'Select rows first' : undefined}
                onClick={() => !idle && setAsked(selected.work)}
              >
                Execute selected
                {selected.count > 0 && ` (${formatCount(selected.count)}, ${formatUsd(selected.sum)})`}
              </Button>
            )}
          </SelectionSummary>
        }
      >
        <p className="pay-bar-sum">
          {counted(run.rows, 'row')}, {formatUsd(run.amount)}
        </p>
        {executionID && <RunProgress run={execution} />}
        {execution && !executing && <OutcomeLine execution={execution} />}
        {execution?.approvalID !== undefined && <RequestLine approvalID={execution.approvalID} />}
      </ReviewLayout>
      {asked && (
        <ExecuteDialog run={run} work={asked} onConfirm={executeAsked} onClose={() => setAsked(undefined)} />
      )}
      {opened && <EntriesDialog opened={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

function noteOf({ held, unseen }: GeneratedSelection): string {
  const parts = [
    held > 0 && `${counted(held, 'row')} held because of a changed account: select them one by one.`,
    unseen > 0 && `${formatCount(unseen)} of them not shown by the filters.`,
  ].filter(Boolean);
  return parts.join(' ');
}

/** Where two people pay: what was prepared, and where it waits. */
function RequestLine({ approvalID }: { approvalID: number }) {
  return (
    <p role="status">
      <Badge tone="caution">Waiting</Badge> A second person has to approve it:{' '}
      <Link to={`/payroll-approvals?request=${approvalID}`}>request {approvalID}</Link>. Nothing is executed
      before.
    </p>
  );
}

function OutcomeLine({ execution }: { execution: PayrollRun }) {
  const parts = Object.entries(execution.outcomes).map(
    ([outcome, count]) => `${OUTCOME_TEXT[outcome as keyof typeof OUTCOME_TEXT]}: ${formatCount(count)}`,
  );
  if (parts.length === 0) return null;
  return (
    <p role="status">
      {execution.kind === 'execute' && `${formatUsd(execution.amount)} can now be put into pay files. `}
      {parts.join(', ')}.
    </p>
  );
}

const OUTCOME_TEXT = {
  executed: 'Executed',
  already: 'Executed before',
  nothing: 'Nothing to pay',
  changed: 'Changed: review it',
  held: 'Account changed recently',
  failed: 'Failed',
} as const;

interface GeneratedColumnsOptions {
  selectColumn: Column<PayrollRow>;
  outcomes: RowOutcomes;
  busy: boolean;
  onOpen: (row: PayrollRow) => void;
  onEntries: (row: PayrollRow) => void;
  onExecute: (row: PayrollRow) => void;
}

function generatedColumns(options: GeneratedColumnsOptions): Column<PayrollRow>[] {
  const { selectColumn, outcomes, onOpen, onEntries } = options;
  return [
    selectColumn,
    nameColumn(onOpen),
    PERIOD_COLUMN,
    {
      header: 'Payment',
      className: 'pay-wide pay-cut',
      cell: (row) => (
        <>
          <PaymentCell {...row} />
          <span className="d-block">
            <AccountFlags {...row} />
          </span>
        </>
      ),
    },
    {
      header: 'Payout',
      numeric: true,
      cell: (row) => (
        <>
          <Payout row={row} now={outcomes.current(row)} />
          <span className="pd-field-hint pay-second pay-wide">at {row.commission}%</span>
        </>
      ),
    },
    entriesColumn(
      (row) => `Entries of ${personNameOf(row)}`,
      (row) => outcomes.current(row).entries,
      onEntries,
    ),
    {
      key: 'execute',
      header: <span className="visually-hidden">Action</span>,
      className: 'pay-action',
      cell: (row) => <ExecuteCell row={row} {...options} />,
    },
  ];
}

/** What a row says, for where not all of its columns are in view. */
const generatedFacts = (row: PayrollRow, outcomes: RowOutcomes): RowFact[] => [
  ...periodFacts(row),
  ['Payout', `${formatUsd(outcomes.current(row).payoutAmount)} at ${row.commission}%`],
  ['Entries', formatCount(outcomes.current(row).entries)],
];

function Payout({ row, now }: { row: PayrollRow; now: PayrollRow }) {
  const changed = now.payoutAmount !== row.payoutAmount;
  return (
    <>
      {changed && <s>{formatUsd(row.payoutAmount)}</s>} {formatUsd(now.payoutAmount)}
    </>
  );
}

function ExecuteCell({ row, outcomes, busy, onExecute }: GeneratedColumnsOptions & { row: PayrollRow }) {
  const { outcome, reason } = outcomes.of(row) ?? {};
  const isPaid = outcomes.payrollIdOf(row) !== undefined;
  const shown = outcome ?? (isPaid ? 'executed' : undefined);
  return (
    <>
      {shown && (
        <Badge tone={isPaid ? 'good' : 'caution'} {...(reason && { title: reason })}>
          {OUTCOME_TEXT[shown] ?? shown}
        </Badge>
      )}{' '}
      {!isPaid && (
        <Button
          variant="outline-primary"
          size="sm"
          disabled={busy}
          aria-label={`Execute Payroll of ${personNameOf(row)}`}
          onClick={() => onExecute(row)}
        >
          Execute Payroll
        </Button>
      )}
    </>
  );
}
