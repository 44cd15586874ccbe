import { type PayrollRow, personNameOf } from '@partnerdesk/contracts';
import { Badge, Button, type Column, formatUsd } from '@partnerdesk/web';
import { ACCOUNT_COLUMN } from './account-flags';
import { entriesColumn, PAYMENT_COLUMN, PERSON_COLUMNS } from './row-columns';
import type { RowOutcomes } from './use-execution';

/** What becomes of a row that is executed, in words. */
export const OUTCOME_TEXT = {
  executed: 'Executed',
  already: 'Executed before',
  nothing: 'Nothing to pay',
  changed: 'Changed: review it',
  held: 'Account changed lately',
  failed: 'Failed',
} as const;

interface GeneratedColumnsOptions {
  selectColumn: Column<PayrollRow>;
  outcomes: RowOutcomes;
  busy: boolean;
  onEntries: (row: PayrollRow) => void;
  onExecute: (row: PayrollRow) => void;
}

/** The columns of a generation's rows. */
export function generatedColumns(options: GeneratedColumnsOptions): Column<PayrollRow>[] {
  const { selectColumn, outcomes, onEntries } = options;
  return [
    selectColumn,
    ...PERSON_COLUMNS,
    PAYMENT_COLUMN,
    ACCOUNT_COLUMN,
    { header: 'Commission', cell: (row) => `${row.commission}%`, numeric: true },
    { header: 'Payout', cell: (row) => <Payout row={row} now={outcomes.current(row)} />, numeric: true },
    entriesColumn(
      (row) => `Entries of ${personNameOf(row)}`,
      (row) => outcomes.current(row).entries,
      onEntries,
    ),
    {
      key: 'execute',
      header: <span className="visually-hidden">Action</span>,
      cell: (row) => <ExecuteCell row={row} {...options} />,
    },
  ];
}

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
