import type { BusinessDay, PaidKind } from '@partnerdesk/contracts';
import { EntryModel, EventModel, entryIDOf, type LedgerEntry, payeeKeyOf, payeeOfKey } from '../ledger';
import { slicesOf } from '../platform';
import { closedThroughOf } from './open-balances';

type TakenBack = Pick<LedgerEntry, '_id' | 'payee' | 'type' | 'postedDay' | 'payoutCents' | 'reverses'>;

/** People whose entries are looked up at once. */
const STEP = 500;

/**
 * What was taken back after `through` of amounts that are posted by then: refunds of such sales, reversals of such
 * adjustments, adjustments below zero (docs/RULES.md, Payouts). What takes back an amount that is posted later itself, or
 * was reversed, leaves nothing to take off; neither does what a payroll has closed.
 * @returns cents above zero, by personID; who has none is missing
 */
export async function clawbacksAfter(
  kind: PaidKind,
  through: BusinessDay,
  personIDs: readonly number[],
): Promise<Map<number, number>> {
  const sums = new Map<number, number>();
  for (const step of slicesOf(personIDs, STEP)) {
    const payees = step.map((id) => payeeKeyOf(kind, id));
    // A returned payment's entry that is taken back has the same day as what it takes back.
    const entries = await EntryModel.find({
      payee: { $in: payees },
      postedDay: { $gt: through },
      payoutCents: { $lt: 0 },
      type: { $ne: 'returned' },
    }).lean<TakenBack[]>();
    const [days, closed] = await Promise.all([counterpartDays(entries), closedThroughOf(payees)]);
    for (const entry of entries) {
      // With a longer hold than before a payroll may have ended later, and have taken it off.
      if (entry.postedDay <= (closed.get(entry.payee) ?? '')) continue;
      if ((days.get(entry._id) ?? '') > through) continue;
      const { personID } = payeeOfKey(entry.payee);
      sums.set(personID, (sums.get(personID) ?? 0) - entry.payoutCents);
    }
  }
  return sums;
}

/** The day on which the other half of each is posted, by the entry's id: its sale, what it reverses, or its reversal. */
async function counterpartDays(entries: readonly TakenBack[]): Promise<Map<string, BusinessDay>> {
  const refunds = entries.flatMap(({ _id, type }) => (type === 'refund' ? entryIDOf.eventOf(_id) : []));
  const events = await EventModel.find({ _id: { $in: refunds } }, { body: 1 }).lean();
  const sales = new Map(events.map(({ _id, body }) => [_id, String(body.saleEventID)]));
  const counterparts = entries.map(({ _id, type, reverses }) => {
    const sale = type === 'refund' ? sales.get(entryIDOf.eventOf(_id)) : undefined;
    return [_id, sale ? entryIDOf.event(sale) : (reverses ?? entryIDOf.reversal(_id))] as const;
  });
  const ids = counterparts.map(([, id]) => id);
  const found = await EntryModel.find({ _id: { $in: ids } }, { postedDay: 1 }).lean();
  const days = new Map(found.map(({ _id, postedDay }) => [_id, postedDay]));
  return new Map(counterparts.flatMap(([_id, id]) => (days.has(id) ? [[_id, days.get(id) ?? '']] : [])));
}
