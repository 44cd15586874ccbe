/* One table of update operators. */
import {
  Decimal128,
  type Document,
  Double,
  Int32,
  Long,
  MongoServerError,
  ObjectId,
  Timestamp,
} from 'mongodb';
import { embeddedOnly, openTestDatabase, type TestDatabase } from '../test-database';

// Other suites share the processors.

let test: TestDatabase;

beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());

let collections = 0;
const collection = () => test.db.collection<Document>(`u${++collections}`);

/** What an update makes of a document, without its `_id`. */
async function updated(
  doc: Document,
  update: Document,
  filter: Document = {},
  options: Document = {},
): Promise<Document> {
  const target = collection();
  await target.insertOne({ _id: 1, ...doc } as Document);
  await target.updateOne({ _id: 1, ...filter } as Document, update, options);
  const { _id, ...rest } = (await target.findOne({}, { promoteValues: true }))!;
  return rest;
}

/** The error an update gives; the document must then be as before. */
async function refused(
  doc: Document,
  update: Document,
  filter: Document = {},
  options: Document = {},
): Promise<MongoServerError> {
  const target = collection();
  await target.insertOne({ _id: 1, ...doc } as Document);
  const error = await target
    .updateOne({ _id: 1, ...filter } as Document, update, options)
    .catch((caught) => caught);
  expect(error).toBeInstanceOf(MongoServerError);
  expect(await target.findOne()).toEqual({ _id: 1, ...doc });
  return error;
}

describe('fields', () => {
  it('sets, unsets and creates along a path', async () => {
    expect(await updated({ a: 1 }, { $set: { 'b.c.d': 2, a: 3 } })).toEqual({ a: 3, b: { c: { d: 2 } } });
    expect(await updated({ a: { b: 1, c: 2 } }, { $unset: { 'a.b': '', x: '' } })).toEqual({ a: { c: 2 } });
    expect(await updated({ a: [1, 2] }, { $set: { 'a.4': 5 } })).toEqual({ a: [1, 2, null, null, 5] });
    expect(await updated({ a: [1, 2] }, { $unset: { 'a.0': 1 } })).toEqual({ a: [null, 2] });
    expect(await updated({ a: [{ b: 1 }] }, { $set: { 'a.0.b': 2, 'a.1.b': 3 } })).toEqual({
      a: [{ b: 2 }, { b: 3 }],
    });
  });

  it('adds new fields in the order of their names, numbers by value', async () => {
    const fields = Object.keys(await updated({ z: 1 }, { $set: { c: 1, a: 1 }, $inc: { b: 1 } }));
    expect(fields).toEqual(['z', 'a', 'b', 'c']);
  });

  it('keeps the types of numbers and grows them', async () => {
    const target = collection();
    await target.insertOne({
      int: 2147483647,
      long: Long.fromString('9223372036854775806'),
      double: new Double(1.5),
    });
    await target.updateOne({}, { $inc: { int: 1, long: 1, double: 1, fresh: Long.fromNumber(5) } });
    const doc = await target.findOne({}, { promoteValues: false, projection: { _id: 0 } });
    expect(doc).toEqual({
      int: Long.fromNumber(2147483648),
      long: Long.fromString('9223372036854775807'),
      double: new Double(2.5),
      fresh: Long.fromNumber(5),
    });
    const overflow = await target.updateOne({}, { $inc: { long: 1 } }).catch((error) => error);
    expect(overflow).toMatchObject({ code: 2 });
  });

  it('keeps the least int32 an int32', async () => {
    const target = collection();
    await target.insertOne({ n: -2147483647 });
    await target.updateOne({}, { $inc: { n: -1 } });
    const doc = await target.findOne({}, { promoteValues: false });
    expect(doc!.n).toStrictEqual(new Int32(-2147483648));
    const [group] = await target
      .aggregate([{ $group: { _id: null, n: { $sum: '$n' } } }], { promoteValues: false })
      .toArray();
    expect(group!.n).toStrictEqual(new Int32(-2147483648));
  });

  it('refuses arithmetic on what is no number, null included', async () => {
    const text = await refused({ a: 'x' }, { $inc: { a: 1 } });
    expect(text).toMatchObject({ code: 14 });
    expect(text).not.toHaveProperty('codeName');
    expect(await refused({ a: null }, { $inc: { a: 1 } })).toMatchObject({ code: 14 });
    expect(await refused({ a: 1 }, { $inc: { a: 'x' } })).toMatchObject({ code: 14 });
    expect(await refused({ a: 1 }, { $set: { 'a.b': 1 } })).toMatchObject({
      code: 28,
    });
    expect(await refused({ a: [] }, { $set: { 'a.b': 1 } })).toMatchObject({ code: 28 });
  });

  it('takes maxima across types', async () => {
    expect(await updated({ a: 5, b: 5 }, { $max: { a: 3, b: 'x', c: 1 } })).toEqual({ a: 5, b: 'x', c: 1 });
  });
});

