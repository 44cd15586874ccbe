import { PAYMENT_STATE_TEXT, type PayrollReportRow } from '@partnerdesk/contracts';
import {
  Badge,
  type BadgeTone,
  type Column,
  formatCount,
  formatInstant,
  formatUsd,
  Link,
} from '@partnerdesk/web';
import {
  entriesColumn,
  nameColumn,
  PAYMENT_COLUMN,
  PERIOD_COLUMN,
  periodFacts,
  type RowFact,
} from './row-columns';

const STATE_TONE: Partial<Record<string, BadgeTone>> = { paid: 'good', returned: 'caution' };

interface ReportColumnsOptions {
  selectColumn: Column<PayrollReportRow>;
  timeZone: string;
  onOpen: (row: PayrollReportRow) => void;
  onEntries: (row: PayrollReportRow) => void;
}

/** The columns of a report's rows; a phone keeps who, how much and the state. */
export function reportColumns(options: ReportColumnsOptions): Column<PayrollReportRow>[] {
  const { selectColumn, timeZone, onOpen, onEntries } = options;
  return [
    selectColumn,
    nameColumn(onOpen),
    PERIOD_COLUMN,
    { header: 'Amount', cell: (row) => formatUsd(row.amount), numeric: true },
    PAYMENT_COLUMN,
    {
      header: 'State',
      className: 'pay-state-cell',
      cell: (row) => (
        <>
          <PaymentState row={row} timeZone={timeZone} />
          <span className="pd-field-hint pay-second pay-wide">
            {formatInstant(row.dateCreated, timeZone)}
          </span>
        </>
      ),
    },
    entriesColumn(
      (row) => `Entries of payment ${row.payrollID}`,
      (row) => row.entries,
      onEntries,
    ),
    {
      header: 'Statement',
      className: 'pay-wide',
      cell: ({ payrollID }) => <StatementLink payrollID={payrollID} />,
    },
  ];
}

/** What a row says, for where not all of its columns are in view. */
export const reportFacts = (row: PayrollReportRow, timeZone: string): RowFact[] => [
  ...periodFacts(row),
  ['Amount', formatUsd(row.amount)],
  ['Created', `${formatInstant(row.dateCreated, timeZone)}, ${row.createdBy}`],
  ['State', <PaymentState key="state" row={row} timeZone={timeZone} />],
  ['Entries', formatCount(row.entries)],
  ['Statement', <StatementLink key="statement" payrollID={row.payrollID} />],
];

/** Leads to everything that a payment adds up. */
export function StatementLink({ payrollID }: Pick<PayrollReportRow, 'payrollID'>) {
  return (
    <Link to={`/statement?payrollID=${payrollID}`} aria-label={`Open statement of payment ${payrollID}`}>
      Open
    </Link>
  );
}

/** What became of a payment; on hover who said so, and why. */
export function PaymentState({ row, timeZone }: { row: PayrollReportRow; timeZone: string }) {
  const { state, payFileID, markedBy, markedAt = '', reason = '' } = row;
  const mark = markedBy && `${markedBy}, ${formatInstant(markedAt, timeZone)} ${reason}`;
  return (
    <Badge tone={STATE_TONE[state] ?? 'neutral'} {...(mark && { title: mark })}>
      {payFileID && state === 'executed' ? `In pay file ${payFileID}` : PAYMENT_STATE_TEXT[state]}
    </Badge>
  );
}
