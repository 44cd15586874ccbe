import { Decimal128, type Document, Double, Long } from 'mongodb';
import { embeddedOnly, openTestDatabase, type TestDatabase } from '../test-database';

// Other suites share the processors.

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

const sum = async (...numbers: unknown[]) => {
  const collection = test.db.collection<Document>(`a${++collections}`);
  await collection.insertMany(numbers.map((n) => ({ n })));
  const [result] = await collection
    .aggregate([{ $group: { _id: null, sum: { $sum: '$n' } } }], { promoteValues: false })
    .toArray();
  return `${String(result!.sum.constructor.name)} ${String(result!.sum)}`;
};

embeddedOnly('sums of decimals', () => {
  it('are refused', async () => {
    await expect(sum(1, Decimal128.fromString('0.1'))).rejects.toThrow(
      'Decimal128 arithmetic is not supported',
    );
  });
});

describe('$group', () => {
  it('sums numbers of all types, exactly', async () => {
    expect(await sum(1, 2)).toBe('Int32 3');
    expect(await sum(2147483647, 1)).toBe('Long 2147483648');
    expect(await sum(1, Long.fromString('9007199254740993'))).toBe('Long 9007199254740994');
    expect(await sum(1, new Double(0.5), 'x', null)).toBe('Double 1.5');
    expect(await sum(...Array.from({ length: 10 }, () => new Double(0.1)))).toBe('Double 1');
    expect(await sum(new Double(1e100), 1, new Double(-1e100))).toBe('Double 1');
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

  it('groups by several fields, of which a missing one is not null', async () => {
    const docs = [
      { a: 'x', b: 1, n: 2 },
      { a: 'x', b: new Double(1), n: 3 },
      { a: 'x', b: null, n: 4 },
      { a: 'x', n: 5 },
      { a: 'xy', b: 1, n: 6 },
    ];
    const groups = await run(docs, { $group: { _id: { k: '$a', b: '$b' }, n: { $sum: '$n' } } });
    expect(groups).toEqual([
      { _id: { k: 'x', b: 1 }, n: 5 },
      { _id: { k: 'x', b: null }, n: 4 },
      { _id: { k: 'x' }, n: 5 },
      { _id: { k: 'xy', b: 1 }, n: 6 },
    ]);
    await expect(run(docs, { $group: { _id: { 'a.b': '$a' } } })).rejects.toThrow("may not contain '.'");
  });

  it('finds minima, without null and missing', async () => {
    const groups = await run(
      [{ k: 'a', v: 4 }, { k: 'a', v: 1 }, { k: 'a' }, { k: 'b', v: null }],
      { $group: { _id: '$k', min: { $min: '$v' }, n: { $sum: 1 } } },
      { $sort: { _id: 1 } },
    );
    expect(groups).toEqual([
      { _id: 'a', min: 1, n: 3 },
      { _id: 'b', min: null, n: 1 },
    ]);
  });
});

describe('stages', () => {
  it('match, sort and count', async () => {
    const docs = Array.from({ length: 50 }, (_, i) => ({ a: i % 5, b: i }));
    const rows = await run(docs, { $match: { a: { $gt: 2 } } }, { $sort: { a: -1, b: 1 } });
    expect(rows.map(({ b }) => b).slice(8, 12)).toEqual([44, 49, 3, 8]);
    const count = { $group: { _id: 1, n: { $sum: 1 } } };
    expect(await run(docs, { $match: { a: 1 } }, count)).toEqual([{ _id: 1, n: 10 }]);
    expect(await run(docs, count)).toEqual([{ _id: 1, n: 50 }]);
    expect(await run(docs, { $match: { a: 9 } }, count)).toEqual([]);
  });

  it('limit what the stages after them see', async () => {
    const docs = Array.from({ length: 50 }, (_, i) => ({ a: i % 5, b: i }));
    const sums = { $group: { _id: '$a', n: { $sum: 1 } } };
    expect(await run(docs, { $sort: { a: 1 } }, { $limit: 12 }, sums)).toEqual([
      { _id: 0, n: 10 },
      { _id: 1, n: 2 },
    ]);
    expect(await run(docs, sums, { $sort: { _id: 1 } }, { $limit: 1 })).toEqual([{ _id: 0, n: 10 }]);
    await expect(run(docs, { $limit: 0 })).rejects.toThrow('must be positive');
    await expect(run(docs, { $limit: 'x' })).rejects.toThrow('Expected a number');
  });

  it('keep of documents that an index finds what they group by and the least', async () => {
    const collection = test.db.collection<Document>(`a${++collections}`);
    await collection.createIndex({ k: 1 });
    const names = ['cc', 'a', 'dd', 'bbb'];
    await collection.insertMany(
      Array.from({ length: 12 }, (_, k) => ({ name: names[k % 4], text: names[(k + 1) % 4], k })),
    );
    const grouped = (by: unknown) =>
      collection
        .aggregate([
          { $match: { k: { $gte: 0 } } },
          { $limit: 10 },
          { $group: { _id: by, least: { $min: '$text' }, n: { $sum: 1 } } },
        ])
        .toArray();
    // In no order: a server may answer its groups in any.
    const expected = [
      ['a', 'dd', 3],
      ['bbb', 'cc', 2],
      ['cc', 'a', 3],
      ['dd', 'bbb', 2],
    ];
    expect((await grouped('$name')).map(({ _id, least, n }) => [_id, least, n]).sort()).toEqual(expected);
    expect((await grouped({ of: '$name' })).map(({ _id, least, n }) => [_id.of, least, n]).sort()).toEqual(
      expected,
    );
    expect((await grouped(null)).map(({ least, n }) => [least, n])).toEqual([['a', 10]]);
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
  const distinct = await collection.distinct('a');
  expect(distinct).toEqual(expect.arrayContaining([1, 2, 3, null, { b: 1 }]));
  expect(distinct).toHaveLength(5);
  expect(await collection.countDocuments({ a: { $gte: 1 } })).toBe(3);
  expect(await collection.estimatedDocumentCount()).toBe(6);
});
