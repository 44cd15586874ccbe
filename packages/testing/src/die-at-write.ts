import mongoose from 'mongoose';

/**
 * Makes the n-th of the following writes to the database fail, and each one after it, as if the process had died
 * there. @returns a function that ends this and returns whether the n-th write was reached
 */
export function dieAtWrite(count: number): () => boolean {
  let left = count;
  const collections = Object.values(mongoose.models).map((model) => model.collection);
  const spies = (
    [
      'insertOne',
      'insertMany',
      'bulkWrite',
      'updateOne',
      'updateMany',
      'deleteMany',
      'findOneAndUpdate',
    ] as const
  ).flatMap((method) =>
    collections.map((collection) => {
      const original = collection[method].bind(collection) as (...args: unknown[]) => unknown;
      return jest.spyOn(collection, method as never).mockImplementation(((...args: unknown[]) => {
        left -= 1;
        if (left <= 0) throw new Error('died here');
        return original(...args);
      }) as never);
    }),
  );
  // The ledger's bulk writes are commands.
  const { db } = mongoose.connection;
  if (!db) throw new Error('The database is not connected');
  const command = db.command.bind(db);
  spies.push(
    jest.spyOn(db, 'command').mockImplementation((body, options) => {
      if ('insert' in body || 'update' in body) {
        left -= 1;
        if (left <= 0) throw new Error('died here');
      }
      return command(body, options);
    }) as never,
  );
  return () => {
    for (const spy of spies) spy.mockRestore();
    return left <= 0;
  };
}
