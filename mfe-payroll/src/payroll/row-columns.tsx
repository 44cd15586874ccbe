import {
  PAYMENT_TYPE,
  type PayrollPerson,
  type PayrollRow,
  paymentTypeText,
  personIdOf,
  personNameOf,
} from '@partnerdesk/contracts';
import {
  Badge,
  Button,
  type Column,
  daysAgo,
  formatCount,
  formatDay,
  useConfiguration,
} from '@partnerdesk/web';
import type { ReactNode } from 'react';

/** What the rows of a generation, of a report and of a request have in common. */
interface PersonRow extends PayrollPerson {
  startPeriod: string;
  endPeriod: string;
  paymentType?: number;
  paymentInfo?: string;
}

/** Who; opens the payee where `onOpen` is given. A phone has no room for a column of the payment: it is said here. */
export function nameColumn<Row extends PersonRow>(onOpen?: (row: Row) => void): Column<Row> {
  return {
    header: 'Name',
    rowHeader: true,
    className: 'pay-name',
    cell: (row) => (
      <>
        {onOpen ? (
          <button
            type="button"
            className="pay-open"
            data-payee={personIdOf(row)}
            title={personNameOf(row)}
            onClick={() => onOpen(row)}
          >
            {personNameOf(row)}
          </button>
        ) : (
          <span className="pay-open" title={personNameOf(row)}>
            {personNameOf(row)}
          </span>
        )}
        <span className="pd-field-hint">
          ID {personIdOf(row)}
          <span className="pay-narrow">, {paymentTypeText(row.paymentType)}</span>
        </span>
      </>
    ),
  };
}

export const PERIOD_COLUMN: Column<PersonRow> = {
  header: 'Period',
  className: 'pay-wide',
  cell: ({ startPeriod, endPeriod }) => (
    <>
      <span className="d-block">{formatDay(startPeriod)}</span>
      <span className="pd-field-hint">to {formatDay(endPeriod)}</span>
    </>
  ),
};

export type RowFact = readonly [label: string, value: ReactNode];

export const periodFacts = ({ startPeriod, endPeriod }: PersonRow): RowFact[] => [
  ['Start', formatDay(startPeriod)],
  ['End', formatDay(endPeriod)],
];

/** How it is paid; a payment of unknown type is executed too, and marked so (docs/RULES.md, Payroll). */
export function PaymentCell({
  paymentType,
  paymentInfo = '',
}: Pick<PersonRow, 'paymentType' | 'paymentInfo'>) {
  if (paymentType === PAYMENT_TYPE.unknown) return <Badge tone="caution">Unknown</Badge>;
  return (
    <>
      {paymentTypeText(paymentType)}{' '}
      {paymentInfo && (
        <span className="pay-account" title={paymentInfo}>
          {paymentInfo}
        </span>
      )}
    </>
  );
}

export const PAYMENT_COLUMN: Column<PersonRow> = {
  header: 'Payment',
  className: 'pay-wide pay-cut',
  cell: (row) => <PaymentCell {...row} />,
};

export function entriesColumn<Row>(
  labelOf: (row: Row) => string,
  countOf: (row: Row) => number,
  onOpen: (row: Row) => void,
): Column<Row> {
  return {
    header: 'Entries',
    numeric: true,
    className: 'pay-wide',
    cell: (row) => (
      <Button
        variant="link"
        size="sm"
        className="p-0"
        aria-label={`${labelOf(row)}: ${formatCount(countOf(row))}`}
        onClick={() => onOpen(row)}
      >
        {formatCount(countOf(row))}
      </Button>
    ),
  };
}

type Flagged = Pick<
  PayrollRow,
  'accountChangedAt' | 'accountHeld' | 'accountShared' | 'accountReturned' | 'openSignals'
>;

/** What to know of the account before paying to it (docs/RULES.md, Payment details). */
export function AccountFlags(flags: Flagged) {
  const { accountChangedAt, accountHeld, accountShared, accountReturned, openSignals = 0 } = flags;
  const { businessTimezone } = useConfiguration();
  const changed = accountChangedAt && `Account changed ${daysAgo(accountChangedAt, businessTimezone)}`;
  return (
    <>
      {changed && (
        <Badge
          tone="caution"
          title={
            accountHeld ? `${changed}. Not part of all: choose this row by itself to execute it` : changed
          }
        >
          {changed}
          {accountHeld && ', held'}
        </Badge>
      )}{' '}
      {accountShared && (
        <Badge tone="caution" title="Somebody else has the same account or PayPal ID">
          Shared account
        </Badge>
      )}{' '}
      {accountReturned && (
        <Badge tone="caution" title="It would go to the same account again">
          Last payment came back
        </Badge>
      )}{' '}
      {openSignals > 0 && (
        <Badge tone="caution" title="Fraud signals that nobody has reviewed: open the payee to read them">
          {openSignals === 1 ? '1 signal' : `${openSignals} signals`} to review
        </Badge>
      )}
    </>
  );
}

interface RowBoxProps {
  /** For screen readers: the column shows no text. */
  label: string;
  checked: boolean;
  disabled?: boolean;
  onChange: () => void;
}

export function RowBox({ label, checked, disabled = false, onChange }: RowBoxProps) {
  return (
    <label className="pay-box">
      <input
        type="checkbox"
        className="form-check-input"
        aria-label={label}
        checked={checked}
        disabled={disabled}
        onChange={onChange}
      />
    </label>
  );
}
