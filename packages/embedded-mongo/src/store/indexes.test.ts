/* The indexes of one store: what each kind holds, refuses and serves. */
import { serialize } from 'bson';
import { Decimal128, type Document, Double, Long } from 'mongodb';
import { docVal } from '../bson/raw';
import { planQuery } from '../plan/find';
import { compileFilter } from '../query/matcher';
import { sortPattern } from '../query/sort';
import { sweep } from '../server/sweeper';
import { embeddedOnly, openTestDatabase, type TestDatabase } from '../test-database';

// Other suites share the processors.

let test: TestDatabase;
let clock = Date.now();

beforeAll(async () => {
  test = await openTestDatabase({ now: () => clock });
});
afterAll(() => test.close());

let collections = 0;
const collection = () => test.db.collection<Document>(`i${++collections}`);
const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error) => error,
  );

it('are 64 of a collection at most, with that of _id', async () => {
  const target = collection();
  const keys = Array.from({ length: 64 }, (_, at) => ({ key: { [`a${at}`]: 1 as const } }));
  await target.createIndexes(keys.slice(1));
  expect(await failure(target.createIndexes(keys))).toMatchObject({ code: 67 });
  expect(await target.indexes()).toHaveLength(64);
});

it('find with $in the existing values among many values that are not, across batches and in a change of the same moment', async () => {
  const target = collection();
  await target.createIndex({ kind: 1, a: 1 });
  await target.createIndex({ down: -1 }, { partialFilterExpression: { down: { $exists: true } } });
  const there = [3, 4, 700, 701, 1998];
  await target.insertMany(
    there.flatMap((a) => [
      { _id: a as never, kind: 1, a, down: a },
      { _id: `x${a}` as never, kind: 2, a },
    ]),
  );
  const asked = Array.from({ length: 2000 }, (_, a) => a).reverse();
  const found = async (query: Document, batchSize: number) =>
    (await target.find(query, { batchSize }).toArray()).map(({ _id }) => Number(_id)).sort((x, y) => x - y);
  for (const batchSize of [1, 2, 1000]) {
    expect(await found({ kind: { $in: [1, 3] }, a: { $in: asked } }, batchSize)).toEqual(there);
    expect(await found({ down: { $in: asked } }, batchSize)).toEqual(there);
    expect(await found({ down: { $in: [5, 6, 7, 5000] } }, batchSize)).toEqual([]);
  }
  // An update looks within the transaction.
  const { modifiedCount } = await target.updateMany({ down: { $in: asked } }, { $set: { seen: true } });
  expect(modifiedCount).toBe(there.length);
});

describe('unique indexes', () => {
  it('refuse a second value with 11000, keyPattern and keyValue', async () => {
    const target = collection();
    await target.createIndex({ email: 1, 'site.id': -1 }, { unique: true });
    await target.insertOne({ email: 'a', site: { id: 1 } });
    await target.insertOne({ email: 'a', site: { id: 2 } });
    const error = await failure(target.insertOne({ email: 'a', site: { id: new Double(2) } }));
    expect(error).toMatchObject({
      code: 11000,
      keyPattern: { email: 1, 'site.id': -1 },
      keyValue: { email: 'a', 'site.id': 2 },
    });
    expect((error as Error).message).toContain('index: email_1_site.id_-1 dup key');
    expect(await failure(target.updateOne({ 'site.id': 1 }, { $set: { 'site.id': 2 } }))).toMatchObject({
      code: 11000,
    });
    await target.updateOne({ 'site.id': 1 }, { $set: { 'site.id': 3 } });
    await target.insertOne({ email: 'a', site: { id: 1 } });
    expect(await target.countDocuments({ email: 'a' })).toBe(3);
  });

  it('count missing as null, and items of arrays one by one', async () => {
    const target = collection();
    await target.createIndex({ a: 1 }, { unique: true });
    await target.insertOne({});
    expect(await failure(target.insertOne({ a: null }))).toMatchObject({
      code: 11000,
      keyValue: { a: null },
    });
    await target.insertOne({ a: [1, 2, 2] });
    expect(await failure(target.insertOne({ a: [3, 2] }))).toMatchObject({ code: 11000, keyValue: { a: 2 } });
    await target.updateOne({ a: 1 }, { $set: { a: [2, 5] } });
    await target.insertOne({ a: 1 });
  });

  it('distinguish decimals that differ in the 20th digit, and unite equal numbers', async () => {
    const target = collection();
    await target.createIndex({ a: 1 }, { unique: true });
    await target.insertMany(
      ['1.0000000000000000001', '1.0000000000000000002', '1'].map((text) => ({
        a: Decimal128.fromString(text),
      })),
    );
    expect(
      await failure(target.insertOne({ a: Decimal128.fromString('1.00000000000000000010') })),
    ).toMatchObject({ code: 11000 });
    expect(await failure(target.insertOne({ a: new Double(1) }))).toMatchObject({ code: 11000 });
    await target.insertMany([
      { a: Long.fromString('9007199254740993') },
      { a: new Double(9007199254740992) },
    ]);
    expect(await failure(target.insertOne({ a: Decimal128.fromString('9007199254740993') }))).toMatchObject({
      code: 11000,
    });
  });

  it('are not made where the documents contradict, and leave nothing behind', async () => {
    const target = collection();
    await target.insertMany([{ a: 1 }, { a: 1 }]);
    expect(await failure(target.createIndex({ a: 1 }, { unique: true }))).toMatchObject({ code: 11000 });
    await target.createIndex({ a: 1 });
    expect(await target.countDocuments({ a: 1 })).toBe(2);
  });
});

