import { type Model, model, type mongo, Schema } from 'mongoose';

/**
 * A collection of the ledger. It is written only by applying journal records (journal.ts), which is why its schema
 * holds no more than the indexes and the _id: the shape is the interface.
 */
export function ledgerModel<T extends { _id: unknown }>(
  name: string,
  collection: string,
  idType: StringConstructor | NumberConstructor,
  indexes: [Record<string, 1 | -1>, Record<string, unknown>?][] = [],
): Model<T> {
  const schema = new Schema<T>({ _id: { type: idType, required: true } } as never, {
    versionKey: false,
    strict: false,
    autoIndex: false,
    autoCreate: false,
    collection,
  });
  for (const [keys, options] of indexes) schema.index(keys, options);
  return model<T, Model<T>>(name, schema as never);
}

// biome-ignore lint/suspicious/noExplicitAny: the driver's collection of a model, whatever its documents
export function collectionOf(model: Model<any>): mongo.Collection<mongo.BSON.Document> {
  return model.collection as unknown as mongo.Collection<mongo.BSON.Document>;
}
