import { type PayrollRow, type PayrollRun, personIdOf, personNameOf } from '@partnerdesk/contracts';
import {
  Badge,
  EntriesDialog,
  formatCount,
  formatUsd,
  Link,
  type OpenedEntries,
  sumUsd,
} from '@partnerdesk/web';
import { VirtualTable } from '@partnerdesk/web/virtual';
import { useState } from 'react';
import { AskFirst } from './ask-first';
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
  const { everybody } = selection;

  const isPaid = (row: PayrollRow) => outcomes.payrollIdOf(row) !== undefined;
  // Of what has been looked at: those who are executed already are paid nothing again.
  const paid = everybody ? rows.loaded().filter(isPaid) : [];
  const count = everybody ? run.rows - paid.length : selection.rows.length;
  const sum = everybody
    ? sumUsd([run.amount, ...paid.map((row) => -row.payoutAmount)])
    : sumUsd(selection.rows.map((row) => outcomes.current(row).payoutAmount));

  /** A failed start has raised its alert; the selection stays for the next try. */
  const executeRows = (...work: Parameters<typeof execute>) =>
    void execute(...work).then(selection.clear, () => undefined);
  const seen = (row: PayrollRow) => seenRow(row, outcomes);
  const openEntries = (row: PayrollRow) => {
    const payrollID = outcomes.payrollIdOf(row);
    const title = `Entries of ${personNameOf(row)}`;
    const { payrollType, endDate } = run;
    setOpened(payrollID ? { title, payrollID } : { title, payrollType, personID: personIdOf(row), endDate });
  };

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
          onYes={() =>
            everybody
              ? executeRows(run.personID, { run: run.id })
              : executeRows(0, { rows: selection.rows.map(seen) })
          }
        />
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
          onExecute: (row) => executeRows(personIdOf(row), { rows: [seen(row)] }),
        })}
        count={run.rows}
        rowAt={rows.rowAt}
        rowKey={personIdOf}
        onRange={rows.ensure}
      />
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
