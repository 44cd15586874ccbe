import { PAYMENT_STATE_TEXT, type PayrollReportRow } from '@partnerdesk/contracts';
import { Badge, type BadgeTone, type Column, formatInstant, formatUsd, Link } from '@partnerdesk/web';
import { entriesColumn, PAYMENT_COLUMN, PERSON_COLUMNS } from './row-columns';

const STATE_TONE: Partial<Record<string, BadgeTone>> = { paid: 'good', returned: 'caution' };

interface ReportColumnsOptions {
  selectColumn: Column<PayrollReportRow>;
  timeZone: string;
  onEntries: (row: PayrollReportRow) => void;
}

/** The columns of a report's rows. */
export function reportColumns(options: ReportColumnsOptions): Column<PayrollReportRow>[] {
  const { selectColumn, timeZone, onEntries } = options;
  return [
    selectColumn,
    ...PERSON_COLUMNS,
    { header: 'Amount', cell: (row) => formatUsd(row.amount), numeric: true },
    PAYMENT_COLUMN,
    { header: 'Created', cell: (row) => formatInstant(row.dateCreated, timeZone) },
    { header: 'State', cell: (row) => <PaymentState row={row} timeZone={timeZone} /> },
    entriesColumn(
      (row) => `Entries of payment ${row.payrollID}`,
      (row) => row.entries,
      onEntries,
    ),
    {
      header: 'Statement',
      cell: ({ payrollID }) => (
        <Link to={`/statement?payrollID=${payrollID}`} aria-label={`Statement of payment ${payrollID}`}>
          Open
        </Link>
      ),
    },
  ];
}

function PaymentState({ row, timeZone }: { row: PayrollReportRow; timeZone: string }) {
  const { state, payFileID, markedBy, markedAt = '', reason = '' } = row;
  const mark = markedBy && `${markedBy}, ${formatInstant(markedAt, timeZone)} ${reason}`;
  return (
    <Badge tone={STATE_TONE[state] ?? 'neutral'} {...(mark && { title: mark })}>
      {PAYMENT_STATE_TEXT[state]}
      {payFileID && state === 'executed' ? `, in file ${payFileID}` : ''}
    </Badge>
  );
}
