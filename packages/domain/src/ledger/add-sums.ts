import type { Model } from 'mongoose';
import type { DayIncrement, SourceIncrement } from './effects';
import { insertAll, updateAll } from './ledger-writes';

/** Sums to add to one document, which is made if need be. */
export interface Addition {
  _id: string;
  inc: DayIncrement | SourceIncrement | { clicks: number };
  /** Set with every addition. */
  set?: object;
  /** What else a new document holds. */
  made: object;
}

/** Ids that are kept in mind, by collection; beyond that the memory begins again. */
const REMEMBERED = 100_000;
const remembered = new Map<string, Set<string>>();

function memoryOf(collection: string): Set<string> {
  const memory = remembered.get(collection);
  if (memory && memory.size < REMEMBERED) return memory;
  const fresh = new Set<string>();
  remembered.set(collection, fresh);
  return fresh;
}

/**
 * Adds sums of journal record `seq`. Safe to repeat and to race with itself: a document carries the number of the record
 * that wrote last, a record adds to it only if that is an older one. Records must be applied in their order.
 *
 * What this process has not yet written is taken for new and inserted, which takes half the time of an upsert; where
 * that was wrong, the sums are added to the document that is there.
 */
// biome-ignore lint/suspicious/noExplicitAny: see collectionOf
export async function addSums(model: Model<any>, seq: number, additions: readonly Addition[]): Promise<void> {
  if (additions.length === 0) return;
  const memory = memoryOf(model.collection.collectionName);
  const known = additions.filter(({ _id }) => memory.has(_id));
  const fresh = additions.filter(({ _id }) => !memory.has(_id));
  const met = await Promise.all([insert(model, seq, fresh), upsert(model, seq, known)]);
  await upsert(
    model,
    seq,
    met[0].map((index) => fresh[index] as Addition),
  );
  for (const { _id } of fresh) memory.add(_id);
}

/** @returns the positions of those that are there already */
// biome-ignore lint/suspicious/noExplicitAny: see collectionOf
async function insert(model: Model<any>, seq: number, additions: readonly Addition[]): Promise<number[]> {
  const documents = additions.map(({ _id, inc, set, made }) => ({ _id, ...made, ...inc, ...set, seq }));
  return insertAll(model.collection.collectionName, documents);
}

/** An upsert that meets a document all the same meets what this record has written already. */
// biome-ignore lint/suspicious/noExplicitAny: see collectionOf
async function upsert(model: Model<any>, seq: number, additions: readonly Addition[]): Promise<void> {
  const older = { $not: { $gte: seq } };
  const statements = additions.map(({ _id, inc, set, made }) => ({
    q: { _id, seq: older },
    u: { $inc: inc, $set: { ...set, seq }, $setOnInsert: made },
    upsert: true,
  }));
  await updateAll(model.collection.collectionName, statements);
}
