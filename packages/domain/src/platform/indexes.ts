import { isDeepStrictEqual } from 'node:util';
import mongoose from 'mongoose';
import { sha256 } from './canonical-json';
import { isPassingOutage } from './passing-outage';

const { MongoServerError } = mongoose.mongo;
type Index = mongoose.mongo.IndexDescription;

const CONFLICTS: unknown[] = [85, 86];
/** How often a build is asked for whose connection breaks, or whose server is the primary no longer. */
const MAX_ATTEMPTS = 50;

function declaredIndexes(): [string, Index[]][] {
  return Object.values(mongoose.models)
    .map(({ schema, collection }): [string, Index[]] => [
      collection.collectionName,
      schema.indexes().map(([key, options]) => ({ ...options, key, name: nameOf(key, options) }) as Index),
    ])
    .filter(([, indexes]) => indexes.length > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

const nameOf = (key: object, { name }: { name?: string }): string =>
  name ?? Object.entries(key).flat().join('_');

/** Another one when any model has other indexes. */
export const indexesDigest = (): string => sha256(JSON.stringify(declaredIndexes()));

/**
 * Makes the indexes of every model. One whose expiry has changed is changed in place, another one dropped and made again; a
 * build waits for a majority of the members, so one that is down does not hold it up. Safe to repeat.
 * @param client one whose calls may take as long as a build; the default suits small collections
 */
export async function ensureIndexes(client = mongoose.connection.getClient()): Promise<void> {
  const db = client.db(mongoose.connection.name);
  await Promise.all(declaredIndexes().map(([name, indexes]) => build(db, name, indexes)));
}

/** A build goes on without the connection that asked for it, and after an election: the same command waits for it. */
async function build(db: mongoose.mongo.Db, name: string, indexes: Index[]): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await buildOrReplace(db, name, indexes);
      return;
    } catch (error) {
      if (!isPassingOutage(error) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

async function buildOrReplace(db: mongoose.mongo.Db, name: string, indexes: Index[]): Promise<void> {
  const make = () => db.collection(name).createIndexes(indexes, { commitQuorum: 'majority' });
  try {
    await make();
  } catch (error) {
    if (!(error instanceof MongoServerError && CONFLICTS.includes(error.code))) throw error;
    await clearConflicts(db, name, indexes);
    await make();
  }
}

/** What makes an index this one, besides its name and its expiry. */
const contentOf = ({ key, unique, partialFilterExpression }: Index) => [
  Object.entries(key),
  Boolean(unique),
  partialFilterExpression ?? {},
];

async function clearConflicts(db: mongoose.mongo.Db, name: string, indexes: Index[]): Promise<void> {
  const collection = db.collection(name);
  const stored = (await collection.listIndexes().toArray()) as Index[];
  for (const wanted of indexes)
    for (const former of stored) {
      const isSame = isDeepStrictEqual(contentOf(former), contentOf(wanted));
      const hasName = former.name === wanted.name;
      const [before, after] = [former.expireAfterSeconds, wanted.expireAfterSeconds];
      if (!(isSame || hasName) || (isSame && hasName && before === after)) continue;
      if (isSame && hasName && before !== undefined && after !== undefined) {
        await db.command({ collMod: name, index: { name: wanted.name, expireAfterSeconds: after } });
      } else await collection.dropIndex(former.name as string);
    }
}
