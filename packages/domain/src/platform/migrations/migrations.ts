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

/** Those that were replaced by one with the id after the field. */
const WITHOUT_ID: Record<string, readonly string[]> = {
  affiliates: ['nameKey_1', 'surnameKey_1', 'sharedNameKey_1'],
  staff: ['nameKey_1', 'surnameKey_1', 'sharedNameKey_1', 'emailKey_1'],
  members: ['emailKey_1', 'usernameKey_1'],
};

async function dropIndexes(
  indexes: Record<string, readonly string[]>,
  keep: () => Promise<void>,
): Promise<void> {
  for (const [collection, names] of Object.entries(indexes))
    for (const name of names) {
      await keep();
      try {
        await mongoose.connection.collection(collection).dropIndex(name);
      } catch (error) {
        if (!(error instanceof mongo.MongoServerError && NOT_THERE.includes(error.code))) throw error;
      }
    }
}

/** Joins that are looked at in one step. */
const JOINS = 5000;

/** Members keep the day on which they joined: caps on the days after it go by it (docs/RULES.md, Terms). */
async function keepJoinDays(keep: () => Promise<void>): Promise<void> {
  const events = mongoose.connection.collection<JoinEvent>('events');
  const attributions = mongoose.connection.collection<{ _id: number; day?: string }>('attributions');
  for (let last = ''; ; ) {
    await keep();
    const joins = await events
      .find({ _id: { $gt: last }, type: 'member.joined', state: 'applied' })
      .project<JoinEvent>({ day: 1, 'body.memberID': 1 })
      .sort({ _id: 1 })
      .limit(JOINS)
      .toArray();
    if (joins.length === 0) return;
    await attributions.bulkWrite(
      joins.map(({ day, body }) => ({
        updateOne: { filter: { _id: body.memberID, day: { $exists: false } }, update: { $set: { day } } },
      })),
      { ordered: false },
    );
    last = joins.at(-1)?._id ?? '';
  }
}

interface JoinEvent {
  _id: string;
  type: string;
  state: string;
  day: string;
  body: { memberID: number };
}

/** Nobody is mailed about payments of before there were such mails (docs/RULES.md, Mails). */
async function passPayments(cursor: string, keep: () => Promise<void>): Promise<void> {
  await keep();
  const journal = mongoose.connection.collection<{ _id: number }>('journal');
  const last = await journal.findOne({}, { sort: { _id: -1 }, projection: { _id: 1 } });
  await mongoose.connection
    .collection<{ _id: string }>('noticeCursors')
    .updateOne({ _id: cursor }, { $setOnInsert: { through: last?._id ?? 0 } }, { upsert: true });
}

/**
 * All of them, in order: the first one makes format 1 of the data without a number, the last one today's. Add at the
 * end; never change one that a release has.
 */
export const MIGRATIONS: readonly Migration[] = [
  { name: 'drop indexes of earlier versions', run: (keep) => dropIndexes(OLD_INDEXES, keep) },
  { name: 'drop the indexes of searches without an id', run: (keep) => dropIndexes(WITHOUT_ID, keep) },
  { name: 'keep the day on which members joined', run: keepJoinDays },
  { name: 'pass over earlier payments', run: (keep) => passPayments('payments', keep) },
  { name: 'pass over payments that are marked paid', run: (keep) => passPayments('paid', keep) },
];
