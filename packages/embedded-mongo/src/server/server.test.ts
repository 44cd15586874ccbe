/* One server: what it answers to a driver, command by command, on one connection. */

import fs from 'node:fs';
import net from 'node:net';
import { deserialize, serialize } from 'bson';
import { Binary, type Document, Long, MongoClient } from 'mongodb';
import { docVal } from '../bson/raw';
import { encodeDoc } from '../bson/write';
import { commandNames, runCommand } from '../commands/registry';
import { Cursors, ListStream } from '../engine/cursors';
import { embeddedOnly, openTestDatabase, type TestDatabase, temporaryFolder } from '../test-database';
import { sweep } from './sweeper';
import { encodeReply } from './wire';

// Other suites share the processors.

let test: TestDatabase;
let clock = Date.now();

beforeAll(async () => {
  test = await openTestDatabase({ now: () => clock, cursorTimeoutMs: 60_000 });
});
afterAll(() => test.close());

const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error) => error,
  );
const command = (body: Document) => test.db.command(body);

describe('cursors', () => {
  it('hand out documents in batches, count by count', async () => {
    await test.db
      .collection('cursors')
      .insertMany(Array.from({ length: 250 }, (_, i) => ({ _id: i })) as Document[]);
    const first = await command({ find: 'cursors', sort: { _id: 1 } });
    expect(first.cursor.firstBatch).toHaveLength(101);
    const id = Long.fromString(String(first.cursor.id));
    const more = await command({ getMore: id, collection: 'cursors', batchSize: 100 });
    expect(more.cursor.nextBatch.map(({ _id }: Document) => _id)).toEqual(
      Array.from({ length: 100 }, (_, i) => 101 + i),
    );
    const last = await command({ getMore: id, collection: 'cursors', batchSize: 100 });
    expect(last.cursor.nextBatch).toHaveLength(49);
    expect(String(last.cursor.id)).toBe('0');
    expect(await failure(command({ getMore: id, collection: 'cursors' }))).toMatchObject({
      code: 43,
      codeName: 'CursorNotFound',
    });
    const single = await command({ find: 'cursors', batchSize: 3, singleBatch: true });
    expect(String(single.cursor.id)).toBe('0');
    expect((await command({ find: 'cursors', batchSize: 0 })).cursor.firstBatch).toEqual([]);
  });

  it('go on where they were while documents come and go', async () => {
    const collection = test.db.collection<Document>('moving');
    await collection.insertMany(Array.from({ length: 100 }, (_, i) => ({ _id: i, a: i })) as Document[]);
    const cursor = collection.find().sort({ _id: 1 }).batchSize(10);
    const seen: number[] = [];
    for await (const { _id } of cursor) {
      seen.push(_id as unknown as number);
      if (seen.length === 10) await collection.deleteMany({ _id: { $gte: 50, $lt: 60 } } as Document);
    }
    expect(seen).toEqual(Array.from({ length: 100 }, (_, i) => i).filter((i) => i < 50 || i >= 60));
  });

  it('split what is larger than a reply', async () => {
    const collection = test.db.collection('large');
    const text = 'x'.repeat(1024 * 1024);
    for (let i = 0; i < 40; i++) await collection.insertOne({ text });
    expect(await collection.find().toArray()).toHaveLength(40);
  });

  it('count the framing of many documents: no reply exceeds the limit', async () => {
    const collection = test.db.collection<Document>('framed');
    const documents = Array.from({ length: 20_000 }, (_, i) => ({ _id: i, n: -i, text: 'x'.repeat(1000) }));
    await collection.insertMany(documents as Document[]);
    const numbers = (found: Document[]) => found.map(({ _id }) => _id as unknown as number);
    const all = documents.map(({ _id }) => _id);
    expect(numbers(await collection.find().toArray())).toEqual(all);
    expect(numbers(await collection.find().batchSize(50_000).toArray())).toEqual(all);
    expect(numbers(await collection.find().sort({ n: 1 }).batchSize(50_000).toArray())).toEqual(
      [...all].reverse(),
    );
    expect(numbers(await collection.aggregate([{ $match: {} }]).toArray())).toEqual(all);
    expect(
      numbers(await collection.aggregate([{ $sort: { n: 1 } }], { batchSize: 50_000 }).toArray()),
    ).toEqual([...all].reverse());
  });

  it('end by being killed', async () => {
    const { cursor } = await command({ find: 'cursors', batchSize: 2 });
    const reply = await command({ killCursors: 'cursors', cursors: [cursor.id, Long.fromNumber(12345)] });
    expect(reply.cursorsKilled.map(String)).toEqual([String(cursor.id)]);
    expect(reply.cursorsNotFound.map(String)).toEqual(['12345']);
  });
});

