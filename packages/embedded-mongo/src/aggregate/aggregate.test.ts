import { Decimal128, type Document, Double, Long } from 'mongodb';
import { openTestDatabase, type TestDatabase } from '../test-database';

// Other suites share the processors.
jest.setTimeout(120_000);

let test: TestDatabase;

beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());

let collections = 0;

async function run(docs: Document[], ...pipeline: Document[]): Promise<Document[]> {
  const collection = test.db.collection<Document>(`a${++collections}`);
  await collection.insertMany(docs.map((doc, i) => ({ _id: i, ...doc })) as Document[]);
  return collection.aggregate(pipeline, { promoteValues: true }).toArray();
}

/** The value of an expression for a document. */
async function value(expression: unknown, doc: Document = {}): Promise<unknown> {
  const [result] = await run([doc], { $project: { _id: 0, value: expression } });
  return result!.value;
}

describe('$group', () => {
  it('sums numbers of all types, exactly', async () => {
    const sum = async (...numbers: unknown[]) => {
      const collection = test.db.collection<Document>(`a${++collections}`);
      await collection.insertMany(numbers.map((n) => ({ n })));
      const [result] = await collection
        .aggregate([{ $group: { _id: null, sum: { $sum: '$n' } } }], { promoteValues: false })
        .toArray();
      return `${String(result!.sum.constructor.name)} ${String(result!.sum)}`;
    };
    expect(await sum(1, 2)).toBe('Int32 3');
    expect(await sum(2147483647, 1)).toBe('Long 2147483648');
    expect(await sum(1, Long.fromString('9007199254740993'))).toBe('Long 9007199254740994');
    expect(await sum(1, new Double(0.5), 'x', null)).toBe('Double 1.5');
    expect(await sum(...Array.from({ length: 10 }, () => new Double(0.1)))).toBe('Double 1');
    expect(await sum(new Double(1e100), 1, new Double(-1e100))).toBe('Double 1');
    expect(await sum(Decimal128.fromString('0.1'), Decimal128.fromString('0.20'), 1)).toBe('Decimal128 1.30');
    expect(await sum(Long.fromString('9223372036854775807'), 1)).toBe('Double 9223372036854776000');
    expect(await sum('x')).toBe('Int32 0');
  });

  it('puts numbers of the same value, null and missing into one group each', async () => {
    const groups = await run(
      [{ k: 1 }, { k: new Double(1) }, { k: Long.fromNumber(1) }, {}, { k: null }, { k: '1' }],
      { $group: { _id: '$k', n: { $sum: 1 } } },
      { $sort: { _id: 1 } },
    );
    expect(groups).toEqual([
      { _id: null, n: 2 },
      { _id: 1, n: 3 },
      { _id: '1', n: 1 },
    ]);
  });

  it('averages, finds extremes, edges and lists', async () => {
    const docs = [{ k: 'a', v: 4 }, { k: 'a', v: 1 }, { k: 'a' }, { k: 'b', v: null }, { k: 'a', v: 4 }];
    const groups = await run(
      docs,
      {
        $group: {
          _id: '$k',
          avg: { $avg: '$v' },
          min: { $min: '$v' },
          max: { $max: '$v' },
          first: { $first: '$v' },
          last: { $last: '$v' },
          push: { $push: '$v' },
          set: { $addToSet: '$v' },
          count: { $count: {} },
        },
      },
      { $sort: { _id: 1 } },
    );
    expect(groups).toEqual([
      {
        _id: 'a',
        avg: 3,
        min: 1,
        max: 4,
        first: 4,
        last: 4,
        push: [4, 1, 4],
        set: expect.arrayContaining([4, 1]),
        count: 4,
      },
      {
        _id: 'b',
        avg: null,
        min: null,
        max: null,
        first: null,
        last: null,
        push: [null],
        set: [null],
        count: 1,
      },
    ]);
  });

  it('groups by compound keys and expressions', async () => {
    const groups = await run(
      [{ a: 1, b: 2 }, { a: 1, b: 2 }, { a: 1 }],
      { $group: { _id: { x: '$a', y: '$b' }, n: { $sum: { $multiply: ['$a', 2] } } } },
      { $sort: { n: 1 } },
    );
    expect(groups).toEqual([
      { _id: { x: 1 }, n: 2 },
      { _id: { x: 1, y: 2 }, n: 4 },
    ]);
  });
});

