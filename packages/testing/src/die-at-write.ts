import mongoose from 'mongoose';

const WRITES = [
  'insertOne',
  'insertMany',
  'bulkWrite',
  'updateOne',
  'updateMany',
  'deleteMany',
  'findOneAndUpdate',
] as const;
type Method = (...args: unknown[]) => unknown;

/**
 * Makes the n-th of the following writes to the database fail, and each one after it, as if the process had died
 * there. @returns a function that ends this and returns whether the n-th write was reached
 */
export function dieAtWrite(count: number): () => boolean {
  let left = count;
  const restore: (() => void)[] = [];
  // Not jest.spyOn: jest keeps every spy until the file ends, and a property makes hundreds of thousands.
  const replace = (object: object, name: string, isWrite: (argument: unknown) => boolean) => {
    const methods = object as Record<string, Method>;
    const original = methods[name]?.bind(object) as Method;
    methods[name] = (...args) => {
      if (isWrite(args[0])) left -= 1;
      if (isWrite(args[0]) && left <= 0) throw new Error('died here');
      return original(...args);
    };
    restore.push(() => delete methods[name]);
  };
  for (const { collection } of Object.values(mongoose.models))
    for (const method of WRITES) replace(collection, method, () => true);
  const { db } = mongoose.connection;
  if (!db) throw new Error('The database is not connected');
  // The ledger's bulk writes are commands.
  replace(db, 'command', (body) => 'insert' in (body as object) || 'update' in (body as object));
  return () => {
    for (const each of restore) each();
    return left <= 0;
  };
}