embeddedOnly('replies', () => {
  /** The largest one that a driver takes. */
  const MAX_REPLY = 16 * 1024 * 1024 + 16 * 1024;

  it('hold the largest document, and two million of the smallest in two', async () => {
    const cursors = new Cursors(1000, Date.now);
    const largest = Buffer.alloc(16 * 1024 * 1024);
    const ns = `db.${'c'.repeat(250)}`;
    const size = (reply: object) => encodeReply(1, false, reply).reduce((sum, { length }) => sum + length, 0);
    const reply = await cursors.first(ns, new ListStream([largest, largest]), undefined, false);
    expect(size(reply)).toBeLessThanOrEqual(MAX_REPLY);
    const smallest = new ListStream(new Array(2_000_000).fill(encodeDoc({})));
    const first = (await cursors.first(ns, smallest, 3_000_000, false)) as {
      cursor: { id: bigint; firstBatch: Buffer[] };
    };
    expect(size(first)).toBeLessThanOrEqual(MAX_REPLY);
    // As many as fit, not fewer.
    expect(size(first)).toBeGreaterThan(16 * 1024 * 1024 - 100);
    const rest = (await cursors.more(first.cursor.id, ns, undefined)) as { cursor: { nextBatch: Buffer[] } };
    expect(first.cursor.firstBatch.length + rest.cursor.nextBatch.length).toBe(2_000_000);
  });
});

embeddedOnly('idle cursors', () => {
  it('time out', async () => {
    const { cursor } = await command({ find: 'cursors', batchSize: 2 });
    const next = () => command({ getMore: cursor.id, collection: 'cursors', batchSize: 2 });
    clock += 59_000;
    await sweep(test.engine);
    await next();
    clock += 59_000;
    await sweep(test.engine);
    await next();
    clock += 61_000;
    await sweep(test.engine);
    expect(await failure(next())).toMatchObject({ code: 43 });
    expect(test.engine.cursors.size).toBe(0);
  });
});

embeddedOnly('handshake', () => {
  it('is a replica set of one that says it is embedded', async () => {
    const hello = await command({ hello: 1 });
    expect(hello).toMatchObject({
      isWritablePrimary: true,
      setName: 'embedded',
      hosts: [`127.0.0.1:${test.port}`],
      maxBsonObjectSize: 16777216,
      maxWireVersion: 21,
      logicalSessionTimeoutMinutes: 30,
    });
    expect((await command({ isMaster: 1 })).ismaster).toBe(true);
    const client = await new MongoClient(`mongodb://127.0.0.1:${test.port}/?replicaSet=embedded`).connect();
    expect(await client.db('x').command({ ping: 1 })).toMatchObject({ ok: 1 });
    await client.close();
  });

  it('answers hello by OP_QUERY', async () => {
    const socket = net.connect(test.port, '127.0.0.1');
    const doc = encodeDoc({ ismaster: 1, helloOk: true });
    const name = Buffer.from('admin.$cmd\0');
    const head = Buffer.alloc(20);
    head.writeInt32LE(20 + name.length + 8 + doc.length, 0);
    head.writeInt32LE(7, 4);
    head.writeInt32LE(2004, 12);
    socket.write(Buffer.concat([head, name, Buffer.from([0, 0, 0, 0, 255, 255, 255, 255]), doc]));
    const reply = await new Promise<Buffer>((resolve) => socket.once('data', resolve));
    expect([reply.readInt32LE(8), reply.readInt32LE(12)]).toEqual([7, 1]);
    expect(reply.includes('embedded')).toBe(true);
    socket.destroy();
  });
});