describe('partial indexes', () => {
  it('hold what the filter names, and serve queries that imply it', async () => {
    const target = collection();
    await target.createIndex(
      { a: 1 },
      { unique: true, partialFilterExpression: { state: { $gte: 5 }, kind: 'x' } },
    );
    await target.insertMany([
      { a: 1, state: 4, kind: 'x' },
      { a: 1, state: 5, kind: 'y' },
      { a: 1, state: 5, kind: 'x' },
    ]);
    expect(await failure(target.insertOne({ a: 1, state: 9, kind: 'x' }))).toMatchObject({ code: 11000 });
    expect(await failure(target.updateOne({ kind: 'y' }, { $set: { kind: 'x' } }))).toMatchObject({
      code: 11000,
    });
    expect(await target.countDocuments({ a: 1 })).toBe(3);
    expect(await target.countDocuments({ a: 1, kind: 'x', state: { $gt: 5 } })).toBe(0);
    expect(await target.countDocuments({ a: 1, kind: 'x', state: 5 })).toBe(1);
    expect(await target.countDocuments({ a: 1, kind: 'x', state: { $gte: 4 } })).toBe(2);
    await target.updateOne({ state: 5, kind: 'x' }, { $set: { state: 1 } });
    await target.insertOne({ a: 1, state: 9, kind: 'x' });
  });
});

describe('long keys', () => {
  const long = (tail: string) => 'x'.repeat(3000) + tail;

  it('stay unique, ordered and findable', async () => {
    const target = collection();
    await target.createIndex({ a: 1 }, { unique: true });
    await target.createIndex({ a: -1, b: 1 });
    await target.insertMany(['c', 'a', 'b', 'aa'].map((tail, b) => ({ a: long(tail), b })));
    await target.insertOne({ a: 'x'.repeat(900) });
    expect(await failure(target.insertOne({ a: long('b') }))).toMatchObject({ code: 11000 });
    expect(await target.findOne({ a: long('aa') })).toMatchObject({ b: 3 });
    expect(
      (
        await target
          .find({ a: { $gt: long('a') } })
          .sort({ a: 1 })
          .toArray()
      ).map(({ b }) => b),
    ).toEqual([3, 2, 0]);
    expect(
      (
        await target
          .find({ a: { $lte: long('aa') } })
          .sort({ a: -1 })
          .toArray()
      ).map(({ b }) => b),
    ).toEqual([3, 1, undefined]);
    expect(await target.countDocuments({ a: { $gte: long('b') } })).toBe(2);
    await target.updateOne({ a: long('c') }, { $set: { a: long('d') } });
    await target.insertOne({ a: long('c') });
  });

  it('serve as _id', async () => {
    const target = collection();
    await target.insertMany(['b', 'a', 'c'].map((tail) => ({ _id: long(tail) })) as Document[]);
    expect(await failure(target.insertOne({ _id: long('a') } as Document))).toMatchObject({ code: 11000 });
    expect(await target.countDocuments({ _id: long('b') } as Document)).toBe(1);
    expect((await target.find().sort({ _id: 1 }).toArray()).map(({ _id }) => String(_id).slice(-1))).toEqual([
      'a',
      'b',
      'c',
    ]);
    await target.deleteOne({ _id: long('b') } as Document);
    expect(await target.countDocuments()).toBe(2);
  });
});