describe('arrays', () => {
  it('pushes and cuts', async () => {
    expect(await updated({ a: [1] }, { $push: { a: 2, b: 'x' } })).toEqual({ a: [1, 2], b: ['x'] });
    expect(await updated({ a: [5, 1] }, { $push: { a: { $each: [3, 9], $slice: -3 } } })).toEqual({
      a: [1, 3, 9],
    });
    expect(await updated({ a: [5, 1] }, { $push: { a: { $each: [3, 9], $slice: 3 } } })).toEqual({
      a: [5, 1, 3],
    });
    expect(await refused({ a: 1 }, { $push: { a: 2 } })).toMatchObject({ code: 2 });
    expect(await refused({ a: [] }, { $push: { a: { $each: [], $foo: 1 } } })).toMatchObject({
      code: 2,
      errmsg: 'Unrecognized clause in $push: $foo',
    });
  });

  it('adds to sets by value, with the order of keys', async () => {
    expect(
      await updated(
        { a: [1, { x: 1, y: 2 }] },
        { $addToSet: { a: { $each: [new Double(1), { y: 2, x: 1 }, 4, 4] } } },
      ),
    ).toEqual({
      a: [1, { x: 1, y: 2 }, { y: 2, x: 1 }, 4],
    });
  });
});

embeddedOnly('arithmetic with decimals', () => {
  it('is refused', async () => {
    const decimal = Decimal128.fromString('1.50');
    expect(await refused({ a: decimal }, { $inc: { a: 1 } })).toMatchObject({ code: 238 });
    expect(await refused({ a: 1 }, { $inc: { a: decimal } })).toMatchObject({ code: 238 });
  });
});

describe('what an update must not be', () => {
  it('touches no path twice', async () => {
    expect(await refused({}, { $set: { a: 1 }, $inc: { a: 1 } })).toMatchObject({
      code: 40,
      errmsg: "Updating the path 'a' would create a conflict at 'a'",
    });
    expect(await refused({}, { $set: { a: 1, 'a.b': 1 } })).toMatchObject({
      code: 40,
      errmsg: "Updating the path 'a.b' would create a conflict at 'a'",
    });
  });

  it('leaves _id alone', async () => {
    expect(await refused({}, { $set: { _id: 2 } })).toMatchObject({ code: 66 });
    expect(await refused({}, { $unset: { _id: 1 } })).toMatchObject({ code: 66 });
    expect(await updated({ a: 1 }, { $set: { _id: new Double(1), a: 2 } })).toEqual({ a: 2 });
  });

  it('stores no odd names', async () => {
    expect(await refused({}, { $set: { $a: 1 } })).toMatchObject({ code: 52 });
    expect(await refused({}, { $set: { 'a..b': 1 } })).toMatchObject({ code: 56 });
  });
});

describe('replacing', () => {
  it('keeps _id, also when it comes along with the same value', async () => {
    const target = collection();
    await target.insertOne({ _id: 1, a: 1, b: 2 } as Document);
    expect(await target.replaceOne({}, { c: 3 })).toMatchObject({ matchedCount: 1, modifiedCount: 1 });
    expect(await target.findOne()).toEqual({ _id: 1, c: 3 });
    expect(await target.replaceOne({}, { d: 4, _id: 1 } as Document)).toMatchObject({ modifiedCount: 1 });
    expect(Object.keys((await target.findOne())!)).toEqual(['_id', 'd']);
    expect(await target.replaceOne({}, { _id: 2, d: 4 } as Document).catch((error) => error)).toMatchObject({
      code: 66,
    });
  });
});