embeddedOnly('what is not on the list', () => {
  it('knows these commands only', async () => {
    expect(commandNames.sort()).toEqual(
      'aggregate backup collMod count createIndexes delete distinct dropDatabase dropIndexes emptyDatabase endSessions explain find findAndModify getMore hello insert isMaster ismaster killCursors listIndexes ping update'.split(
        ' ',
      ),
    );
    expect(await failure(command({ mapReduce: 'x' }))).toMatchObject({
      code: 59,
      codeName: 'CommandNotFound',
      errmsg: "no such command: 'mapReduce'",
    });
  });

  /** [code, where to put it, names]: each must be refused by its own name. */
  const named = (
    code: number,
    body: (name: string) => Document,
    names: string,
  ): [Document, number, string][] => names.split(' ').map((name) => [body(name), code, name]);

  it.each<[Document, number, string]>([
    ...named(
      59,
      (name) => ({ [name]: 1 }),
      'mapReduce create drop listCollections buildInfo renameCollection validate getLog serverStatus listDatabases currentOp getParameter convertToCapped',
    ),
    ...named(
      40415,
      (name) => ({ find: 'x', [name]: 1 }),
      'filtre comment maxTimeMS collation let min max returnKey showRecordId tailable awaitData noCursorTimeout allowDiskUse allowPartialResults',
    ),
    ...named(
      40415,
      (name) => ({ aggregate: 'x', pipeline: [], cursor: {}, [name]: 1 }),
      'hint let collation explain',
    ),
    ...named(40415, (name) => ({ count: 'x', [name]: 1 }), 'collation fields'),
    ...named(
      40415,
      (name) => ({ findAndModify: 'x', update: {}, [name]: [] }),
      'arrayFilters hint collation let bypassDocumentValidation',
    ),
    ...named(
      40415,
      (name) => ({ update: 'x', updates: [{ q: {}, u: { $set: { a: 1 } }, [name]: {} }] }),
      'arrayFilters hint collation c sort',
    ),
    ...named(
      40415,
      (name) => ({ delete: 'x', deletes: [{ q: {}, limit: 1, [name]: {} }] }),
      'hint collation',
    ),
    ...named(
      40415,
      (name) => ({ insert: 'x', documents: [{}], [name]: 1 }),
      'encrypt bypassDocumentValidation',
    ),
    ...named(40415, (name) => ({ insert: 'x', documents: [{}], writeConcern: { [name]: 1 } }), 'fsink'),
    ...named(
      2,
      (name) => ({ find: 'x', filter: { [name]: [{ a: 1 }] } }),
      '$and $nor $where $expr $text $comment $jsonSchema $sampleRate',
    ),
    ...named(
      2,
      (name) => ({ find: 'x', filter: { a: { [name]: [1] } } }),
      '$nin $all $size $type $regex $options $elemMatch $mod $near $geoWithin $bitsAllSet',
    ),
    ...named(
      9,
      (name) => ({ findAndModify: 'x', update: { [name]: { a: 1 } } }),
      '$mul $min $rename $currentDate $pop $pull $pullAll $bit $pushAll $foo',
    ),
    ...named(
      2,
      (name) => ({ findAndModify: 'x', update: { $push: { a: { $each: [], [name]: 1 } } } }),
      '$sort $position $foo',
    ),
    ...named(
      52,
      (name) => ({ findAndModify: 'x', update: { $set: { [`a.${name}`]: 1 } } }),
      '$ $[] $[item] $foo',
    ),
    ...named(
      40324,
      (name) => ({ aggregate: 'x', pipeline: [{ [name]: {} }], cursor: {} }),
      '$skip $project $addFields $set $unset $unwind $count $replaceRoot $lookup $facet $merge $out $unionWith $changeStream',
    ),
    ...named(
      15952,
      (name) => ({ aggregate: 'x', pipeline: [{ $group: { _id: null, a: { [name]: '$a' } } }], cursor: {} }),
      '$avg $max $first $last $push $addToSet $count $stdDevPop',
    ),
    ...named(
      168,
      (name) => ({ aggregate: 'x', pipeline: [{ $group: { _id: { [name]: ['$a', 1] } } }], cursor: {} }),
      '$add $subtract $multiply $divide $cond $ifNull $concat $substrCP $toString $literal $dateTrunc',
    ),
    ...named(
      238,
      (name) => ({ aggregate: 'x', pipeline: [{ $group: { _id: null, a: { $sum: name } } }], cursor: {} }),
      '$$ROOT $a.b $$NOW',
    ),
    ...named(
      197,
      (name) => ({ createIndexes: 'x', indexes: [{ key: { a: 1 }, name: 'a', [name]: 1 }] }),
      'sparse collation hidden wildcardProjection weights bucketSize ns',
    ),
    ...named(
      67,
      (name) => ({ createIndexes: 'x', indexes: [{ key: { a: name }, name: 'a' }] }),
      'text hashed 2dsphere',
    ),
    [{ find: 'x', filter: { a: /x/ } }, 22, 'regex'],
    [{ find: 'x', projection: { a: { $slice: 1 } } }, 2, 'a'],
    [{ find: 'x', projection: { 'a.$': 1 } }, 16410, 'a.$'],
    [{ find: 'x', sort: { a: { $meta: 'textScore' } } }, 2, 'a'],
    [{ find: 'x', filter: 5 }, 14, 'filter'],
    [{ aggregate: 'x', pipeline: [] }, 9, 'cursor'],
    [{ insert: 'x', documents: [{}], writeConcern: { w: 3 } }, 100, 'data-bearing'],
    [{ findAndModify: 'x', update: [{ $set: { a: 1 } }] }, 9, 'Pipeline'],
    [{ delete: 'x', deletes: [{ q: {} }] }, 9, 'limit'],
    [{ createIndexes: 'x', indexes: [{ key: { a: 1, b: 1 }, name: 'a', expireAfterSeconds: 1 }] }, 67, 'TTL'],
    [
      {
        createIndexes: 'x',
        indexes: [{ key: { a: 1 }, name: 'a', partialFilterExpression: { a: { $ne: 1 } } }],
      },
      67,
      'not',
    ],
  ])('%j is refused by name', async (body, code, name) => {
    const answer = await command(body).catch((error) => error);
    expect(answer.writeErrors?.[0] ?? answer).toMatchObject({ code, errmsg: expect.stringContaining(name) });
  });

  it('has no transactions', async () => {
    const session = test.client.startSession();
    session.startTransaction();
    expect(await failure(test.db.collection('x').insertOne({}, { session }))).toMatchObject({
      code: 263,
      codeName: 'OperationNotSupportedInTransaction',
    });
    await failure(session.abortTransaction());
    await session.endSession();
    expect(await test.db.collection('x').countDocuments()).toBe(0);
  });

  it('stores no odd documents', async () => {
    const collection = test.db.collection<Document>('odd');
    expect(await failure(collection.insertOne({ $a: 1 }))).toMatchObject({ code: 52 });
    expect(await failure(collection.insertOne({ _id: [1] } as unknown as Document))).toMatchObject({
      code: 53,
    });
    await collection.insertOne({ _id: 1, text: 'x'.repeat(9_000_000) } as Document);
    expect(await failure(collection.updateOne({}, { $set: { more: 'x'.repeat(8_000_000) } }))).toMatchObject({
      code: 17419,
    });
  });
});

