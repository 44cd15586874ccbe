// Measures the embedded MongoDB through the unchanged driver: node bench/mongo.mjs [number of documents | writes]
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { report } from './figures.mjs';
import { measureWrites } from './mongo-writes.mjs';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const { startEmbeddedMongo } = createRequire(import.meta.url)(
  path.join(root, 'packages/embedded-mongo/dist/index.js'),
);
const { MongoClient } = createRequire(import.meta.resolve('mongoose'))('mongodb');

const ONLY_WRITES = process.argv[2] === 'writes';
const TOTAL = ONLY_WRITES ? 0 : Number(process.argv[2] ?? 500_000);
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-mongo-'));
const server = await startEmbeddedMongo({ dataDir });
const client = await new MongoClient(server.url).connect();
const db = client.db('bench');

const timed = async (work) => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};
const percentile = (times, share) => [...times].sort((a, b) => a - b)[Math.floor((times.length - 1) * share)];
const perSecond = (count, ms) => ({ value: Math.round((count / ms) * 1000), unit: '/s', atLeast: true });
const ms = (value) => ({ value, unit: 'ms' });
/** @param {{ value: number, unit: string }} figure @param {number} [goal] */
const show = (what, figure, goal) => report({ what, ...figure, ...(goal && { goal }) });
const rss = () => {
  try {
    const [, kB] = /VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${server.pid}/status`, 'utf8'));
    return { value: Number(kB) / 1024, unit: 'MB' };
  } catch {
    return { value: Number.NaN, unit: 'MB' };
  }
};

const days = 365;
const document = (i) => ({
  _id: `event-${String(i).padStart(9, '0')}`,
  affiliate: i % 200,
  day: new Date(Date.UTC(2025, 0, 1 + (i % days))),
  amountCents: (i * 37) % 10_000,
  kind: ['sale', 'click', 'refund'][i % 3],
  seq: i,
});

async function measureAll() {
  show('idle memory', rss(), 100);
  const events = db.collection('events');
  await events.createIndex({ kind: 1 });
  await events.createIndex({ affiliate: 1, day: 1 });
  const plain = db.collection('plain');
  let insertMs = 0;
  for (let at = 0; at < 100_000; at += 2000) {
    const batch = Array.from({ length: 2000 }, (_, i) => document(at + i));
    insertMs += await timed(() => plain.insertMany(batch, { ordered: false }));
  }
  show('insertMany, 2,000 a call, no index but _id', perSecond(100_000, insertMs), 25_000);

  insertMs = 0;
  for (let at = 0; at < TOTAL; at += 2000) {
    const batch = Array.from({ length: Math.min(2000, TOTAL - at) }, (_, i) => document(at + i));
    insertMs += await timed(() => events.insertMany(batch, { ordered: false }));
  }
  show('insertMany, 2,000 a call, two indexes', perSecond(TOTAL, insertMs), 25_000);

  const counters = db.collection('counters');
  let upsertMs = 0;
  for (let round = 0; round < 40; round++) {
    const operations = Array.from({ length: 500 }, (_, i) => ({
      updateOne: {
        filter: { _id: `day:${i % 250}:${round % 20}`, seq: { $lt: round * 500 + i + 1 } },
        update: {
          $inc: { a: 1, b: 2, c: 3 },
          $set: { seq: round * 500 + i + 1 },
          $setOnInsert: { kind: 'day' },
        },
        upsert: true,
      },
    }));
    upsertMs += await timed(() => counters.bulkWrite(operations, { ordered: false }));
  }
  show('bulkWrite of 500 updateOne with upsert', perSecond(20_000, upsertMs), 10_000);

  const finds = [];
  for (let i = 0; i < 3000; i++) {
    const filter = { _id: `event-${String((i * 7919) % TOTAL).padStart(9, '0')}` };
    finds.push(await timed(() => events.findOne(filter)));
  }
  show('findOne by _id, p50', ms(percentile(finds, 0.5)), 1);
  show('findOne by _id, p99', ms(percentile(finds, 0.99)));
  const indexed = [];
  for (let i = 0; i < 1000; i++) {
    const filter = { affiliate: i % 200, day: new Date(Date.UTC(2025, 0, 1 + (i % days))) };
    indexed.push(await timed(() => events.findOne(filter)));
  }
  show('findOne by a compound index, p50', ms(percentile(indexed, 0.5)), 1);
  show('findOne by a compound index, p99', ms(percentile(indexed, 0.99)));

  const ids = Array.from({ length: 5000 }, (_, i) => `event-${String((i * 97) % TOTAL).padStart(9, '0')}`);
  const lookups = [];
  for (let i = 0; i < 10; i++)
    lookups.push(await timed(() => events.find({ _id: { $in: ids } }, { projection: { seq: 1 } }).toArray()));
  show('find 5,000 of {_id: {$in}} with a projection', ms(percentile(lookups, 0.5)));

  const ranges = [];
  let found = 0;
  for (let i = 0; i < 20; i++) {
    const filter = { affiliate: i, day: { $gte: new Date(Date.UTC(2025, 0, 1)) } };
    ranges.push(
      await timed(async () => {
        found = (await events.find(filter).sort({ day: 1 }).limit(1000).batchSize(1000).toArray()).length;
      }),
    );
  }
  show(
    `range of ${found} documents out of ${TOTAL.toLocaleString('en')}, p50`,
    ms(percentile(ranges, 0.5)),
    15,
  );

  const group = (match) =>
    events
      .aggregate([
        { $match: match },
        { $group: { _id: '$affiliate', cents: { $sum: '$amountCents' }, count: { $sum: 1 } } },
      ])
      .toArray();
  show(
    '$match on an index + $group, a third of the documents',
    perSecond(TOTAL / 3, await timed(() => group({ kind: 'sale' }))),
    250_000,
  );

  const pings = [];
  let running = true;
  const pinging = (async () => {
    while (running) pings.push(await timed(() => db.command({ ping: 1 })));
  })();
  const groupMs = await timed(() => group({ seq: { $gte: 0 } }));
  const afterwards = await timed(() => group({ affiliate: { $gte: 0 } }));
  running = false;
  await pinging;
  show(`$match + $group of ${TOTAL.toLocaleString('en')} documents`, ms(groupMs), 2_000);
  show('the same by way of an index', ms(afterwards));
  show('ping during these, p50', ms(percentile(pings, 0.5)));
  show('ping during these, longest', ms(Math.max(...pings)), 50);
  show('memory at the end', rss());
}

try {
  if (!ONLY_WRITES) await measureAll();
  await measureWrites({ db: client.db('writes'), pid: server.pid, show });
} finally {
  await client.close();
  await server.stop();
  fs.rmSync(dataDir, { recursive: true, force: true });
}
