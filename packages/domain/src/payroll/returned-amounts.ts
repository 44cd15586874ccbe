import type { BusinessDay } from '@partnerdesk/contracts';
import { EntryModel, type LedgerEntry } from '../ledger';

/**
 * What correcting entries of returned payments add to somebody's posted days from `start` on, in cents. It is payable
 * again, but was earned before.
 */
export async function returnedByDay(payee: string, start: BusinessDay): Promise<Map<BusinessDay, number>> {
  const entries = await EntryModel.find(
    { type: 'returned', payee, postedDay: { $gte: start } },
    { postedDay: 1, payoutCents: 1 },
  ).lean<Pick<LedgerEntry, 'postedDay' | 'payoutCents'>[]>();
  const sums = new Map<BusinessDay, number>();
  for (const { postedDay, payoutCents } of entries)
    sums.set(postedDay, (sums.get(postedDay) ?? 0) + payoutCents);
  return sums;
}