describe('stages', () => {
  it('shape documents', async () => {
    const docs = [{ a: { b: 1, c: 2 }, d: [{ e: 1 }, { e: 2 }], f: 'x' }];
    expect(await run(docs, { $project: { 'a.b': 1, d: { e: 1 } } })).toEqual([
      { _id: 0, a: { b: 1 }, d: [{ e: 1 }, { e: 2 }] },
    ]);
    expect(await run(docs, { $project: { a: 0, 'd.e': 0 } })).toEqual([{ _id: 0, d: [{}, {}], f: 'x' }]);
    expect(await run(docs, { $project: { _id: 0, g: '$a.b', h: { i: { $add: ['$a.c', 1] } } } })).toEqual([
      { g: 1, h: { i: 3 } },
    ]);
    expect(await run(docs, { $addFields: { 'a.z': '$f', n: null } }, { $unset: ['d', 'f'] })).toEqual([
      { _id: 0, a: { b: 1, c: 2, z: 'x' }, n: null },
    ]);
    expect(await run(docs, { $set: { a: 5, gone: '$missing' } }, { $unset: 'd' })).toEqual([
      { _id: 0, a: 5, f: 'x' },
    ]);
    expect(await run(docs, { $replaceRoot: { newRoot: '$a' } })).toEqual([{ b: 1, c: 2 }]);
    expect(await run(docs, { $project: { 'd.e': 1, _id: 0 } }, { $unwind: '$d' })).toEqual([
      { d: { e: 1 } },
      { d: { e: 2 } },
    ]);
  });

  it('unwind, with and without what has nothing to unwind', async () => {
    const docs = [{ a: [1, 2] }, { a: [] }, { a: null }, {}, { a: 3 }];
    expect((await run(docs, { $unwind: '$a' })).map(({ a }) => a)).toEqual([1, 2, 3]);
    const kept = await run(docs, { $unwind: { path: '$a', preserveNullAndEmptyArrays: true } });
    expect(kept).toEqual([
      { _id: 0, a: 1 },
      { _id: 0, a: 2 },
      { _id: 1 },
      { _id: 2, a: null },
      { _id: 3 },
      { _id: 4, a: 3 },
    ]);
  });

  it('sort, skip, limit, match and count', async () => {
    const docs = Array.from({ length: 50 }, (_, i) => ({ a: i % 5, b: i }));
    const rows = await run(
      docs,
      { $match: { a: { $gt: 2 } } },
      { $sort: { a: -1, b: 1 } },
      { $skip: 8 },
      { $limit: 4 },
    );
    expect(rows.map(({ b }) => b)).toEqual([44, 49, 3, 8]);
    expect(await run(docs, { $match: { a: 1 } }, { $count: 'total' })).toEqual([{ total: 10 }]);
    expect(await run(docs, { $match: { a: 9 } }, { $count: 'total' })).toEqual([]);
  });

  it('hand out long results in batches', async () => {
    const collection = test.db.collection<Document>(`a${++collections}`);
    await collection.insertMany(Array.from({ length: 1000 }, (_, i) => ({ i })));
    const rows = await collection.aggregate([{ $sort: { i: -1 } }], { batchSize: 7 }).toArray();
    expect(rows.map(({ i }) => i)).toEqual(Array.from({ length: 1000 }, (_, i) => 999 - i));
    await collection.createIndex({ i: 1 });
    expect(
      (await collection.aggregate([{ $match: { i: { $lt: 10 } } }, { $sort: { i: -1 } }]).toArray()).map(
        ({ i }) => i,
      ),
    ).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
  });
});

describe('expressions', () => {
  const doc = {
    n: 5,
    s: 'Grüße',
    list: [1, 'x'],
    date: new Date(1000),
    nil: null,
    long: Long.fromString('9007199254740993'),
  };
  it.each<[unknown, unknown]>([
    [{ $add: ['$n', 2, 0.5] }, 7.5],
    [{ $add: ['$date', 500] }, new Date(1500)],
    [{ $subtract: ['$date', new Date(400)] }, 600],
    [{ $subtract: ['$n', 7] }, -2],
    [{ $divide: ['$n', 2] }, 2.5],
    [{ $multiply: ['$n', '$nil'] }, null],
    [{ $abs: -5 }, 5],
    [{ $cond: [{ $gt: ['$n', 3] }, 'big', 'small'] }, 'big'],
    [{ $cond: { if: { $eq: ['$none', null] }, then: 1, else: 2 } }, 2],
    [{ $ifNull: ['$nil', '$none', 'else'] }, 'else'],
    [{ $and: ['$n', { $lte: ['$n', 5] }] }, true],
    [{ $or: ['$nil', 0] }, false],
    [{ $not: ['$nil'] }, true],
    [{ $in: ['x', '$list'] }, true],
    [{ $ne: ['$n', new Double(5)] }, false],
    [{ $concat: ['a', '$s'] }, 'aGrüße'],
    [{ $concat: ['a', '$none'] }, null],
    [{ $substrCP: ['$s', 2, 3] }, 'üße'],
    [{ $toString: '$n' }, '5'],
    [{ $toString: '$date' }, '1970-01-01T00:00:01.000Z'],
    [{ $toString: '$long' }, '9007199254740993'],
    [{ $size: '$list' }, 2],
    [{ $literal: '$n' }, '$n'],
    [
      ['$n', '$none'],
      [5, null],
    ],
  ])('%j', async (expression, expected) => {
    expect(await value(expression, doc)).toEqual(expected);
  });

  it('read arrays along field paths', async () => {
    expect(await value('$a.b', { a: [{ b: 1 }, { c: 1 }, { b: [2] }] })).toEqual([1, [2]]);
  });
});

describe('what is not there', () => {
  it.each<[Document, number, string]>([
    [{ $lookup: {} }, 40324, '$lookup'],
    [{ $group: { _id: null, x: { $stdDevPop: '$a' } } }, 15952, '$stdDevPop'],
    [{ $project: { x: { $dateTrunc: {} } } }, 168, '$dateTrunc'],
    [{ $match: { a: { $near: [0, 0] } } }, 2, '$near'],
    [{ $match: { $expr: {} } }, 2, '$expr'],
  ])('%j is refused by name', async (stage, code, name) => {
    const error = await run([{ a: 1 }], stage).catch((caught) => caught);
    if (test.engine) expect(error).toMatchObject({ code, errmsg: expect.stringContaining(name) });
  });
});

it('distinct and count', async () => {
  const collection = test.db.collection<Document>(`a${++collections}`);
  await collection.insertMany([
    { a: 1 },
    { a: new Double(1) },
    { a: [2, 3] },
    { a: null },
    {},
    { a: { b: 1 } },
  ]);
  expect(await collection.distinct('a')).toEqual([1, 2, 3, null, { b: 1 }]);
  expect(await collection.countDocuments({ a: { $gte: 1 } })).toBe(3);
  expect(await collection.estimatedDocumentCount()).toBe(6);
  expect(await collection.countDocuments({}, { skip: 2, limit: 3 })).toBe(3);
});
