// The part of bench/mongo.mjs that writes as the ledger does: bulk inserts, guarded upserts, several commands at once.
import fs from 'node:fs';

const ROUNDS = 7;

/** CPU time of a process so far, ms; 0 where /proc does not exist. */
function cpuMs(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return 0;
  }
}

/** Bytes that a process has written to files and sockets; 0 where /proc does not exist. */
function writtenBytes(pid) {
  try {
    return Number(/^wchar: (\d+)/m.exec(fs.readFileSync(`/proc/${pid}/io`, 'utf8'))[1]);
  } catch {
    return 0;
  }
}

const day = (i) => `2025-${String((i % 12) + 1).padStart(2, '0')}-${String((i % 28) + 1).padStart(2, '0')}`;

/** About 300 bytes. */
const entry = (i) => ({
  _id: `sale-${(i * 2_654_435_761) % 4_294_967_296}-${i}`,
  payee: `affiliate:${i % 500}`,
  type: 'sale',
  at: new Date(1_750_000_000_000 + i * 1000),
  day: day(i >> 9),
  postedDay: day(i >> 9),
  amountCents: (i * 37) % 10_000,
  payoutCents: (i * 7) % 5000,
  commission: 50,
  memberID: i % 10_000,
  saleID: i,
  transactionType: 'subscription',
  reason: 'x'.repeat(40),
});

const upsert = (i, seq) => ({
  updateOne: {
    filter: { _id: `affiliate:${i % 3000}:${day(i)}`, seq: { $lt: seq } },
    update: {
      $inc: { salesCount: 1, salesCents: 100 + i, postedEntries: 1, postedCents: 50 },
      $set: { seq, open: true },
      $setOnInsert: { kind: 'affiliate', personID: i % 3000, day: day(i) },
    },
    upsert: true,
  },
});

const raise = (i, value) => ({
  updateOne: { filter: { _id: `sale:${i}` }, update: { $max: { refundedCents: value } }, upsert: true },
});

const range = (from, count, make) => Array.from({ length: count }, (_, i) => make(from + i));
const unordered = { ordered: false };

async function collectionsOf(db) {
  const entries = db.collection('entries');
  await entries.createIndex({ payee: 1, postedDay: 1, at: 1 });
  await entries.createIndex({ payee: 1, day: 1, at: 1 });
  const events = db.collection('events');
  await events.createIndex({ waitsFor: 1 }, { partialFilterExpression: { waitsFor: { $exists: true } } });
  await events.createIndex({ day: 1 });
  const totals = db.collection('dayTotals');
  await totals.createIndex(
    { kind: 1, day: 1 },
    { partialFilterExpression: { open: true }, name: 'open_days' },
  );
  await totals.createIndex({ day: 1 });
  return { entries, events, totals, counters: db.collection('counters') };
}

/**
 * Prints for each kind of write the median of some rounds, with the CPU time and the disk writes of the server.
 * @param {{ db: import('mongodb').Db, pid: number, show: (what: string, value: string, more?: string) => void }} bench
 */
export async function measureWrites({ db, pid, show }) {
  const { entries, events, totals, counters } = await collectionsOf(db);
  const measure = async (what, count, work) => {
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++) {
      const [cpu, bytes, start] = [cpuMs(pid), writtenBytes(pid), performance.now()];
      await work(round);
      rounds.push({
        ms: performance.now() - start,
        cpu: cpuMs(pid) - cpu,
        bytes: writtenBytes(pid) - bytes,
      });
    }
    const median = (name) => rounds.map((round) => round[name]).sort((a, b) => a - b)[ROUNDS >> 1];
    const more = `CPU ${((median('cpu') / count) * 1000).toFixed(0)} µs, written ${(median('bytes') / count / 1024).toFixed(1)} kB each`;
    show(what, `${Math.round((count / median('ms')) * 1000).toLocaleString('en')}/s`, more);
  };

  await measure('insertMany of 8,000 entries, two indexes', 8000, (round) =>
    entries.insertMany(range(round * 8000, 8000, entry), unordered),
  );
  await measure('the same of 8,000 that exist already', 8000, () =>
    entries.insertMany(range(0, 8000, entry), unordered).catch(() => {}),
  );
  await measure('bulkWrite of 4,000 guarded upserts, a tenth new', 4000, (round) =>
    totals.bulkWrite(
      range(round * 400, 4000, (i) => upsert(i, round + 1)),
      unordered,
    ),
  );
  await measure('bulkWrite of 4,000 $max, a tenth new', 4000, (round) =>
    counters.bulkWrite(
      range(round * 400, 4000, (i) => raise(i, round)),
      unordered,
    ),
  );
  await measure('a ledger record of 1,000 events in six commands', 1000, async (round) => {
    const from = 1_000_000 + round * 1000;
    await Promise.all([
      events.insertMany(range(from, 1000, entry), unordered),
      entries.insertMany(range(from, 1000, entry), unordered),
    ]);
    const totalsOf = (at) => range(at, 200, (i) => upsert(i, 100 + round));
    await Promise.all([
      totals.bulkWrite(totalsOf(0), unordered),
      db.collection('sourceTotals').bulkWrite(totalsOf(5000), unordered),
      counters.bulkWrite([raise(1, round)], unordered),
      counters.bulkWrite(
        range(0, 20, (i) => raise(i, 100 + round)),
        unordered,
      ),
    ]);
  });
  let next = 0;
  await measure('insertOne by 64 at once', 3200, () =>
    Promise.all(
      Array.from({ length: 64 }, async () => {
        for (let i = 0; i < 50; i++) await db.collection('single').insertOne(entry(next++));
      }),
    ),
  );
}
