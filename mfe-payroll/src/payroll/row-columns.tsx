import {
  PAYMENT_TYPE,
  type PayrollPerson,
  paymentTypeText,
  personIdOf,
  personNameOf,
} from '@partnerdesk/contracts';
import { Badge, Button, type Column, formatCount, formatDay } from '@partnerdesk/web';

/** What the rows of a generation and of a report have in common. */
interface PersonRow extends PayrollPerson {
  startPeriod: string;
  endPeriod: string;
  paymentType?: number;
  paymentInfo?: string;
}

/** Who, and for which days. */
export const PERSON_COLUMNS: Column<PersonRow>[] = [
  { key: 'id', header: 'ID', cell: personIdOf, numeric: true },
  { key: 'name', header: 'Name', cell: personNameOf, rowHeader: true },
  { key: 'start', header: 'Start', cell: (row) => formatDay(row.startPeriod) },
  { key: 'end', header: 'End', cell: (row) => formatDay(row.endPeriod) },
];

/** How it is paid; a payment of unknown type is executed too, and marked so (docs/RULES.md, Payroll). */
export const PAYMENT_COLUMN: Column<PersonRow> = {
  key: 'payment',
  header: 'Payment',
  cell: ({ paymentType, paymentInfo = '' }) =>
    paymentType === PAYMENT_TYPE.unknown ? (
      <Badge tone="caution">Unknown</Badge>
    ) : (
      `${paymentTypeText(paymentType)} ${paymentInfo}`
    ),
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
    cell: (row) => (
      <Button variant="link" size="sm" className="p-0" aria-label={labelOf(row)} onClick={() => onOpen(row)}>
        {formatCount(countOf(row))}
      </Button>
    ),
  };
}
