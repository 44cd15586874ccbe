import { type Model, model, type mongo, Schema } from 'mongoose';

/** A collection whose documents' shape is an interface alone: they are written by few places, through typed code. */
export function plainModel<T extends { _id: unknown }>(
  name: string,
  collection: string,
  idType: StringConstructor | NumberConstructor,
  indexes: [Record<string, 1 | -1>, Record<string, unknown>?][] = [],
  // biome-ignore lint/suspicious/noExplicitAny: any schema
  extend?: (schema: Schema<any>) => void,
): Model<T> {
  const schema = new Schema<T>({ _id: { type: idType, required: true } } as never, {
    versionKey: false,
    strict: false,
    autoIndex: false,
    autoCreate: false,
    minimize: false,
    // A field of this name is the document's own.
    id: false,
    collection,
  });
  for (const [keys, options] of indexes) schema.index(keys, options);
  extend?.(schema);
  return model<T, Model<T>>(name, schema as never);
}

// biome-ignore lint/suspicious/noExplicitAny: a model of any documents
export type AnyModel = Model<any, any, any, any, any, any>;

export const collectionOf = ({ collection }: AnyModel): mongo.Collection<mongo.BSON.Document> =>
  collection as unknown as mongo.Collection<mongo.BSON.Document>;
