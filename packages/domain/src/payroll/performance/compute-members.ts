import type { MemberPerformance } from '../../accounts';
import { EventModel, type StoredEvent } from '../../ledger';

const SHOWN = {
  _id: 0,
  day: 1,
  'body.memberID': 1,
  'body.amountCents': 1,
  refundedCents: 1,
  seq: 1,
  settledBy: 1,
  refundedBy: 1,
} as const;
type Sale = Pick<StoredEvent, 'day' | 'body' | 'refundedCents' | 'seq' | 'settledBy' | 'refundedBy'>;

/** What these members bought in all. A sale has what is refunded of it. */
export async function computeMemberPerformances(
  memberIDs: readonly number[],
): Promise<Map<number, Omit<MemberPerformance, 'rev'>>> {
  const sums = new Map<number, Omit<MemberPerformance, 'rev'>>(
    memberIDs.map((id) => [id, { salesRev: 0, salesCount: 0, salesCents: 0, lastSaleDay: '' }]),
  );
  const sales = EventModel.find(
    { 'body.memberID': { $in: [...memberIDs] }, saleID: { $exists: true } },
    SHOWN,
  )
    .lean<Sale>()
    .cursor({ batchSize: 1000 });
  for await (const { day, body, refundedCents = 0, seq = 0, settledBy, refundedBy } of sales) {
    const sum = sums.get(Number(body.memberID));
    if (!sum) continue;
    sum.salesRev += refundedBy ?? settledBy ?? seq;
    sum.salesCount += 1;
    sum.salesCents += Number(body.amountCents) - refundedCents;
    if (day > sum.lastSaleDay) sum.lastSaleDay = day;
  }
  return sums;
}
