import type mongoose from 'mongoose';
import type { Model } from 'mongoose';
import { insertAll } from './ledger-writes';

type Document = mongoose.mongo.BSON.Document;

// biome-ignore lint/suspicious/noExplicitAny: the driver's collection of a model, whatever its documents
export function collectionOf(model: Model<any>): mongoose.mongo.Collection<Document> {
  return model.collection as unknown as mongoose.mongo.Collection<Document>;
}

/**
 * Inserts documents that journal record `seq` alone inserts, marked with its number. Safe to repeat: those that are
 * there already must be its own.
 * @throws Error when a document that is there is not this record's
 */
export async function insertOwn(
  // biome-ignore lint/suspicious/noExplicitAny: see collectionOf
  model: Model<any>,
  seq: number,
  documents: readonly object[] = [],
): Promise<void> {
  if (documents.length === 0) return;
  const collection = collectionOf(model);
  const own = documents as Document[];
  for (const document of own) document.seq = seq;
  const taken = await insertAll(collection.collectionName, own);
  if (taken.length === 0) return;
  const found = await collection.find({ _id: { $in: own.map(({ _id }) => _id) } }).toArray();
  const stored = new Map(found.map((each) => [each._id, each]));
  for (const document of own) {
    const foreign = foreignOwner(document, stored.get(document._id));
    if (foreign)
      throw new Error(`journal record ${seq}: ${collection.collectionName} ${document._id} is of ${foreign}`);
  }
}

/** Whose a stored document is, if not this record's. */
function foreignOwner(document: Document, stored?: Document): string | undefined {
  if (!stored) return 'none';
  return stored.seq === document.seq ? undefined : `record ${stored.seq}`;
}
