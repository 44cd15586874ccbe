import { payeeOfKey } from '../keys';
import { EntryModel, EventModel, type LedgerEntry, type StoredEvent } from '../ledger.models';

const BATCH = 1000;

export interface RecordRange {
  $gt: number;
  $lte: number;
}

/** Members of whom these records took in, released or refunded sales, and staff for whom they posted something. */
export async function changedPeople(
  records: RecordRange,
): Promise<{ staff: Set<number>; members: Set<number> }> {
  const people = { staff: new Set<number>(), members: new Set<number>() };
  const isSale = { saleID: { $exists: true } };
  const entries = EntryModel.find({ seq: records, payee: { $gt: 'staff:' } }, { _id: 0, payee: 1 })
    .lean<Pick<LedgerEntry, 'payee'>>()
    .cursor({ batchSize: BATCH });
  for await (const { payee } of entries) people.staff.add(payeeOfKey(payee).personID);
  for (const written of [{ seq: records }, { settledBy: records }, { refundedBy: records }]) {
    const sales = EventModel.find({ ...written, ...isSale }, { _id: 0, 'body.memberID': 1 })
      .lean<Pick<StoredEvent, 'body'>>()
      .cursor({ batchSize: BATCH });
    for await (const { body } of sales) people.members.add(Number(body.memberID));
  }
  return people;
}