embeddedOnly('retryable writes', () => {
  const lsid = { id: new Binary(Buffer.alloc(16, 7), 4) };

  /** As a driver sends it; its own sessions number their writes by themselves. */
  async function raw(body: Document): Promise<Document> {
    const db = test.db.databaseName;
    const doc = docVal(Buffer.from(serialize({ ...body, $db: db })));
    const request = {
      body: doc,
      sequences: new Map(),
      db,
      legacy: false,
    };
    return deserialize(encodeDoc(await runCommand(test.engine, request)));
  }

  it('are done once and answered again from what was stored', async () => {
    const insert = {
      insert: 'retried',
      documents: [
        { _id: 1, n: 0 },
        { _id: 2, n: 0 },
      ],
    };
    expect(await raw({ ...insert, lsid, txnNumber: Long.fromNumber(1) })).toMatchObject({ n: 2, ok: 1 });
    expect(await raw({ ...insert, lsid, txnNumber: Long.fromNumber(1) })).toEqual(
      expect.objectContaining({ n: 2, ok: 1 }),
    );
    const update = {
      update: 'retried',
      updates: [
        { q: { _id: 1 }, u: { $inc: { n: 1 } } },
        { q: { _id: 3 }, u: { $inc: { n: 1 } }, upsert: true },
      ],
    };
    const first = await raw({ ...update, lsid, txnNumber: Long.fromNumber(2) });
    expect(await raw({ ...update, lsid, txnNumber: Long.fromNumber(2) })).toEqual(first);
    expect(first).toMatchObject({ n: 2, nModified: 1, upserted: [{ index: 1, _id: 3 }] });
    expect(await test.db.collection('retried').find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 1, n: 1 },
      { _id: 2, n: 0 },
      { _id: 3, n: 1 },
    ]);
    const modify = { findAndModify: 'retried', query: { _id: 2 }, update: { $inc: { n: 5 } }, new: true };
    const answers = await Promise.all(
      [1, 2, 3].map(() => raw({ ...modify, lsid, txnNumber: Long.fromNumber(3) })),
    );
    for (const answer of answers) expect(answer.value).toEqual({ _id: 2, n: 5 });
    const remove = { delete: 'retried', deletes: [{ q: { n: { $gte: 1 } }, limit: 1 }] };
    for (let i = 0; i < 3; i++)
      expect(await raw({ ...remove, lsid, txnNumber: Long.fromNumber(4) })).toMatchObject({ n: 1 });
    expect(await test.db.collection('retried').countDocuments()).toBe(2);
    expect(await failure(raw({ ...remove, lsid, txnNumber: Long.fromNumber(3) }))).toMatchObject({
      code: 225,
    });
  });

  it('go on where a crash has cut them short, and are known after a restart', async () => {
    const dataDir = temporaryFolder();
    const before = await openTestDatabase({ dataDir });
    const documents = [1, 2, 3, 4].map((_id) => ({ _id }));
    const insert = { insert: 'resumed', documents, lsid, txnNumber: Long.fromNumber(1), $db: 'resumed' };
    const body = docVal(Buffer.from(serialize(insert)));
    const run = async (engine: TestDatabase['engine']) =>
      deserialize(
        encodeDoc(
          await runCommand(engine, {
            body,
            sequences: new Map(),
            db: 'resumed',
            legacy: false,
          }),
        ),
      );
    const stored = await before.engine.store.write(() => {
      const state = encodeDoc({ n: 2, nModified: 0, upserted: [], writeErrors: [] });
      const session = docVal(Buffer.from(serialize(lsid)));
      before.engine.sessions.save(session, 1n, () => ({ next: 2, state }));
      return before.engine.sessions.find(session, 1n)?.next;
    });
    expect(stored).toBe(2);
    expect(await run(before.engine)).toMatchObject({ n: 4 });
    await before.close();
    const after = await openTestDatabase({ dataDir });
    expect(await run(after.engine)).toMatchObject({ n: 4 });
    expect(await after.client.db('resumed').collection('resumed').distinct('_id')).toEqual([3, 4]);
    await after.close();
    fs.rmSync(dataDir, { recursive: true });
  });

  it('are not for many documents at once', async () => {
    expect(
      await raw({
        update: 'retried',
        updates: [{ q: {}, u: { $inc: { n: 1 } }, multi: true }],
        lsid,
        txnNumber: Long.fromNumber(9),
      }),
    ).toMatchObject({ writeErrors: [{ code: 72 }] });
    expect(
      await failure(raw({ insert: 'retried', documents: [{}], txnNumber: Long.fromNumber(9) })),
    ).toMatchObject({ code: 72 });
  });

  it('are what the driver sends', async () => {
    const started: Document[] = [];
    const client = await new MongoClient(test.url, { monitorCommands: true }).connect();
    client.on('commandStarted', (event) => started.push(event.command));
    await client.db(test.db.databaseName).collection('retried').insertOne({ x: 1 });
    expect(started[0]!.txnNumber).toBeDefined();
    await client.close();
  });
});

