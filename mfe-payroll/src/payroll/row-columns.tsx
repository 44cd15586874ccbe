import {
  PAYMENT_TYPE,
  type PayrollPerson,
  paymentTypeText,
  personIdOf,
  personNameOf,
} from '@partnerdesk/contracts';
import { Badge, Button, type Column, formatCount, formatDay } from '@partnerdesk/web';
import type { ReactNode } from 'react';

/** What the rows of a generation, of a report and of a request have in common. */
export interface PersonRow extends PayrollPerson {
  startPeriod: string;
  endPeriod: string;
  paymentType?: number;
  paymentInfo?: string;
}

/** Who; opens the payee where `onOpen` is given. A phone has no room for a column of the payment: it is said here. */
export function nameColumn<Row extends PersonRow>(onOpen?: (row: Row) => void): Column<Row> {
  return {
    key: 'name',
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

/** For which days. */
export const PERIOD_COLUMN: Column<PersonRow> = {
  key: 'period',
  header: 'Period',
  className: 'pay-wide',
  cell: ({ startPeriod, endPeriod }) => (
    <>
      <span className="d-block">{formatDay(startPeriod)}</span>
      <span className="pd-field-hint">to {formatDay(endPeriod)}</span>
    </>
  ),
};

/** A fact of a row beside its label. */
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
  key: 'payment',
  header: 'Payment',
  className: 'pay-wide pay-cut',
  cell: (row) => <PaymentCell {...row} />,
};

/** How many entries an amount adds up; opens to them. */
export function entriesColumn<Row>(
  labelOf: (row: Row) => string,
  countOf: (row: Row) => number,
  onOpen: (row: Row) => void,
): Column<Row> {
  return {
    key: 'entries',
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
