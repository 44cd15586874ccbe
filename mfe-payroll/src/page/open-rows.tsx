import {
  PAYMENT_TYPE,
  type PaymentsSum,
  type PayrollOverview,
  type PayrollRow,
  personIdOf,
  personNameOf,
} from '@partnerdesk/contracts';
import { Badge, type Column, DataTable, formatUsd, Panel, sumUsd } from '@partnerdesk/web';
import { AccountFlags, nameColumn, PAYMENT_COLUMN, PERIOD_COLUMN, RowBox } from '../payroll/row-columns';
import { counted } from '../payroll/texts';

/** What is open of a payroll, in two groups, and what of it is to be paid. */
export interface PageSelection {
  /** The generation whose rows these are. */
  runID: string;
  ready: readonly PayrollRow[];
  look: readonly PayrollRow[];
  selected: readonly PayrollRow[];
  isChosen: boolean;
  sum: PaymentsSum;
  isSelected: (row: PayrollRow) => boolean;
  toggle: (rows: readonly PayrollRow[], select: boolean) => void;
  /** Nobody is selected until somebody says so. */
  clear: () => void;
}

interface OpenRowsProps {
  selection: PageSelection;
  onOpen: (row: PayrollRow) => void;
}

/** Rows in view at first: what stands below them is not pushed out of reach. */
const SHOWN = { ready: 8, look: 4 };

export function ReadyRows({ selection, isEarly, onOpen }: OpenRowsProps & { isEarly: boolean }) {
  const { ready } = selection;
  if (ready.length === 0) return null;
  return (
    <Panel title={isEarly ? 'Open so far' : 'Ready'} actions={<Sum rows={ready} />}>
      <div className="pay-review-list">
        <DataTable
          caption="Ready"
          columns={[
            boxColumn(selection, ready),
            nameColumn(onOpen),
            PERIOD_COLUMN,
            PAYMENT_COLUMN,
            amountColumn,
          ]}
          rows={ready}
          rowKey={personIdOf}
          onRow={onOpen}
          pageSize={SHOWN.ready}
        />
      </div>
    </Panel>
  );
}

/** Rows that somebody has to look at first, each with the reason; and what is below zero. */
export function LookRows({ selection, owed, onOpen }: OpenRowsProps & { owed: PayrollOverview['owed'] }) {
  const { look } = selection;
  if (look.length === 0 && owed.people === 0) return null;
  return (
    <Panel title="Needs a look" actions={look.length > 0 && <Sum rows={look} />} className="pay-look">
      {look.length > 0 && (
        <div className="pay-review-list" id="pay-look" tabIndex={-1}>
          <DataTable
            caption="Needs a look"
            columns={[boxColumn(selection, look), lookName(onOpen), REASON, amountColumn]}
            rows={look}
            rowKey={personIdOf}
            onRow={onOpen}
            pageSize={SHOWN.look}
          />
        </div>
      )}
      {owed.people > 0 && <Owed owed={owed} />}
    </Panel>
  );
}

function Sum({ rows }: { rows: readonly PayrollRow[] }) {
  return (
    <span className="pd-panel-muted">
      {counted(rows.length, 'person')}, {formatUsd(sumUsd(rows.map(({ payoutAmount }) => payoutAmount)))}
    </span>
  );
}

/** Balances below zero are no rows: nothing is paid, and they carry over. */
function Owed({ owed: { people, amount, largest } }: { owed: PayrollOverview['owed'] }) {
  return (
    <details className="pay-owed">
      <summary>
        {counted(people, 'person')} below zero, {formatUsd(amount)}: carried over, not paid
      </summary>
      <ul>
        {largest.map((person) => (
          <li key={personIdOf(person)}>
            {personNameOf(person)} (ID {personIdOf(person)}) <span>{formatUsd(person.amount)}</span>
          </li>
        ))}
      </ul>
      {largest.length < people && <p className="pd-field-hint">The largest {largest.length} of them.</p>}
    </details>
  );
}

function Reasons({ row }: { row: PayrollRow }) {
  return (
    <>
      {row.paymentType === PAYMENT_TYPE.unknown && (
        <Badge tone="caution" title="No pay file can hold it until the payment type is set">
          Payment type unknown
        </Badge>
      )}{' '}
      <AccountFlags {...row} />
    </>
  );
}

const REASON: Column<PayrollRow> = {
  header: 'Reason',
  className: 'pay-text pay-wide',
  cell: (row) => <Reasons row={row} />,
};

/** A phone has no room for a column of the reason: it is said under the name. */
function lookName(onOpen: (row: PayrollRow) => void): Column<PayrollRow> {
  const column = nameColumn(onOpen);
  return {
    ...column,
    cell: (row, index) => (
      <>
        {column.cell(row, index)}
        <span className="pay-narrow pay-reasons">
          <Reasons row={row} />
        </span>
      </>
    ),
  };
}

const amountColumn: Column<PayrollRow> = {
  header: 'Amount',
  numeric: true,
  cell: ({ payoutAmount }) => formatUsd(payoutAmount),
};

function boxColumn(selection: PageSelection, rows: readonly PayrollRow[]): Column<PayrollRow> {
  const isAll = rows.every(selection.isSelected);
  const box = (label: string, of: readonly PayrollRow[], checked: boolean) => (
    <RowBox label={label} checked={checked} onChange={() => selection.toggle(of, !checked)} />
  );
  return {
    key: 'select',
    className: 'pay-select',
    header: box('Select all', rows, isAll),
    cell: (row) => box(`Select ${personNameOf(row)}`, [row], selection.isSelected(row)),
  };
}