describe('many at once', () => {
  it('adds up what a hundred clients count', async () => {
    const collection = test.db.collection<Document>('counted');
    await Promise.all(
      Array.from({ length: 100 }, async (_, i) => {
        for (let j = 0; j < 10; j++)
          await collection.updateOne({ _id: i % 3 } as Document, { $inc: { n: 1 } }, { upsert: true });
      }),
    );
    expect((await collection.find().toArray()).reduce((sum, { n }) => sum + n, 0)).toBe(1000);
  });

  it('sees what it wrote, from any connection, as soon as it is acknowledged', async () => {
    const collection = test.db.collection<Document>('fresh');
    for (let i = 0; i < 200; i++) {
      await collection.insertOne({ i });
      expect(await Promise.all([collection.countDocuments({ i }), collection.countDocuments()])).toEqual([
        1,
        i + 1,
      ]);
    }
  });

  it('updates each document once, though others move it ahead of the search', async () => {
    const collection = test.db.collection<Document>('moved');
    await collection.createIndex({ n: 1 });
    await collection.insertMany(Array.from({ length: 20_000 }, (_, i) => ({ _id: i, n: i })) as Document[]);
    const [updated] = await Promise.all([
      collection.updateMany({ n: { $gte: 0 } }, { $inc: { hits: 1 } }),
      ...Array.from({ length: 300 }, (_, i) =>
        collection.updateOne({ _id: i } as Document, { $set: { n: 100_000 + i } }),
      ),
    ]);
    expect(updated).toMatchObject({ matchedCount: 20_000 });
    expect(await collection.countDocuments({ hits: 1 })).toBe(20_000);
  });

  it('updates many documents in turns, each once', async () => {
    const collection = test.db.collection<Document>('grown');
    await collection.createIndex({ n: 1 });
    await collection.insertMany(Array.from({ length: 5000 }, (_, i) => ({ n: i })));
    expect(await collection.updateMany({ n: { $gte: 0 } }, { $inc: { n: 1 } })).toMatchObject({
      matchedCount: 5000,
      modifiedCount: 5000,
    });
    expect(await collection.countDocuments({ n: { $gte: 1, $lte: 5000 } })).toBe(5000);
    expect(await collection.updateOne({ x: { $exists: false }, n: 4999 }, { $set: { x: 1 } })).toMatchObject({
      modifiedCount: 1,
    });
    expect(
      await collection.findOneAndUpdate(
        { x: 1 },
        { $set: { y: 1 } },
        { sort: { _id: -1 }, returnDocument: 'after' },
      ),
    ).toMatchObject({ n: 4999, y: 1 });
    expect(await collection.updateOne({ z: 1 }, { $set: { y: 2 } }, { upsert: true })).toMatchObject({
      upsertedCount: 1,
    });
    expect(await collection.deleteMany({ n: { $gt: 10 } })).toMatchObject({ deletedCount: 4990 });
  });
});
