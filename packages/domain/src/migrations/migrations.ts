import mongoose, { mongo } from 'mongoose';

/** One change of the stored data's format. */
export interface Migration {
  /** What it does, for the log. */
  name: string;
  /**
   * Changes the data. It may have been cut off at any point before, and goes on then: every step is safe to repeat. Call
   * `keep` before each step, which throws once another process has taken over. Servers of the version before may still
   * run: what they read must stay.
   */
  run: (keep: () => Promise<void>) => Promise<void>;
}

/** Indexes of earlier versions that no query uses any more, by collection. */
const OLD_INDEXES: Record<string, readonly string[]> = {
  dayTotals: ['open_days'],
  auditLog: ['actor.id_1_at_-1'],
  contactMessages: ['createdAt_-1'],
  affiliates: ['nameKeys_1'],
  staff: ['nameKeys_1'],
  members: ['nameKeys_1'],
};

/** MongoDB's codes for what is not there to be dropped: the index, its collection. */
const NOT_THERE: unknown[] = [27, 26];

async function dropOldIndexes(keep: () => Promise<void>): Promise<void> {
  for (const [collection, names] of Object.entries(OLD_INDEXES))
    for (const name of names) {
      await keep();
      try {
        await mongoose.connection.collection(collection).dropIndex(name);
      } catch (error) {
        if (!(error instanceof mongo.MongoServerError && NOT_THERE.includes(error.code))) throw error;
      }
    }
}

/**
 * All of them, in order: the first one makes format 1 of the data without a number, the last one today's. Add at the
 * end; never change one that a release has.
 */
export const MIGRATIONS: readonly Migration[] = [
  { name: 'drop indexes of earlier versions', run: dropOldIndexes },
];
