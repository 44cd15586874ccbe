import { type PayrollRow, personNameOf } from '@partnerdesk/contracts';
import { Badge, Button, type Column, formatCount, formatUsd } from '@partnerdesk/web';
import { AccountFlags } from './account-flags';
import {
  entriesColumn,
  nameColumn,
  PaymentCell,
  PERIOD_COLUMN,
  periodFacts,
  type RowFact,
} from './row-columns';
import type { RowOutcomes } from './use-execution';

/** What becomes of a row that is executed, in words. */
export const OUTCOME_TEXT = {
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

/** The columns of a generation's rows; a phone keeps who, how much and the action. */
export function generatedColumns(options: GeneratedColumnsOptions): Column<PayrollRow>[] {
  const { selectColumn, outcomes, onOpen, onEntries } = options;
  return [
    selectColumn,
    nameColumn(onOpen),
    PERIOD_COLUMN,
    {
      key: 'payment',
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
export const generatedFacts = (row: PayrollRow, outcomes: RowOutcomes): RowFact[] => [
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
