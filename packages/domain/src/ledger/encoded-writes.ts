import { createRequire } from 'node:module';
import mongoose from 'mongoose';
import { isDuplicateKey, isPassingOutage } from '../platform';

const { MongoNotConnectedError, MongoServerError } = mongoose.mongo;

/** What the driver sends beside a command's body. It has no public name: the driver's own bulk writes consist of it. */
interface DocumentSequence {
  push(document: object, bytes: Buffer): number;
}
const driver = createRequire(require.resolve('mongoose'));
const { DocumentSequence: Sequence } = driver('mongodb/lib/cmap/commands') as {
  DocumentSequence: new (field: string) => DocumentSequence;
};

const FIELDS = { insert: 'documents', update: 'updates' } as const;

interface Reply {
  writeErrors?: { index: number; code: number; errmsg: string }[];
}

/**
 * Sends documents to insert, or statements of updates, that are BSON already: the driver would encode each one by itself.
 * In no order; acknowledged as every write of the collection. Repeated once after what the driver repeats its own bulk
 * writes for, a lost connection or an election, so they must be safe to repeat.
 * @param encoded one after the other
 * @returns the positions of those that met a key that is taken
 * @throws any other error of the write
 */
export async function writeEncoded(
  collection: mongoose.mongo.Collection,
  command: keyof typeof FIELDS,
  encoded: Buffer,
): Promise<number[]> {
  if (encoded.length === 0) return [];
  const send = async (): Promise<Reply> => {
    const { db } = mongoose.connection;
    if (!db) throw new MongoNotConnectedError('The database is not connected');
    const sequence = new Sequence(FIELDS[command]);
    sequence.push({}, encoded);
    const { w, journal } = db.writeConcern ?? {};
    return db.command({
      [command]: collection.collectionName,
      [FIELDS[command]]: sequence,
      ordered: false,
      ...(w !== undefined && { writeConcern: { w, j: journal } }),
    });
  };
  const { writeErrors = [] } = await send().catch((error: Error) => {
    if (!isPassingOutage(error)) throw error;
    return send();
  });
  const other = writeErrors.find((error) => !isDuplicateKey(error));
  if (other) throw new MongoServerError({ ...other, message: other.errmsg });
  return writeErrors.map(({ index }) => index);
}