it('refuses an empty timestamp, which MongoDB would fill in', async () => {
  if (process.env.MONGO_URL) return;
  const target = collection();
  await target.insertOne({ a: 1 });
  const replaced = target.replaceOne({ a: 1 }, { a: new Timestamp(0n) });
  await expect(replaced).rejects.toMatchObject({ code: 238 });
});

describe('upserts', () => {
  it('start from the equalities of the query', async () => {
    const target = collection();
    const result = await target.updateOne(
      { _id: 'x', 'a.b': 1, c: { $eq: 2 }, $or: [{ d: 3 }], e: { $gt: 4 }, f: { $in: [5] } } as Document,
      { $set: { g: 6 }, $inc: { h: 7 }, $setOnInsert: { i: 8 } },
      { upsert: true },
    );
    expect(result).toMatchObject({ matchedCount: 0, modifiedCount: 0, upsertedCount: 1, upsertedId: 'x' });
    expect(await target.findOne()).toEqual({ _id: 'x', a: { b: 1 }, c: 2, d: 3, f: 5, g: 6, h: 7, i: 8 });
    await target.updateOne(
      { _id: 'x' } as Document,
      { $inc: { h: 1 }, $setOnInsert: { i: 0 } },
      { upsert: true },
    );
    expect(await target.findOne()).toMatchObject({ h: 8, i: 8 });
  });

  it('make up an ObjectId, or take that of a replacement', async () => {
    const target = collection();
    const { upsertedId } = await target.updateOne({ a: 1 }, { $set: { b: 1 } }, { upsert: true });
    expect(upsertedId).toBeInstanceOf(ObjectId);
    await target.replaceOne({ a: 2, x: 9 }, { _id: 'given', b: 2 } as Document, { upsert: true });
    expect(await target.find().sort({ b: 1 }).toArray()).toEqual([
      { _id: upsertedId, a: 1, b: 1 },
      expect.objectContaining({ _id: 'given', b: 2 }),
    ]);
    expect((await target.findOne({ b: 2 }))!.x).toBeUndefined();
  });

  it('with a condition beside _id give a duplicate when the document is there', async () => {
    const target = collection();
    await target.insertOne({ _id: 'k', seq: 5 } as Document);
    const stale = await target
      .updateOne({ _id: 'k', seq: { $lt: 5 } } as Document, { $set: { seq: 4 } }, { upsert: true })
      .catch((error) => error);
    expect(stale).toMatchObject({ code: 11000, keyPattern: { _id: 1 }, keyValue: { _id: 'k' } });
    expect(await target.findOne()).toEqual({ _id: 'k', seq: 5 });
  });

  it('refuse what they cannot infer', async () => {
    const error = await collection()
      .updateOne({ a: 1, $or: [{ a: 2 }] }, { $set: { b: 1 } }, { upsert: true })
      .catch((caught) => caught);
    expect(error).toMatchObject({ code: 54 });
  });
});

