import mongoose, { type mongo } from 'mongoose';
import { addSums } from './add-sums';
import type { Change, Closing, Effects } from './effects';
import { insertAll, type Statement, updateAll } from './ledger-writes';
import { keepRefusedWaiting } from './refused-events';

type Document = mongo.BSON.Document;

const collectionNamed = (name: string): mongo.Collection<Document> =>
  mongoose.connection.collection(name) as unknown as mongo.Collection<Document>;

/**
 * Writes what a journal record says. Every write is safe to repeat and to race with itself: inserts have the id of
 * what they record and its number; sums see addSums; states are set from their expected former state, or by a record
 * that is younger than the last one that set them. Records must be applied in their order.
 * @throws Error when a document that this record inserts is another record's: the ledger is damaged
 */
export async function applyEffects(seq: number, effects: Effects): Promise<void> {
  const { insert, add, set, close, remove } = effects;
  await Promise.all([
    onEach(insert, (name, documents) => insertOwn(name, seq, documents)),
    onEach(add, (name, additions) => addSums(name, seq, additions)),
    onEach(set, (name, changes) =>
      updateOrThrow(
        name,
        changes.map((change) => statementOf(seq, change)),
      ),
    ),
    onEach(close, (name, closings) =>
      updateOrThrow(
        name,
        closings.map((each) => closingOf(seq, each)),
      ),
    ),
    onEach(remove, async (name, ids) => {
      const written = { _id: { $in: ids }, seq: { $not: { $gt: seq } } };
      await collectionNamed(name).deleteMany(written as Document);
    }),
    keepRefusedWaiting(effects),
  ]);
}

/** Of several collections at once. */
async function onEach<T>(
  lists: Record<string, T[]> = {},
  write: (collection: string, list: T[]) => Promise<void>,
): Promise<void> {
  await Promise.all(Object.entries(lists).map(([name, list]) => write(name, list)));
}

/**
 * Inserts documents that this record alone inserts, marked with its number. Safe to repeat: those that are there already
 * must be its own.
 * @throws Error when a document that is there is not this record's
 */
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

function statementOf(seq: number, { _id, from, set, unset, inc, mark }: Change): Statement {
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
async function updateOrThrow(name: string, statements: readonly Statement[]): Promise<void> {
  const taken = await updateAll(name, statements);
  if (taken.length > 0) throw new Error(`${name}: an update meets a key that is taken`);
}
