import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildServers } from '../scripts/lib/builds.mjs';
import { MongoClient } from '../scripts/lib/driver.mjs';
import { inRoot } from '../scripts/lib/paths.mjs';
import { numbered } from './data.mjs';
import { report } from './figures.mjs';
import { bench, cpuMs, median, memoryOf, quantiles, timed } from './frame.mjs';

const WRITE_ROUNDS = 7;
const DAYS = 365;

const about = `Measures the built-in database through the unchanged driver, with so many documents (500000), or only how it writes as
the ledger does: bulk inserts, guarded upserts, several commands at once.`;

bench('mongo', { about, argument: 'DOCUMENTS|writes' }, async ({ args: [size = '500000'], data, start }) => {
  await buildServers(undefined, ['packages/embedded-mongo']);
  const main = inRoot('packages', 'embedded-mongo', 'dist', 'main.js');
  const server = await start.program('mongo', [main, '--data', join(data, 'mongo'), '--port', '0'], {
    isReady: async (output) => output.includes('ready on mongodb:'),
  });
  const url = /^ready on (mongodb:\S+)/m.exec(server.output())[1];
  const client = await new MongoClient(url).connect();
  try {
    if (size !== 'writes') await measureAll(client.db('bench'), server.pid, Number(size));
    await measureWrites(client.db('writes'), server.pid);
  } finally {
    await client.close();
  }
});

/** @param {number} i */
function document(i) {
  const kind = ['sale', 'click', 'refund'][i % 3];
  return { _id: eventID(i), affiliate: i % 200, day: dayOf(i), amountCents: (i * 37) % 10_000, kind, seq: i };
}
const eventID = (i) => `event-${String(i).padStart(9, '0')}`;
const dayOf = (i) => new Date(Date.UTC(2025, 0, 1 + (i % DAYS)));

/** @param {number} count @param {(i: number) => Promise<unknown>} work @returns {Promise<number[]>} ms of each */
async function times(count, work) {
  const each = [];
  for (let i = 0; i < count; i++) each.push(await timed(() => work(i)));
  return each;
}

/** @param {number} pid @param {string} what @param {object} [goal] */
function reportMemory(pid, what, goal) {
  if (process.platform === 'linux') report(what, memoryOf(pid) / 2 ** 20, 'MB', goal);
}

/** @param {string} what @param {number} count @param {number} ms @param {number} [atLeast] */
const reportRate = (what, count, ms, atLeast) =>
  report(what, Math.round((count / ms) * 1000), '/s', { atLeast });

/** @param {import('mongodb').Db} db @param {number} pid @param {number} total */
async function measureAll(db, pid, total) {
  reportMemory(pid, 'idle memory', { atMost: 100 });
  const events = db.collection('events');
  await events.createIndex({ kind: 1 });
  await events.createIndex({ affiliate: 1, day: 1 });
  await measureBulks(db, events, total);
  await measureFinds(events, total);
  await measureGroups(db, events, total);
  reportMemory(pid, 'memory at the end');
}

/** @param {import('mongodb').Db} db @param {import('mongodb').Collection} events @param {number} total */
async function measureBulks(db, events, total) {
  const insertAll = async (collection, count) => {
    const ms = await times(Math.ceil(count / 2000), (call) => {
      const batch = numbered(Math.min(2000, count - call * 2000), call * 2000).map(document);
      return collection.insertMany(batch, { ordered: false });
    });
    return ms.reduce((sum, each) => sum + each, 0);
  };
  const plainMs = await insertAll(db.collection('plain'), 100_000);
  reportRate('insertMany, 2,000 a call, no index but _id', 100_000, plainMs, 25_000);
  const indexedMs = await insertAll(events, total);
  reportRate('insertMany, 2,000 a call, two indexes', total, indexedMs, 25_000);
  let upsertMs = 0;
  for (let round = 0; round < 40; round++) {
    const operations = numbered(500, 0).map((i) => {
      const seq = round * 500 + i + 1;
      const filter = { _id: `day:${i % 250}:${round % 20}`, seq: { $lt: seq } };
      const update = { $inc: { a: 1, b: 2, c: 3 }, $set: { seq }, $setOnInsert: { kind: 'day' } };
      return { updateOne: { filter, update, upsert: true } };
    });
    upsertMs += await timed(() => db.collection('counters').bulkWrite(operations, { ordered: false }));
  }
  reportRate('bulkWrite of 500 updateOne with upsert', 20_000, upsertMs, 10_000);
}

