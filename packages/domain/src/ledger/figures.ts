import type { ServiceEvent } from '@partnerdesk/contracts';
import type { LedgerEntry } from './ledger.models';

/** What a day total counts, by the business day of the event's `at` (docs/RULES.md, Events; names as in docs/PRODUCT.md §3). */
export const FIGURES = [
  'salesCount',
  'salesCents',
  'payoutCents',
  'refundsCount',
  'refundsCents',
  'newMembersCount',
  'textNotificationsSentToStaff',
  'emailNotificationsSentToStaff',
  'textNotificationsSentToMember',
  'emailNotificationsSentToMember',
  'singleMessagesSentByMembers',
  'singleMessagesSentByStaff',
  'singleMessagesSentByStaffPaid',
  'sextingPackageRequests',
  'sextingPackageSaleCents',
  'sextingPackagesConfirmed',
  'sextingPackagesMissed',
  'phoneCallSalesCount',
  'phoneCallSalesCents',
  'phoneCallMinutes',
  'missedCalls',
  'missedCallsMembers',
  'tipsCount',
  'tipsCents',
] as const;
export type Figure = (typeof FIGURES)[number];
export type Figures = Partial<Record<Figure, number>>;

/** What an event adds to the site's day, and to that of the member of staff whom it counts for. */
interface EventFigures {
  figures: Figures;
  staffID?: number;
  /** The amount that earns the staff member a payout, if it does (cents). */
  earnsCents?: number;
}

/** What an event counts as (docs/RULES.md, Events). Sales and refunds count payouts besides, see ingest. */
export function countEvent(event: ServiceEvent): EventFigures {
  switch (event.type) {
    case 'member.joined':
      return { figures: { newMembersCount: 1 } };
    case 'sale':
      return { figures: { salesCount: 1, salesCents: event.amountCents } };
    case 'refund':
      return { figures: { refundsCount: 1, refundsCents: event.amountCents } };
    case 'notification': {
      const text = event.channel === 'text';
      if (event.to === 'member')
        return {
          figures: text ? { textNotificationsSentToMember: 1 } : { emailNotificationsSentToMember: 1 },
        };
      const sent = text ? { textNotificationsSentToStaff: 1 } : { emailNotificationsSentToStaff: 1 };
      return ofStaff(event, sent);
    }
    case 'message': {
      if (event.from === 'member') return ofStaff(event, { singleMessagesSentByMembers: 1 });
      const paid = event.amountCents > 0;
      const sent = { singleMessagesSentByStaff: 1, ...(paid && { singleMessagesSentByStaffPaid: 1 }) };
      return ofStaff(event, sent, paid ? event.amountCents : undefined);
    }
    case 'sexting':
      if (event.state === 'requested') return ofStaff(event, { sextingPackageRequests: 1 });
      if (event.state === 'missed') return ofStaff(event, { sextingPackagesMissed: 1 });
      return ofStaff(
        event,
        { sextingPackagesConfirmed: 1, sextingPackageSaleCents: event.amountCents },
        event.amountCents,
      );
    case 'call':
      if (event.state === 'missed' && event.missedBy === 'staff') return ofStaff(event, { missedCalls: 1 });
      if (event.state === 'missed') return { figures: { missedCallsMembers: 1 } };
      return ofStaff(
        event,
        { phoneCallSalesCount: 1, phoneCallSalesCents: event.amountCents, phoneCallMinutes: event.minutes },
        event.amountCents,
      );
    case 'tip':
      return ofStaff(event, { tipsCount: 1, tipsCents: event.amountCents }, event.amountCents);
  }
}

function ofStaff(event: { staffID?: number }, figures: Figures, earnsCents?: number): EventFigures {
  return { figures, staffID: event.staffID, earnsCents };
}

/** What the entry of a sale or refund counts for its affiliate. */
export const saleFiguresOf = ({ type, amountCents, payoutCents }: LedgerEntry) =>
  type === 'sale'
    ? { salesCount: 1, salesCents: amountCents, payoutCents }
    : { refundsCount: 1, refundsCents: 0 - amountCents, payoutCents };
