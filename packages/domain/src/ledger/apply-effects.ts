import mongoose, { type mongo } from 'mongoose';
import { isDuplicateKey, isPassingOutage } from '../platform';
import type { Addition, Change, Closing, Effects } from './effects';
import { keepRefusedWaiting } from './refused-events';

const { MongoNotConnectedError, MongoServerError } = mongoose.mongo;

type Document = mongo.BSON.Document;
type Lists<T> = Record<string, T[]> | undefined;

const collectionNamed = (name: string): mongo.Collection<Document> =>
  mongoose.connection.collection(name) as unknown as mongo.Collection<Document>;

/**
 * Writes what a journal record says; records must be applied in their order. Every write is safe to repeat and to race with
 * itself: inserts carry the record's number, sums see addSums, states are set from their former state or by a later record.
 * @throws Error when a document that this record inserts is another record's: the ledger is damaged
 */
export async function applyEffects(seq: number, effects: Effects): Promise<void> {
  const { insert, add, set, close, remove } = effects;
  await Promise.all([
    onEach(insert, (name, documents) => insertOwn(name, seq, documents)),
    onEach(add, (name, additions) => addSums(name, seq, additions)),
    updateOrThrow(set, (change) => changeOf(seq, change)),
    updateOrThrow(close, (closing) => closingOf(seq, closing)),
    onEach(remove, async (name, ids) => {
      const written = { _id: { $in: ids }, seq: { $not: { $gt: seq } } };
      await collectionNamed(name).deleteMany(written as Document);
    }),
    keepRefusedWaiting(effects),
  ]);
}

async function onEach<T>(lists: Lists<T>, write: (name: string, list: T[]) => Promise<void>): Promise<void> {
  await Promise.all(Object.entries(lists ?? {}).map(([name, list]) => write(name, list)));
}

/** Inserts documents that this record alone inserts. @throws Error when one that is there is not its own */
async function insertOwn(name: string, seq: number, documents: readonly Document[]): Promise<void> {
  for (const document of documents) document.seq = seq;
  const taken = await insertAll(name, documents);
  if (taken.length === 0) return;
  const ids = taken.map((index) => documents[index]?._id);
  const found = await collectionNamed(name)
    .find({ _id: { $in: ids } })
    .toArray();
  const owners = new Map(found.map((each) => [each._id, each.seq]));
  for (const _id of ids) {
    const owner = owners.get(_id);
    if (owner === seq) continue;
    const whose = owners.has(_id) ? `record ${owner}` : 'none';
    throw new Error(`journal record ${seq}: ${name} ${_id} is of ${whose}`);
  }
}

/** Adds sums of journal record `seq`: a document carries the number of the record that wrote last, and only a later one adds to it. */
export async function addSums(
  collection: string,
  seq: number,
  additions: readonly Addition[],
): Promise<void> {
  const statements = additions.map(({ _id, inc, set, made }) => ({
    q: { _id, seq: { $not: { $gte: seq } } },
    u: { $inc: inc, $set: { ...set, seq }, $setOnInsert: made },
    upsert: true,
  }));
  // One that meets a taken key meets what this record has written already.
  await updateAll(collection, statements);
}

function changeOf(seq: number, { _id, from, set, unset, inc, mark }: Change): Statement {
  return {
    q: { _id, ...from, ...(mark && { [mark]: { $not: { $gte: seq } } }) },
    u: {
      $set: { ...set, ...(mark && { [mark]: seq }) },
      $unset: unset && Object.fromEntries(unset.map((field) => [field, ''])),
      $inc: inc,
    },
  };
}

function closingOf(seq: number, { from, through, set }: Closing): Statement {
  return {
    q: { _id: { $gte: from, $lte: through }, open: true },
    u: { $set: { ...set, seq }, $unset: { open: '' } },
    multi: true,
  };
}

/** @throws Error when one meets a key that is taken: it would not be written */
function updateOrThrow<T>(lists: Lists<T>, statementOf: (each: T) => Statement): Promise<void> {
  return onEach(lists, async (name, list) => {
    const taken = await updateAll(name, list.map(statementOf));
    if (taken.length > 0) throw new Error(`${name}: an update meets a key that is taken`);
  });
}

type Statement = { q: object; u: object; upsert?: boolean; multi?: boolean };

/** @returns the positions of those that meet a key that is taken @throws any other error of the write */
export const insertAll = (insert: string, documents: readonly object[]) =>
  write({ insert, documents }, documents);
export const updateAll = (update: string, updates: readonly Statement[]) =>
  write({ update, updates }, updates);

/** One command, in no order. Repeated once after a lost connection or an election: the driver repeats no update of several. */
async function write(command: object, { length }: readonly object[]): Promise<number[]> {
  if (length === 0) return [];
  const send = async (): Promise<{ writeErrors?: { index: number; code: number; errmsg: string }[] }> => {
    const { db } = mongoose.connection;
    if (!db) throw new MongoNotConnectedError('The database is not connected');
    const { w, journal } = db.writeConcern ?? {};
    const writeConcern = w !== undefined && { writeConcern: { w, j: journal } };
    return db.command({ ...command, ordered: false, ...writeConcern }, { ignoreUndefined: true });
  };
  const { writeErrors = [] } = await send().catch((error: Error) => {
    if (!isPassingOutage(error)) throw error;
    return send();
  });
  const other = writeErrors.find((error) => !isDuplicateKey(error));
  if (other) throw new MongoServerError({ ...other, message: other.errmsg });
  return writeErrors.map(({ index }) => index);
}
