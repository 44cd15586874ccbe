import { buildServers } from '../scripts/lib/builds.mjs';
import { MongoClient } from '../scripts/lib/driver.mjs';
import { EMBEDDED_MONGO, mongoDir } from '../scripts/lib/services.mjs';
import { numbered } from './data.mjs';
import { bench, median, memoryOf, quantiles, repeating, report, timed } from './frame.mjs';

const DAYS = 365;

const about = `Measures the built-in database through the unchanged driver.`;
const options = { documents: 500_000 };

bench('mongo', { about, options }, async ({ values: { documents }, data, start }) => {
  await buildServers(undefined, ['packages/embedded-mongo']);
  const args = [EMBEDDED_MONGO, '--data', mongoDir(data), '--port', '0'];
  const { url, pid } = await start.program('mongo', args, {
    ready: (output) => /^ready on (mongodb:\S+)/m.exec(output)?.[1],
  });
  const client = await new MongoClient(url).connect();
  try {
    await measureAll(client.db('bench'), pid, documents);
  } finally {
    await client.close();
  }
});

function document(i) {
  const kind = ['sale', 'click', 'refund'][i % 3];
  return { _id: eventID(i), affiliate: i % 200, day: dayOf(i), amountCents: (i * 37) % 10_000, kind, seq: i };
}
const eventID = (i) => `event-${String(i).padStart(9, '0')}`;
const dayOf = (i) => new Date(Date.UTC(2025, 0, 1 + (i % DAYS)));

/** Does the work for 0, 1 … and takes the time of each (ms). */
async function times(count, work) {
  const each = [];
  for (let i = 0; i < count; i++) each.push(await timed(() => work(i)));
  return each;
}

function reportMemory(pid, what, goal) {
  if (process.platform === 'linux') report(what, memoryOf(pid) / 2 ** 20, 'MB', goal);
}

const reportRate = (what, count, ms, atLeast) =>
  report(what, Math.round((count / ms) * 1000), '/s', { atLeast });

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

async function measureGroups(db, events, total) {
  const $group = { _id: '$affiliate', cents: { $sum: '$amountCents' }, count: { $sum: 1 } };
  const group = ($match) => timed(() => events.aggregate([{ $match }, { $group }]).toArray());
  const what = '$match on an index + $group, a third of the documents';
  reportRate(what, total / 3, await group({ kind: 'sale' }), 250_000);
  const pinging = repeating(1, () => db.command({ ping: 1 }));
  const groupMs = await group({ seq: { $gte: 0 } });
  const afterwards = await group({ affiliate: { $gte: 0 } });
  const { p50, max } = await pinging.end();
  report(`$match + $group of ${total.toLocaleString('en')} documents`, groupMs, 'ms', { atMost: 2000 });
  report('the same by way of an index', afterwards, 'ms');
  report('ping during these, p50', p50, 'ms');
  report('ping during these, longest', max, 'ms', { atMost: 50 });
}
