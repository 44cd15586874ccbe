import { type PayrollRow, type PayrollRun, personIdOf, personNameOf } from '@partnerdesk/contracts';
import {
  Badge,
  Button,
  EntriesDialog,
  formatCount,
  formatUsd,
  Link,
  type OpenedEntries,
  sumUsd,
} from '@partnerdesk/web';
import { VirtualTable } from '@partnerdesk/web/virtual';
import { useState } from 'react';
import { ExecuteDialog, type ExecutionWork } from './execute-dialog';
import { generatedColumns, OUTCOME_TEXT } from './generated-columns';
import { useLazyGetGeneratedRowsQuery } from './payroll.api';
import { RunProgress } from './run-progress';
import { counted } from './texts';
import { seenRow, useExecution } from './use-execution';
import { useRows } from './use-run';
import { useSelection } from './use-selection';

/** The rows to review; one, many or all of them are executed as they were seen. */
export function GeneratedRows({ run }: { run: PayrollRun }) {
  const [fetchRows] = useLazyGetGeneratedRowsQuery();
  const rows = useRows(fetchRows, run.id, run.rows);
  const selection = useSelection<PayrollRow>(personIdOf);
  const [opened, setOpened] = useState<OpenedEntries>();
  const { executionID, execution, executing, busy, outcomes, execute } = useExecution(run);
  const [asked, setAsked] = useState<ExecutionWork>();
  const { everybody } = selection;

  const isPaid = (row: PayrollRow) => outcomes.payrollIdOf(row) !== undefined;
  // Of what has been looked at: those who are executed already are paid nothing again.
  const paid = everybody ? rows.loaded().filter(isPaid) : [];
  const count = everybody ? run.rows - paid.length : selection.rows.length;
  const sum = everybody
    ? sumUsd([run.amount, ...paid.map((row) => -row.payoutAmount)])
    : sumUsd(selection.rows.map((row) => outcomes.current(row).payoutAmount));

  /** A failed start has raised its alert; the selection stays for the next try. */
  const executeAsked = ({ affID, body }: ExecutionWork) => {
    setAsked(undefined);
    void execute(affID, body).then(selection.clear, () => undefined);
  };
  const seen = (row: PayrollRow) => seenRow(row, outcomes);
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
      <div className="pay-bar">
        <span className="pay-bar-sum">
          {counted(run.rows, 'row')}, {formatUsd(run.amount)}
        </span>
        <Button
          size="sm"
          disabled={count === 0 || busy}
          onClick={() =>
            setAsked(
              everybody
                ? { affID: run.personID, body: { run: run.id } }
                : { affID: 0, body: { rows: selection.rows.map(seen) } },
            )
          }
        >
          Execute selected{count ? ` (${formatCount(count)}, ${formatUsd(sum)})` : ''}
        </Button>
      </div>
      {executionID && <RunProgress run={execution} />}
      {execution && !executing && <OutcomeLine execution={execution} />}
      {execution?.approvalID !== undefined && <RequestLine approvalID={execution.approvalID} />}
      <VirtualTable
        caption="Payroll rows"
        columns={generatedColumns({
          selectColumn: selection.column((row) => `Select ${personNameOf(row)}`, isPaid),
          outcomes,
          busy,
          onEntries: openEntries,
          onExecute: (row) => setAsked({ affID: personIdOf(row), body: { rows: [seen(row)] } }),
        })}
        count={run.rows}
        rowAt={rows.rowAt}
        rowKey={personIdOf}
        onRange={rows.ensure}
      />
      {asked && (
        <ExecuteDialog
          run={run}
          work={asked}
          onConfirm={() => executeAsked(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
      {opened && <EntriesDialog opened={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

/** Where two people pay: what was prepared, and where it waits. */
function RequestLine({ approvalID }: { approvalID: number }) {
  return (
    <p role="status">
      <Badge tone="caution">Waiting</Badge> A second person has to approve it:{' '}
      <Link to={`/payroll-approvals?request=${approvalID}`}>request {approvalID}</Link>. Nothing is paid
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
      {execution.kind === 'execute' && `${formatUsd(execution.amount)} paid out. `}
      {parts.join(', ')}.
    </p>
  );
}
