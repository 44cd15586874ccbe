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

// biome-ignore lint/suspicious/noExplicitAny: a model of these documents, whatever it has besides
export type ModelOf<Stored> = Model<Stored, any, any, any, any, any>;
// biome-ignore lint/suspicious/noExplicitAny: a model of any documents
export type AnyModel = ModelOf<any>;

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

/** Changes a document, or makes it. @returns whether another process made it at once: its change must be as good */
export const upsert = (model: AnyModel, filter: object, change: object): Promise<boolean> =>
  ignoreDuplicates(model.updateOne(filter, change, { upsert: true }).exec());

/** `{_id: name, value}`: last number given out under a name. */
export const CounterModel = plainModel<{ _id: string; value: number }>('Counter', 'counters', String);

/** Ids that people search by, given out in order (docs/RULES.md, Days, money, ids). */
export type IdName = 'affID' | 'staffID' | 'memberID' | 'adminID' | 'photoID' | 'profileID';

/** The next id. One that is not used leaves a gap, never a double. */
export const nextId = (name: IdName): Promise<number> => nextNumber(name);

export async function nextNumber(name: string): Promise<number> {
  const counter = await CounterModel.findOneAndUpdate(
    { _id: name },
    { $inc: { value: 1 } },
    { upsert: true, returnDocument: 'after' },
  )
    .orFail()
    .lean();
  return counter.value;
}

/** Makes sure that ids through `value` are not given out again. */
export async function reserveIds(name: IdName, value: number): Promise<void> {
  await CounterModel.updateOne({ _id: name }, { $max: { value } }, { upsert: true });
}
