/* One language of filters: each is found by a walk and by an index over the same documents. */

import {
  Binary,
  Decimal128,
  type Document,
  Double,
  type IndexSpecification,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
  UUID,
} from 'mongodb';
import { openTestDatabase, type TestDatabase } from '../test-database';

// Other suites share the processors.

let test: TestDatabase;

beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());

let collections = 0;

/** Which of the documents (by their position) a filter finds: by a walk, and by an index on each of the fields. */
async function found(docs: Document[], filter: Document, indexes: string[] = ['a']): Promise<number[]> {
  const ids = async (index?: Document) => {
    const collection = test.db.collection<Document>(`c${++collections}`);
    await collection.insertMany(docs.map((doc, i) => ({ _id: i, ...doc })) as Document[]);
    if (index) await collection.createIndex(index as IndexSpecification);
    const found = await collection.find(filter).toArray();
    expect(await collection.countDocuments(filter)).toBe(found.length);
    return found.map((doc) => doc._id as unknown as number).sort((x, y) => x - y);
  };
  const walked = await ids();
  for (const path of indexes)
    for (const direction of [1, -1]) expect(await ids({ [path]: direction })).toEqual(walked);
  return walked;
}

describe('equality', () => {
  it('compares numbers of all types by value', async () => {
    const docs = [
      { a: 1 },
      { a: new Double(1) },
      { a: Long.fromNumber(1) },
      { a: Decimal128.fromString('1.0') },
      { a: '1' },
      { a: true },
    ];
    for (const one of [1, new Double(1), Long.fromNumber(1), Decimal128.fromString('1.00')])
      expect(await found(docs, { a: one })).toEqual([0, 1, 2, 3]);
  });

  it('distinguishes longs beyond 2^53 and decimals of many digits', async () => {
    const docs = [
      { a: Long.fromString('9007199254740993') },
      { a: new Double(9007199254740992) },
      { a: Decimal128.fromString('9007199254740993') },
      { a: Decimal128.fromString('0.10000000000000000001') },
      { a: Decimal128.fromString('0.10000000000000000002') },
      { a: new Double(0.1) },
    ];
    expect(await found(docs, { a: Long.fromString('9007199254740993') })).toEqual([0, 2]);
    expect(await found(docs, { a: Decimal128.fromString('0.10000000000000000001') })).toEqual([3]);
    expect(
      await found(docs, {
        a: { $gt: Decimal128.fromString('0.1'), $lt: Decimal128.fromString('0.10000000000000000002') },
      }),
    ).toEqual([3]);
  });

  it('finds missing and null by null, and by nothing else', async () => {
    const docs = [{}, { a: null }, { a: 0 }, { a: [null] }, { a: [] }, { a: false }];
    expect(await found(docs, { a: null })).toEqual([0, 1, 3]);
    expect(await found(docs, { a: { $ne: null } })).toEqual([2, 4, 5]);
    expect(await found(docs, { a: { $gte: null } })).toEqual([0, 1, 3]);
    expect(await found(docs, { a: { $gt: null } })).toEqual([]);
    expect(await found(docs, { a: { $exists: true } })).toEqual([1, 2, 3, 4, 5]);
    expect(await found(docs, { a: { $exists: false } })).toEqual([0]);
    expect(await found(docs, { a: { $in: [null, 0] } })).toEqual([0, 1, 2, 3]);
    expect(await found(docs, { a: { $not: { $in: [null, 0] } } })).toEqual([4, 5]);
  });

  it('minds the order of keys in subdocuments, and their types only by value', async () => {
    const docs = [
      { a: { x: 1, y: 2 } },
      { a: { y: 2, x: 1 } },
      { a: { x: new Double(1), y: Long.fromNumber(2) } },
      { a: { x: 1 } },
      { a: { '2': 1, '1': 2 } },
    ];
    expect(await found(docs, { a: { x: 1, y: 2 } })).toEqual([0, 2]);
    expect(await found(docs, { a: { $gt: { x: 1 } } })).toEqual([0, 1, 2]);
  });

  it('compares binaries by length, subtype and bytes, and ObjectIds by bytes', async () => {
    const uuid = new UUID('00112233-4455-6677-8899-aabbccddeeff');
    const docs = [
      { a: new Binary(Buffer.from([1, 2])) },
      { a: new Binary(Buffer.from([1, 3])) },
      { a: new Binary(Buffer.from([1, 2]), 5) },
      { a: uuid },
      { a: new Binary(Buffer.from([9])) },
    ];
    expect(await found(docs, { a: new Binary(Buffer.from([1, 2])) })).toEqual([0]);
    expect(await found(docs, { a: uuid })).toEqual([3]);
    expect(await found(docs, { a: { $lt: new Binary(Buffer.from([1, 3])) } })).toEqual([0, 4]);
    const ids = ['000000000000000000000001', 'ffffffffffffffffffffffff', '0fffffffffffffffffffffff'].map(
      (hex) => ({ a: new ObjectId(hex) }),
    );
    expect(await found(ids, { a: { $gt: new ObjectId('000000000000000000000001') } })).toEqual([1, 2]);
  });

  it('treats NaN as equal to itself and outside of every range', async () => {
    const docs = [
      { a: Number.NaN },
      { a: Decimal128.fromString('NaN') },
      { a: 1 },
      { a: Number.NEGATIVE_INFINITY },
      { a: Decimal128.fromString('-Infinity') },
    ];
    expect(await found(docs, { a: Number.NaN })).toEqual([0, 1]);
    expect(await found(docs, { a: { $gte: Number.NaN } })).toEqual([0, 1]);
    const decimal = Decimal128.fromString('NaN');
    expect(await found(docs, { a: { $gte: decimal } })).toEqual([0, 1]);
    expect(await found(docs, { a: { $gt: decimal } })).toEqual([]);
    expect(await found(docs, { a: { $lt: decimal } })).toEqual([]);
    expect(await found(docs, { a: { $lt: 5 } })).toEqual([2, 3, 4]);
    expect(await found(docs, { a: { $lte: Number.NEGATIVE_INFINITY } })).toEqual([3, 4]);
  });
});