describe('managing', () => {
  it('keeps what exists, and refuses another one of its name or key', async () => {
    const target = collection();
    expect(
      await target.createIndexes([
        { key: { a: 1 } },
        { key: { b: -1 }, name: 'mine', expireAfterSeconds: 60 },
      ]),
    ).toEqual(['a_1', 'mine']);
    const again = { createIndexes: target.collectionName, indexes: [{ key: { a: 1 }, name: 'a_1' }] };
    expect(await test.db.command(again)).toMatchObject({ numIndexesBefore: 3, numIndexesAfter: 3 });
    expect(await failure(target.createIndex({ a: 1 }, { name: 'other' }))).toMatchObject({ code: 85 });
    expect(await failure(target.createIndex({ c: 1 }, { name: 'mine' }))).toMatchObject({ code: 86 });
    expect(
      await failure(test.db.command({ createIndexes: 'odd', indexes: [{ key: { a: true }, name: 'a' }] })),
    ).toMatchObject({ code: 67 });
    expect(await failure(target.createIndex({ a: 1 }, { unique: true }))).toMatchObject({
      code: expect.any(Number),
    });
  });

  it('lists them, and changes when one expires', async () => {
    const target = collection();
    await target.createIndex({ at: 1 }, { expireAfterSeconds: 60 });
    await target.createIndex({ u: 1 }, { unique: true, commitQuorum: 'majority' });
    const change = (index: object) => test.db.command({ collMod: target.collectionName, index });
    await change({ name: 'at_1', expireAfterSeconds: 90 });
    expect(await target.listIndexes().toArray()).toEqual([
      { v: 2, key: { _id: 1 }, name: '_id_' },
      { v: 2, key: { at: 1 }, name: 'at_1', expireAfterSeconds: 90 },
      { v: 2, key: { u: 1 }, name: 'u_1', unique: true },
    ]);
    await expect(change({ name: 'none', expireAfterSeconds: 90 })).rejects.toMatchObject({ code: 27 });
    await expect(change({ name: 'at_1' })).rejects.toMatchObject({ code: 72 });
  });

  it('drops one, which then restricts nothing and may be made in another way', async () => {
    const target = collection();
    await target.createIndexes([{ key: { a: 1 }, unique: true }, { key: { b: 1 } }]);
    await target.insertOne({ a: 1, b: 1 });
    expect(await target.dropIndex('a_1')).toMatchObject({ nIndexesWas: 3 });
    await target.insertMany([{ a: 1 }, { a: 2 }]);
    expect(await target.find({ a: 1 }).toArray()).toHaveLength(2);
    expect(await failure(target.dropIndex('a_1'))).toMatchObject({ code: 27 });
    expect(await failure(target.dropIndex('_id_'))).toMatchObject({ code: 72 });
    expect(await failure(collection().dropIndex('a_1'))).toMatchObject({ code: 26 });
    await target.createIndex({ a: -1 }, { name: 'a_1' });
    expect(await target.find().sort({ a: -1 }).limit(1).toArray()).toMatchObject([{ a: 2 }]);
  });

  it('refuses arrays that would have to be crossed', async () => {
    const target = collection();
    await target.createIndex({ a: 1, b: 1 });
    expect(await failure(target.insertOne({ a: [1, 2], b: [3, 4] }))).toMatchObject({ code: 171 });
    await target.insertOne({ a: [1, 2], b: 3 });
    expect(await target.countDocuments({ a: 2, b: 3 })).toBe(1);
  });

  it('drops databases, each for itself', async () => {
    const { db } = test;
    await db.collection('made').insertOne({ a: 0 });
    const other = test.client.db(`${db.databaseName}_x`);
    await other.collection('made').createIndex({ a: 1 }, { unique: true });
    await other.collection('made').insertOne({ a: 1 });
    await other.dropDatabase();
    expect(await other.collection('made').countDocuments()).toBe(0);
    await other.collection('made').insertMany([{ a: 1 }, { a: 1 }]);
    expect(await other.collection('made').countDocuments({ a: 1 })).toBe(2);
    await other.dropDatabase();
    expect(await db.collection('made').countDocuments()).toBe(1);
  });
});

