import { createRequire } from 'node:module';
import mongoose from 'mongoose';
import { isDuplicateKey } from '../duplicate-key';

const { MongoNetworkError, MongoNotConnectedError, MongoServerError } = mongoose.mongo;

/** What the driver sends beside a command's body. It has no public name: the driver's own bulk writes consist of it. */
interface DocumentSequence {
  push(document: object, bytes: Buffer): number;
}
const { DocumentSequence: Sequence } = createRequire(require.resolve('mongoose'))(
  'mongodb/lib/cmap/commands',
) as { DocumentSequence: new (field: string) => DocumentSequence };

const FIELDS = { insert: 'documents', update: 'updates' } as const;

/** Codes of a server that has stopped being the primary: the driver finds the next one. */
const NOT_PRIMARY = new Set([10107, 11600, 11602, 189, 91]);

interface Reply {
  writeErrors?: { index: number; code: number; errmsg: string }[];
  writeConcernError?: { code: number; errmsg: string };
}

function isWorthRepeating(error: unknown): boolean {
  if (error instanceof MongoNetworkError) return true;
  return error instanceof MongoServerError && NOT_PRIMARY.has(Number(error.code));
}

/**
 * Sends documents to insert, or statements of updates, that are BSON already: the driver would encode each one by itself.
 * In no order; acknowledged as every write of the collection. Repeated once after a lost connection, as the driver repeats
 * its own bulk writes, so they must be safe to repeat.
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
  const { writeErrors = [], writeConcernError } = await send().catch((error: unknown) => {
    if (!isWorthRepeating(error)) throw error;
    return send();
  });
  const other = writeErrors.find((error) => !isDuplicateKey(error)) ?? writeConcernError;
  if (other) throw new MongoServerError({ ...other, message: other.errmsg });
  return writeErrors.map(({ index }) => index);
}