describe('results', () => {
  it('counts what matched and what changed', async () => {
    const target = collection();
    await target.insertMany([{ a: 1 }, { a: 1 }, { a: 2 }]);
    expect(await target.updateMany({ a: 1 }, { $set: { a: 1, b: 1 } })).toMatchObject({
      matchedCount: 2,
      modifiedCount: 2,
    });
    expect(await target.updateMany({}, { $set: { b: 1 } })).toMatchObject({
      matchedCount: 3,
      modifiedCount: 1,
    });
    expect(await target.updateMany({}, { $inc: { b: 1 } })).toMatchObject({
      matchedCount: 3,
      modifiedCount: 3,
    });
    expect(await target.deleteMany({ a: 1 })).toMatchObject({ deletedCount: 2 });
    expect(await target.deleteOne({ a: 1 })).toMatchObject({ deletedCount: 0 });
  });

  it('finds and modifies', async () => {
    const target = collection();
    await target.insertMany([
      { _id: 1, a: 1 },
      { _id: 2, a: 2 },
    ] as Document[]);
    expect(
      await target.findOneAndUpdate({}, { $inc: { a: 10 } }, { sort: { a: -1 }, returnDocument: 'after' }),
    ).toEqual({ _id: 2, a: 12 });
    expect(
      await target.findOneAndUpdate(
        { _id: 1 } as Document,
        { $set: { b: 1 } },
        { projection: { a: 1, _id: 0 } },
      ),
    ).toEqual({ a: 1 });
    expect(
      await target.findOneAndReplace({ _id: 1 } as Document, { c: 1 }, { returnDocument: 'after' }),
    ).toEqual({ _id: 1, c: 1 });
    expect(
      await target.findOneAndUpdate({ _id: 3 } as Document, { $set: { d: 1 } }, { upsert: true }),
    ).toBeNull();
    expect(await target.findOneAndDelete({}, { sort: { _id: -1 } })).toEqual({ _id: 3, d: 1 });
    expect(await target.findOneAndDelete({ _id: 9 } as Document)).toBeNull();
  });

  it('reports each failed write of an unordered batch, and stops an ordered one', async () => {
    const target = collection();
    await target.insertOne({ _id: 2 } as Document);
    const docs = [{ _id: 1 }, { _id: 2 }, { _id: 3 }, { _id: 2 }] as Document[];
    const unordered = await target.insertMany(docs, { ordered: false }).catch((error) => error);
    expect(unordered.writeErrors.map((each: { index: number }) => each.index)).toEqual([1, 3]);
    expect(unordered).toMatchObject({ code: 11000, result: { insertedCount: 2 } });
    await target.deleteMany({ _id: { $in: [1, 3] } } as Document);
    const ordered = await target.insertMany(docs).catch((error) => error);
    expect(ordered).toMatchObject({ code: 11000, result: { insertedCount: 1 } });
    expect(await target.countDocuments()).toBe(2);
    const bulk = await target.bulkWrite([
      { insertOne: { document: { _id: 10 } as Document } },
      { updateOne: { filter: { _id: 10 } as Document, update: { $set: { a: 1 } } } },
      { updateMany: { filter: {}, update: { $inc: { n: 1 } } } },
      { deleteOne: { filter: { _id: 1 } as Document } },
      { replaceOne: { filter: { _id: 11 } as Document, replacement: { b: 1 }, upsert: true } },
    ]);
    expect(bulk).toMatchObject({
      insertedCount: 1,
      matchedCount: 4,
      modifiedCount: 4,
      deletedCount: 1,
      upsertedCount: 1,
    });
  });
});

describe('single writes that have to look at many documents', () => {
  it('let others in between, and still make one document of many upserts', async () => {
    const target = collection();
    await target.insertMany(Array.from({ length: 20_000 }, (_, i) => ({ key: i })));
    expect(await target.updateOne({ key: 'none' }, { $set: { n: 1 } })).toMatchObject({ matchedCount: 0 });
    expect(await target.deleteOne({ key: 'none' })).toMatchObject({ deletedCount: 0 });
    expect(await target.findOneAndUpdate({ key: 'none' }, { $set: { n: 1 } })).toBeNull();
    expect(await target.updateOne({ key: 'one' }, { $inc: { n: 1 } }, { upsert: true })).toMatchObject({
      upsertedCount: 1,
    });
    const upserts = await Promise.all(
      Array.from({ length: 40 }, () =>
        target.updateOne({ key: 'two' }, { $inc: { n: 1 } }, { upsert: true }),
      ),
    );
    expect(upserts.reduce((sum, { upsertedCount }) => sum + upsertedCount, 0)).toBe(1);
    expect(await target.find({ key: 'two' }, { projection: { _id: 0 } }).toArray()).toEqual([
      { key: 'two', n: 40 },
    ]);
    const sort = { key: -1 } as const;
    const taken = await Promise.all(
      Array.from({ length: 8 }, () =>
        target.findOneAndUpdate({ taken: { $exists: false } }, { $set: { taken: 1 } }, { sort }),
      ),
    );
    expect(new Set(taken.map((doc) => doc!.key)).size).toBe(8);
  });
});
