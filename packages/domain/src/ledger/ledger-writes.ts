import mongoose from 'mongoose';
import { isDuplicateKey, isPassingOutage } from '../platform';

const { MongoNotConnectedError, MongoServerError } = mongoose.mongo;

/** A statement of an update. */
export interface Statement {
  q: object;
  u: object;
  upsert?: boolean;
  multi?: boolean;
}

interface Reply {
  writeErrors?: { index: number; code: number; errmsg: string }[];
}

/** @returns the positions of those that meet a key that is taken @throws any other error of the write */
export function insertAll(insert: string, documents: readonly object[]): Promise<number[]> {
  return documents.length > 0 ? write({ insert, documents }) : Promise.resolve([]);
}

/** @returns, @throws as insertAll */
export function updateAll(update: string, updates: readonly Statement[]): Promise<number[]> {
  return updates.length > 0 ? write({ update, updates }) : Promise.resolve([]);
}

/**
 * One command for all of a record's writes to a collection, in no order, acknowledged as every write. Repeated once after
 * a lost connection or an election, so they must be safe to repeat; the driver's own bulk writes repeat no update of
 * several documents. A command holds 16 MB, a record a fraction of that (journal-record.ts).
 */
async function write(command: object): Promise<number[]> {
  const send = async (): Promise<Reply> => {
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
