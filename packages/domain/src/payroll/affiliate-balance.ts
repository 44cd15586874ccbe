import { type BusinessDay, PAYROLL_TYPE } from '@partnerdesk/contracts';
import { catchUpLedger } from '../ledger';
import { today } from '../platform';
import { clawbacksAfter } from './clawbacks';
import { openBalances } from './open-balances';
import { payableBalances } from './payable-balances';
import { loadPayoutTerms, type PayoutTerms, payableThrough, termsFor } from './payout-terms';
import { duePeriods } from './payroll-schedule';

/** What an affiliate has earned and not been paid yet; cents. */
export interface AffiliateBalanceCents extends PayoutTerms {
  availableCents: number;
  /** Its hold is not over; what was taken back meanwhile is taken off what is available. */
  pendingCents: number;
  /** By when the next payroll is to be paid. */
  nextPayoutDate: BusinessDay;
}

/** Available, pending, and when the next payout is due (docs/RULES.md, Payouts). */
export async function affiliateBalance(affID: number): Promise<AffiliateBalanceCents> {
  await catchUpLedger();
  const day = today();
  const terms = termsFor(await loadPayoutTerms('affiliate', [affID]), affID);
  const sumThrough = async (last: BusinessDay) =>
    (await openBalances('affiliate', last, [affID]))[0]?.cents ?? 0;
  const { last, next } = duePeriods(PAYROLL_TYPE.affiliates, day);
  const through = payableThrough(terms, day, day);
  const [allCents, throughCents, clawbacks, due] = await Promise.all([
    sumThrough(day),
    sumThrough(through),
    terms.holdDays > 0 ? clawbacksAfter('affiliate', through, [affID]) : undefined,
    payableBalances('affiliate', last.endDate, { personIDs: [affID] }),
  ]);
  const availableCents = throughCents - (clawbacks?.get(affID) ?? 0);
  // What is overdue is paid from today on.
  const isOverdue = last.dueDate < day;
  return {
    ...terms,
    availableCents,
    pendingCents: allCents - availableCents,
    nextPayoutDate: due.length === 0 ? next.dueDate : isOverdue ? day : last.dueDate,
  };
}