describe('a sort within a range of an index', () => {
  it('gives what a sort of the documents gives, for values of all types and either direction', async () => {
    const target = collection();
    const [big, exact] = [Long.fromString('9007199254740993'), Decimal128.fromString('0.1')];
    const texts = ['', 'a', 'a\u0000', 'a\u0000b', 'a b', 'ab', 'é', '😀'];
    const different = [...texts, null, undefined, -1.5, 0, 7, big, exact, true, new Date(5), { x: 1 }];
    // More than a sort keeps of what may still be within its limit.
    const values = Array.from({ length: 20 }, () => different).flat();
    await target.insertMany(
      values.flatMap((b, n) =>
        texts.map((a, m) => ({ _id: n * 100 + m, a, ...(b !== undefined && { b }), c: m % 3 })),
      ) as Document[],
    );
    const found = (filter: Document, sort: Document, hint: Document, limit: number) =>
      target
        .find(filter, { projection: { _id: 1 } })
        .sort(sort)
        .hint(hint)
        .limit(limit)
        .toArray();
    await target.createIndexes([{ key: { a: 1, b: 1, c: 1 } }, { key: { a: -1, c: 1, b: -1 } }]);
    const range = { a: { $gte: 'a', $lt: 'b' } };
    for (const filter of [range, { ...range, c: 1 }, { ...range, b: { $gt: 'a' }, c: { $in: [0, 2] } }])
      for (const sort of [
        { b: 1, _id: 1 },
        { b: -1, _id: -1 },
        { c: -1, b: 1, _id: 1 },
      ] as Document[]) {
        const plainly = await found(filter, sort, { _id: 1 }, 290);
        expect(plainly.length).toBeGreaterThan(9);
        expect(await found(filter, sort, { a: 1, b: 1, c: 1 }, 290)).toEqual(plainly);
        expect(await found(filter, sort, { a: -1, c: 1, b: -1 }, 290)).toEqual(plainly);
      }
    expect(await target.find(range).sort({ b: 1, _id: 1 }).skip(5).limit(2).toArray()).toEqual(
      (await target.find(range).sort({ b: 1, _id: 1 }).hint({ _id: 1 }).limit(7).toArray()).slice(5),
    );
  });
});

embeddedOnly('emptying a database', () => {
  it('takes its documents and leaves its indexes, and other databases', async () => {
    const { db } = test;
    await db.collection('kept').insertOne({ a: 0 });
    const other = test.client.db(`${db.databaseName}_x`);
    for (const name of ['one', 'two']) {
      await other.collection(name).createIndex({ a: 1 }, { unique: true });
      await other.collection(name).insertMany([{ a: 1 }, { a: 2 }]);
    }
    await other.command({ emptyDatabase: 1 });
    for (const name of ['one', 'two']) {
      expect(await other.collection(name).countDocuments({ a: { $gt: 0 } })).toBe(0);
      await other.collection(name).insertOne({ a: 1 });
      expect(await failure(other.collection(name).insertOne({ a: 1 }))).toMatchObject({ code: 11000 });
    }
    expect(await db.collection('kept').countDocuments()).toBe(1);
    await other.dropDatabase();
  });
});

