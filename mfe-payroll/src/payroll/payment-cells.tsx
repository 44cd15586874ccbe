import { PAYMENT_STATE_TEXT, type PayrollReportRow } from '@partnerdesk/contracts';
import { Badge, type BadgeTone, formatInstant, Link } from '@partnerdesk/web';

const STATE_TONE: Partial<Record<string, BadgeTone>> = { paid: 'good', returned: 'caution' };

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
