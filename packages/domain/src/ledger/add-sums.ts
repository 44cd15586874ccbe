import type { Addition } from './effects';
import { insertAll, updateAll } from './ledger-writes';

/** Ids that are kept in mind, by collection; beyond that the memory begins again. */
const REMEMBERED = 100_000;
const remembered = new Map<string, Set<unknown>>();

function memoryOf(collection: string): Set<unknown> {
  const memory = remembered.get(collection);
  if (memory && memory.size < REMEMBERED) return memory;
  const fresh = new Set<unknown>();
  remembered.set(collection, fresh);
  return fresh;
}

/**
 * Adds sums of journal record `seq`, and sets what comes with them. Safe to repeat and to race with itself: a document
 * carries the number of the record that wrote last, a record adds to it only if that is an older one. Records must be
 * applied in their order.
 *
 * What this process has not yet written is taken for new and inserted, which takes half the time of an upsert; where
 * that was wrong, the sums are added to the document that is there.
 */
export async function addSums(
  collection: string,
  seq: number,
  additions: readonly Addition[],
): Promise<void> {
  const memory = memoryOf(collection);
  const known = additions.filter(({ _id }) => memory.has(_id));
  const fresh = additions.filter(({ _id }) => !memory.has(_id));
  const documents = fresh.map(({ _id, inc, set, made }) => ({ _id, ...made, ...inc, ...set, seq }));
  const [met] = await Promise.all([insertAll(collection, documents), upsert(collection, seq, known)]);
  const there = met.map((index) => fresh[index] as Addition);
  await upsert(collection, seq, there);
  for (const { _id } of fresh) memory.add(_id);
}

/** An upsert that meets a document all the same meets what this record has written already. */
async function upsert(collection: string, seq: number, additions: readonly Addition[]): Promise<void> {
  const statements = additions.map(({ _id, inc, set, made }) => ({
    q: { _id, seq: { $not: { $gte: seq } } },
    u: { $inc: inc, $set: { ...set, seq }, $setOnInsert: made },
    upsert: true,
  }));
  await updateAll(collection, statements);
}