embeddedOnly('expiry', () => {
  it('deletes what is older than the index says, and nothing else', async () => {
    const target = collection();
    await target.createIndex({ at: 1 }, { expireAfterSeconds: 60 });
    const ago = (seconds: number) => new Date(clock - seconds * 1000);
    await target.insertMany([
      { at: ago(100), n: 1 },
      { at: ago(10), n: 2 },
      { at: 'old', n: 3 },
      { n: 4 },
      { at: [ago(5), ago(500)], n: 5 },
    ]);
    await sweep(test.engine);
    const left = async () => (await target.find().sort({ n: 1 }).toArray()).map(({ n }) => n);
    expect(await left()).toEqual([2, 3, 4]);
    clock += 60_000;
    await sweep(test.engine);
    expect(await left()).toEqual([3, 4]);
  });
});

embeddedOnly('a query', () => {
  it('takes the index that narrows most', async () => {
    const target = collection();
    await target.createIndexes([
      { key: { a: 1, b: -1 } },
      { key: { c: 1 }, unique: true },
      { key: { d: 1 }, partialFilterExpression: { e: 1 } },
    ]);
    const info = test.engine.catalog.find(target.namespace)!;
    const used = (filter: Document, sort?: Document): string => {
      const { index, reverse, sorted, full } = planQuery(info, {
        conditions: compileFilter(docVal(Buffer.from(serialize(filter)))),
        ...(sort && { sort: sortPattern(docVal(Buffer.from(serialize(sort)))) }),
      });
      const walk = `${index.name}${reverse ? ' backward' : ''}`;
      return `${sorted ? '' : 'sorts '}${full && index.name === '_id_' ? 'all' : walk}`;
    };
    expect(used({ a: 1 }, { b: -1 })).toBe('a_1_b_-1');
    expect(used({ a: 1 }, { b: 1 })).toBe('a_1_b_-1 backward');
    expect(used({ a: { $gt: 1 } }, { b: 1 })).toBe('sorts a_1_b_-1');
    expect(used({}, { a: -1, b: 1 })).toBe('a_1_b_-1 backward');
    expect(used({ b: 1 })).toBe('all');
    expect(used({ c: 1 })).toBe('c_1');
    expect(used({ c: null })).toBe('c_1');
    expect(used({}, { c: 1 })).toBe('c_1');
    expect(used({ d: 1 })).toBe('all');
    expect(used({ d: 1, e: 1 })).toBe('d_1');
    expect(used({ e: 1 })).toBe('d_1');
    expect(used({ a: 1, e: 1 })).toBe('a_1_b_-1');
    expect(used({ _id: 5, a: 1 })).toBe('_id_');
  });

  it('goes by the index that is hinted at, and explains how', async () => {
    const target = collection();
    await target.createIndexes([{ key: { a: 1 } }, { key: { b: 1, _id: 1 } }]);
    await target.insertMany(Array.from({ length: 9 }, (_, n) => ({ a: n % 2, b: n })));
    const query = { find: target.collectionName, filter: { a: 1 }, sort: { b: -1, _id: -1 } };
    const explained = async (command: Document) =>
      JSON.stringify((await test.db.command({ explain: command })).queryPlanner.winningPlan);
    expect(await explained(query)).toMatch(/SORT.*FETCH.*IXSCAN.*a_1/);
    await target.createIndex({ a: -1, b: 1 });
    const short = { ...query, filter: { a: { $gte: 1 } }, limit: 2, hint: { a: -1, b: 1 } };
    expect(await explained(short)).toMatch(/FETCH.*SORT.*IXSCAN.*a_-1_b_1/);
    expect((await test.db.command(short)).cursor.firstBatch.map(({ b }: Document) => b)).toEqual([7, 5]);
    const hinted = { ...query, hint: { b: 1, _id: 1 } };
    expect(await explained(hinted)).toMatch(/^{"stage":"FETCH".*IXSCAN.*b_1__id_1.*backward/);
    expect((await test.db.command(hinted)).cursor.firstBatch.map(({ b }: Document) => b)).toEqual([
      7, 5, 3, 1,
    ]);
    expect(await explained({ find: target.collectionName })).toMatch(/COLLSCAN/);
    expect(await explained({ count: target.collectionName, query: { a: 1 } })).toMatch(/COUNT_SCAN/);
    expect(await failure(test.db.command({ ...query, hint: { b: 1 } }))).toMatchObject({ code: 2 });
    expect(await failure(test.db.command({ explain: { distinct: 'x' } }))).toMatchObject({ code: 59 });
  });
});