describe('ranges', () => {
  it('stay within the type', async () => {
    const docs = [
      { a: 5 },
      { a: '5' },
      { a: new Date(5) },
      { a: null },
      { a: true },
      { a: new Timestamp({ t: 5, i: 0 }) },
      {},
      { a: { b: 5 } },
      { a: '' },
    ];
    expect(await found(docs, { a: { $gte: 0 } })).toEqual([0]);
    expect(await found(docs, { a: { $lt: 'a' } })).toEqual([1, 8]);
    expect(await found(docs, { a: { $lt: new Date() } })).toEqual([2]);
    expect(await found(docs, { a: { $gte: false } })).toEqual([4]);
    expect(await found(docs, { a: { $gt: 1, $lt: 'z' } })).toEqual([]);
  });

  it('cross all types with MinKey and MaxKey', async () => {
    const docs = [{ a: 1 }, { a: 'x' }, { a: new MinKey() }, { a: new MaxKey() }, {}];
    expect(await found(docs, { a: { $gt: new MinKey() } })).toEqual([0, 1, 3, 4]);
    expect(await found(docs, { a: { $lt: new MaxKey() } })).toEqual([0, 1, 2, 4]);
    expect(await found(docs, { a: new MinKey() })).toEqual([2]);
  });

  it('order strings by their UTF-8 bytes, zero bytes included', async () => {
    const docs = ['a', 'a\0', 'a\0b', 'ab', 'A', 'é', '😀', '\uffff'].map((a) => ({ a }));
    expect(await found(docs, { a: { $gt: 'a', $lt: 'ab' } })).toEqual([1, 2]);
    expect(await found(docs, { a: { $gte: '\uffff' } })).toEqual([6, 7]);
  });

  it('may be met by different items of an array', async () => {
    const docs = [{ a: [1, 10] }, { a: [5] }, { a: [[5]] }, { a: 20 }];
    expect(await found(docs, { a: { $gt: 4, $lt: 6 } })).toEqual([0, 1]);
  });
});

