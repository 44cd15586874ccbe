import { type AnyModel, slicesOf } from '../platform';
import { payeeOfKey } from './keys';
import {
  type Attribution,
  AttributionModel,
  EntryModel,
  EventModel,
  type LedgerEntry,
  type StoredEvent,
} from './ledger.models';

/** Values that one question names at most: a command holds 16 MB. */
const MAX_ASKED = 10_000;

/** Asks for what is among these values: nothing without any, and with several questions, one after the other, for very many. */
export async function findAmong<Value, Found>(
  values: Iterable<Value>,
  find: (among: { $in: Value[] }) => Promise<Found[]>,
): Promise<Found[]> {
  const found: Found[] = [];
  for (const $in of slicesOf([...values], MAX_ASKED))
    for (const each of await find({ $in })) found.push(each);
  return found;
}

/**
 * The next rows that the journal's records after `from` up to `head` wrote, in order: `rows` at most, which has to be more
 * than one record has. @returns `through`: the last record all of whose rows are among them
 */
export async function wholeRecords<Row extends { seq?: number }>(
  model: AnyModel,
  filter: object,
  { from, head, rows, fields }: { from: number; head: number; rows: number; fields?: Record<string, 0 | 1> },
) {
  const found: Row[] = await model
    .find({ ...filter, seq: { $gt: from, $lte: head } }, fields)
    .sort({ seq: 1 })
    .limit(rows)
    .lean();
  // The last record's rows may continue beyond the step.
  return { found, through: found.length < rows ? head : (found.at(-1)?.seq ?? 0) - 1 };
}

/** Sales and refunds, each with the attribution of its member. @throws Error when a member is not known */
export async function withAttributions(entries: readonly LedgerEntry[]) {
  const members = [...new Set(entries.map(({ memberID = 0 }) => memberID))];
  const found = await AttributionModel.find({ _id: { $in: members } }).lean<Attribution[]>();
  const byMember = new Map(found.map((each) => [each._id, each]));
  return entries.map((entry) => {
    const { type, memberID = 0 } = entry;
    const attribution = byMember.get(memberID);
    if (!attribution) throw new Error(`a ${type} of member ${memberID} is applied, the member is not known`);
    return [entry, attribution] as const;
  });
}

export type RecordRange = { $gt: number; $lte: number };
const BATCH = 1000;

/** Members of whom these records took in, released or refunded sales, and staff for whom they posted something. */
export async function changedPeople(records: RecordRange) {
  const people = { staff: new Set<number>(), members: new Set<number>() };
  const entries = EntryModel.find({ seq: records, payee: { $gt: 'staff:' } }, { _id: 0, payee: 1 })
    .lean<Pick<LedgerEntry, 'payee'>>()
    .cursor({ batchSize: BATCH });
  for await (const { payee } of entries) people.staff.add(payeeOfKey(payee).personID);
  const isSale = { saleID: { $exists: true } };
  for (const written of [{ seq: records }, { settledBy: records }, { refundedBy: records }]) {
    const sales = EventModel.find({ ...written, ...isSale }, { _id: 0, 'body.memberID': 1 })
      .lean<Pick<StoredEvent, 'body'>>()
      .cursor({ batchSize: BATCH });
    for await (const { body } of sales) people.members.add(Number(body.memberID));
  }
  return people;
}
