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

const DUPLICATE_KEY = 11000;

export function isDuplicateKey(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === DUPLICATE_KEY;
}

/** Runs a write whose documents may be there already. @returns the positions in the bulk of those that were @throws any other error */
export async function duplicatesOf(write: Promise<unknown>): Promise<number[]> {
  try {
    await write;
    return [];
  } catch (error) {
    const { writeErrors = [] } = error as { writeErrors?: { index: number } | { index: number }[] };
    const errors = [writeErrors].flat();
    const onlyDuplicates = errors.length > 0 ? errors.every(isDuplicateKey) : isDuplicateKey(error);
    if (!onlyDuplicates) throw error;
    return errors.length > 0 ? errors.map(({ index }) => index) : [0];
  }
}

/** As duplicatesOf. @returns whether there was one */
export async function ignoreDuplicates(write: Promise<unknown>): Promise<boolean> {
  return (await duplicatesOf(write)).length > 0;
}

/**
 * Changes a document, or makes it; of two processes that make it at once one does, and the other's change must be as good.
 * @returns whether that was so
 */
export const upsert = (model: AnyModel, filter: object, change: object): Promise<boolean> =>
  ignoreDuplicates(model.updateOne(filter, change, { upsert: true }).exec());
