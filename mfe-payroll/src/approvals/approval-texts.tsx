import { type ApprovalState, PAYROLLS, type PayrollApproval } from '@partnerdesk/contracts';
import { Badge, type BadgeTone, formatDay } from '@partnerdesk/web';

const STATE: Record<ApprovalState, { text: string; tone: BadgeTone }> = {
  waiting: { text: 'Waiting', tone: 'caution' },
  approved: { text: 'Being executed', tone: 'info' },
  executed: { text: 'Done', tone: 'good' },
  declined: { text: 'Declined', tone: 'neutral' },
  expired: { text: 'Expired', tone: 'neutral' },
};

export function StateBadge({ state }: Pick<PayrollApproval, 'state'>) {
  const { text, tone } = STATE[state];
  return <Badge tone={tone}>{text}</Badge>;
}

/** What a request is for. */
export function subjectOf(request: PayrollApproval): string {
  const { kind, payrollType, endDate, payFileID, personID, reverses } = request;
  if (kind === 'discarding') return `Discard pay file ${payFileID}`;
  if (kind === 'adjustment') {
    const person = PAYROLLS[payrollType].person.toLowerCase();
    return `${reverses === undefined ? 'Adjust' : 'Reverse an adjustment of'} ${person} ${personID}`;
  }
  return `${PAYROLLS[payrollType].people} through ${formatDay(endDate ?? '')}`;
}