describe('arrays', () => {
  it('match as a whole or by an item', async () => {
    const docs = [{ a: [1, 2] }, { a: [2, 1] }, { a: [[1, 2], 3] }, { a: 1 }, { a: [] }];
    expect(await found(docs, { a: [1, 2] })).toEqual([0, 2]);
    expect(await found(docs, { a: 1 })).toEqual([0, 1, 3]);
    expect(await found(docs, { a: [] })).toEqual([4]);
    expect(await found(docs, { a: { $ne: 1 } })).toEqual([2, 4]);
    expect(await found(docs, { a: { $in: [[2, 1], 3] } })).toEqual([1, 2]);
  });

  it('are looked into along dotted paths, by position too', async () => {
    const docs = [
      { a: [{ b: 1 }, { b: 2 }] },
      { a: { b: 2 } },
      { a: [{ c: 1 }] },
      { a: [1, 2] },
      { a: [] },
      { a: [{ b: [2, 3] }] },
      { a: [[{ b: 2 }]] },
      {},
    ];
    const both = ['a.b', 'a'];
    expect(await found(docs, { 'a.b': 2 }, both)).toEqual([0, 1, 5]);
    expect(await found(docs, { 'a.b': null }, both)).toEqual([2, 7]);
    expect(await found(docs, { 'a.b': { $exists: false } }, both)).toEqual([2, 3, 4, 6, 7]);
    expect(await found(docs, { 'a.0.b': 1 }, ['a.0.b'])).toEqual([0]);
    expect(await found(docs, { 'a.1': 2 }, ['a.1'])).toEqual([3]);
    expect(await found(docs, { 'a.0.0.b': 2 }, [])).toEqual([6]);
  });

  it('may meet conditions on two fields by different items', async () => {
    const docs = [
      {
        a: [
          { x: 1, y: 1 },
          { x: 2, y: 2 },
        ],
      },
      { a: [{ x: 1, y: 2 }] },
      { a: [{ x: 1 }] },
    ];
    expect(await found(docs, { 'a.x': 1, 'a.y': 2 }, ['a.x'])).toEqual([0, 1]);
  });
});

describe('logic', () => {
  it('combines conditions', async () => {
    const docs = [{ a: 1, b: 1 }, { a: 1, b: 2 }, { a: 2, b: 1 }, { b: 1 }];
    expect(await found(docs, { $or: [{ a: 2 }, { b: 2 }] })).toEqual([1, 2]);
    expect(await found(docs, { a: { $not: { $gt: 1 } } })).toEqual([0, 1, 3]);
  });
});