/** @param {import('mongodb').Collection} events @param {number} total */
async function measureFinds(events, total) {
  const reportFinds = (what, each) => {
    report(`${what}, p50`, quantiles(each)(0.5), 'ms', { atMost: 1 });
    report(`${what}, p99`, quantiles(each)(0.99), 'ms');
  };
  const byID = (i) => events.findOne({ _id: eventID((i * 7919) % total) });
  reportFinds('findOne by _id', await times(3000, byID));
  const byIndex = (i) => events.findOne({ affiliate: i % 200, day: dayOf(i) });
  reportFinds('findOne by a compound index', await times(1000, byIndex));

  const ids = numbered(5000, 0).map((i) => eventID((i * 97) % total));
  const some = () => events.find({ _id: { $in: ids } }, { projection: { seq: 1 } }).toArray();
  report('find 5,000 of {_id: {$in}} with a projection', median(await times(10, some)), 'ms');

  let found = 0;
  const ranges = await times(20, async (i) => {
    const range = events.find({ affiliate: i, day: { $gte: dayOf(0) } }).sort({ day: 1 });
    found = (await range.limit(1000).batchSize(1000).toArray()).length;
  });
  const what = `range of ${found} documents out of ${total.toLocaleString('en')}, p50`;
  report(what, median(ranges), 'ms', { atMost: 15 });
}

/** @param {import('mongodb').Db} db @param {import('mongodb').Collection} events @param {number} total */
async function measureGroups(db, events, total) {
  const $group = { _id: '$affiliate', cents: { $sum: '$amountCents' }, count: { $sum: 1 } };
  const group = ($match) => timed(() => events.aggregate([{ $match }, { $group }]).toArray());
  const what = '$match on an index + $group, a third of the documents';
  reportRate(what, total / 3, await group({ kind: 'sale' }), 250_000);
  const pings = [];
  let running = true;
  const pinging = (async () => {
    while (running) pings.push(await timed(() => db.command({ ping: 1 })));
  })();
  const groupMs = await group({ seq: { $gte: 0 } });
  const afterwards = await group({ affiliate: { $gte: 0 } });
  running = false;
  await pinging;
  report(`$match + $group of ${total.toLocaleString('en')} documents`, groupMs, 'ms', { atMost: 2000 });
  report('the same by way of an index', afterwards, 'ms');
  report('ping during these, p50', median(pings), 'ms');
  report('ping during these, longest', Math.max(...pings), 'ms', { atMost: 50 });
}

/** Bytes that a process has written to files and sockets; 0 where /proc does not exist. @param {number} pid */
function writtenBytes(pid) {
  try {
    return Number(/^wchar: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))[1]);
  } catch {
    return 0;
  }
}

const dayText = (i) =>
  `2025-${String((i % 12) + 1).padStart(2, '0')}-${String((i % 28) + 1).padStart(2, '0')}`;

/** About 300 bytes. @param {number} i */
function entry(i) {
  const _id = `sale-${(i * 2_654_435_761) % 4_294_967_296}-${i}`;
  const when = {
    at: new Date(1_750_000_000_000 + i * 1000),
    day: dayText(i >> 9),
    postedDay: dayText(i >> 9),
  };
  const amounts = { amountCents: (i * 37) % 10_000, payoutCents: (i * 7) % 5000, commission: 50 };
  const sale = { memberID: i % 10_000, saleID: i, transactionType: 'subscription', reason: 'x'.repeat(40) };
  return { _id, payee: `affiliate:${i % 500}`, type: 'sale', ...when, ...amounts, ...sale };
}

const upsert = (i, seq) => ({
  updateOne: {
    filter: { _id: `affiliate:${i % 3000}:${dayText(i)}`, seq: { $lt: seq } },
    update: {
      $inc: { salesCount: 1, salesCents: 100 + i, postedEntries: 1, postedCents: 50 },
      $set: { seq, open: true },
      $setOnInsert: { kind: 'affiliate', personID: i % 3000, day: dayText(i) },
    },
    upsert: true,
  },
});

const raise = (i, value) => ({
  updateOne: { filter: { _id: `sale:${i}` }, update: { $max: { refundedCents: value } }, upsert: true },
});

const range = (from, count, make) => numbered(count, from).map(make);
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

/** Prints for each kind of write the median of some rounds, with the CPU time and the disk writes of the server. @param {import('mongodb').Db} db @param {number} pid */
async function measureWrites(db, pid) {
  const { entries, events, totals, counters } = await collectionsOf(db);
  const measure = async (what, count, work) => {
    const rounds = { ms: [], cpu: [], bytes: [] };
    for (let round = 0; round < WRITE_ROUNDS; round++) {
      const [cpu, bytes] = [cpuMs(pid), writtenBytes(pid)];
      rounds.ms.push(await timed(() => work(round)));
      rounds.cpu.push(cpuMs(pid) - cpu);
      rounds.bytes.push(writtenBytes(pid) - bytes);
    }
    const [ms, cpu, bytes] = [median(rounds.ms), median(rounds.cpu), median(rounds.bytes)];
    console.log(
      `${what}: ${Math.round((count / ms) * 1000).toLocaleString('en')}/s, CPU ${((cpu / count) * 1000).toFixed(0)} µs, written ${(bytes / count / 1024).toFixed(1)} kB each`,
    );
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
      numbered(64).map(async () => {
        for (let i = 0; i < 50; i++) await db.collection('single').insertOne(entry(next++));
      }),
    ),
  );
}