describe('sorting', () => {
  const values = [
    new MaxKey(),
    new Date(0),
    true,
    false,
    new ObjectId(),
    new Binary(Buffer.from('x')),
    { b: 1 },
    'b',
    'a',
    3,
    Decimal128.fromString('2.5'),
    Long.fromNumber(2),
    new Double(-1.5),
    null,
    new MinKey(),
  ];
  const order = [
    'MinKey',
    'null',
    'Double',
    'Long',
    'Decimal128',
    'number',
    'string',
    'string',
    'object',
    'Binary',
    'ObjectId',
    'boolean',
    'boolean',
    'Date',
    'MaxKey',
  ];

  it.each([
    ['in memory', false],
    ['by an index', true],
  ])('orders types as MongoDB does, %s', async (_, indexed) => {
    const collection = test.db.collection<Document>(`s${++collections}`);
    await collection.insertMany(values.map((a) => ({ a })));
    if (indexed) await collection.createIndex({ a: 1 });
    const kind = (value: unknown): string =>
      value === null
        ? 'null'
        : value instanceof Date
          ? 'Date'
          : ((value as Document)._bsontype ?? typeof value);
    const up = await collection.find({}, { promoteValues: false }).sort({ a: 1 }).toArray();
    const kinds = up.map(({ a }) => kind(a)).map((name) => (name === 'Int32' ? 'number' : name));
    expect(kinds).toEqual(order);
    const down = await collection.find({}, { promoteValues: false }).sort({ a: -1 }).toArray();
    expect(down.map(({ _id }) => _id)).toEqual(up.map(({ _id }) => _id).reverse());
  });

  it('takes the smallest item upwards and the greatest downwards; empty comes before null', async () => {
    const collection = test.db.collection<Document>(`s${++collections}`);
    await collection.insertMany([
      { _id: 1, a: [5, 1] },
      { _id: 2, a: 3 },
      { _id: 3, a: [] },
      { _id: 4 },
      { _id: 5, a: [2, 9] },
    ] as Document[]);
    const ids = async (direction: 1 | -1) =>
      (await collection.find().sort({ a: direction, _id: 1 }).toArray()).map(({ _id }) => _id as unknown);
    expect(await ids(1)).toEqual([3, 4, 1, 5, 2]);
    expect(await ids(-1)).toEqual([5, 1, 2, 4, 3]);
    await collection.createIndex({ a: 1 });
    expect(await ids(1)).toEqual([3, 4, 1, 5, 2]);
  });

  it('pages with skip and limit, with and without an index', async () => {
    const collection = test.db.collection<Document>(`s${++collections}`);
    await collection.insertMany(
      Array.from({ length: 500 }, (_, i) => ({ _id: i, a: i % 7, b: i })) as Document[],
    );
    const page = async () =>
      (
        await collection
          .find({ a: { $gte: 2 } })
          .sort({ a: -1, b: 1 })
          .skip(130)
          .limit(20)
          .toArray()
      ).map(({ b }) => b as number);
    const expected = Array.from({ length: 500 }, (_, i) => i)
      .filter((i) => i % 7 >= 2)
      .sort((x, y) => (y % 7) - (x % 7) || x - y)
      .slice(130, 150);
    expect(await page()).toEqual(expected);
    await collection.createIndex({ a: 1, b: -1 });
    expect(await page()).toEqual(expected);
  });

  it('skips what an index holds exactly, over several ranges, either way, into the next batch', async () => {
    const collection = test.db.collection<Document>(`s${++collections}`);
    const docs = Array.from({ length: 60 }, (_, i) => ({ _id: i, a: i % 5, b: i }));
    await collection.insertMany(docs as Document[]);
    await collection.createIndex({ a: 1, b: 1 });
    for (const direction of [1, -1] as const)
      for (const skip of [0, 1, 11, 12, 13, 24, 35, 36, 40])
        for (const filter of [{ a: { $in: [0, 2, 4] } }, { a: { $gte: 1, $lt: 4 } }]) {
          const chosen = docs.filter(({ a }) => ('$in' in filter.a ? a % 2 === 0 : a >= 1 && a < 4));
          const ordered = chosen.sort((x, y) => (x.a - y.a || x.b - y.b) * direction).map(({ b }) => b);
          const found = collection.find(filter).sort({ a: direction, b: direction }).skip(skip).batchSize(3);
          expect((await found.toArray()).map(({ b }) => b as number)).toEqual(ordered.slice(skip));
        }
  });
});

it('includes a part of _id without the rest of it', async () => {
  const collection = test.db.collection<Document>(`c${++collections}`);
  await collection.insertOne({ _id: { a: 1, b: 2 }, c: 3 } as unknown as Document);
  const projected = (projection: Document) => collection.findOne({}, { projection });
  expect(await projected({ '_id.a': 1 })).toEqual({ _id: { a: 1 } });
  expect(await projected({ '_id.a': 1, c: 1 })).toEqual({ _id: { a: 1 }, c: 3 });
  expect(await projected({ '_id.a': 0 })).toEqual({ _id: { b: 2 }, c: 3 });
  await expect(projected({ _id: 0, '_id.a': 1 })).rejects.toMatchObject({ code: 31249 });
  await expect(projected({ '_id.a': 1, _id: 1 })).rejects.toMatchObject({ code: 31250 });
  await expect(projected({ 'c.d': 1, c: 1 })).rejects.toMatchObject({ code: 31250 });
  await expect(projected({ c: 1, 'c.d': 1 })).rejects.toMatchObject({ code: 31249 });
});

it('keeps every value exactly as it came', async () => {
  const collection = test.db.collection<Document>(`v${++collections}`);
  const doc = {
    _id: new ObjectId(),
    double: new Double(1),
    minusZero: new Double(-0),
    int: new Int32(1),
    long: Long.fromString('9223372036854775807'),
    decimal: Decimal128.fromString('1.50'),
    nested: new Map<string, unknown>([
      ['2', 'b'],
      ['1', { z: 1, a: [new Double(2), null] }],
    ]),
    binary: new Binary(Buffer.from([0, 1]), 128),
    date: new Date(-1),
    stamp: new Timestamp({ t: 7, i: 8 }),
  };
  await collection.insertOne(doc as Document);
  const raw = await collection.findOne({}, { raw: true });
  const { serialize } = await import('bson');
  expect(Buffer.from(raw as unknown as Uint8Array).equals(Buffer.from(serialize(doc)))).toBe(true);
});
