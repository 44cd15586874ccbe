import { propertyRuns } from '@partnerdesk/testing/services';
import { serialize } from 'bson';
import fc from 'fast-check';
import type { Collection, Document } from 'mongodb';
import { docVal } from '../bson/raw';
import { eachMatch } from '../plan/find';
import { isUsable, planFor } from '../plan/planner';
import { idOf } from '../plan/scan';
import type { IndexInfo } from '../store/catalog';
import { openTestDatabase, type TestDatabase } from '../test-database';
import { compileFilter } from './matcher';

// Other suites share the processors.

/*
 * Random documents, queries and updates against a model in plain JavaScript that shares no code with the server, and every
 * query by way of random indexes against the same query without.
 */

let test: TestDatabase;

beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());

type Value = null | boolean | number | string | Value[] | { [name: string]: Value };

const scalar = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer({ min: -2, max: 3 }),
  fc.constantFrom(0.5, -1.5),
  fc.constantFrom('', 'a', 'ab', 'b'),
);
const subdocument = fc.dictionary(fc.constantFrom('x', 'y'), scalar, { maxKeys: 2 });
const value: fc.Arbitrary<Value> = fc.oneof(
  { weight: 4, arbitrary: scalar },
  { weight: 1, arbitrary: subdocument },
  { weight: 2, arbitrary: fc.array(fc.oneof(scalar, subdocument), { maxLength: 3 }) },
);
const document = fc.dictionary(fc.constantFrom('a', 'b', 'c'), value, { maxKeys: 3 });
const documents = fc.array(document, { minLength: 1, maxLength: 12 });

/** MongoDB's order of types, for the types used here. */
const rank = (v: Value | undefined): number => {
  if (v === undefined || v === null) return 1;
  if (typeof v === 'number') return 2;
  if (typeof v === 'string') return 3;
  if (Array.isArray(v)) return 5;
  return typeof v === 'object' ? 4 : 6;
};

function compare(a: Value | undefined, b: Value | undefined): number {
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  if (Array.isArray(a) && Array.isArray(b)) {
    for (let i = 0; i < Math.min(a.length, b.length); i++) {
      const order = compare(a[i], b[i]);
      if (order !== 0) return order;
    }
    return a.length - b.length;
  }
  if (rank(a) === 4) {
    const [x, y] = [Object.entries(a as object), Object.entries(b as object)];
    for (let i = 0; i < Math.min(x.length, y.length); i++) {
      const order =
        rank(x[i]![1]) - rank(y[i]![1]) ||
        (x[i]![0] < y[i]![0] ? -1 : x[i]![0] > y[i]![0] ? 1 : 0) ||
        compare(x[i]![1], y[i]![1]);
      if (order !== 0) return order;
    }
    return x.length - y.length;
  }
  return rank(a) === 1 ? 0 : (a as number) < (b as number) ? -1 : (a as number) > (b as number) ? 1 : 0;
}

/** All that a path of one or two parts leads to, as a query sees it. */
function reach(doc: Value | undefined, path: string[]): (Value | undefined)[] {
  if (path.length === 0) return Array.isArray(doc) ? [...doc, doc] : [doc];
  const [part, ...rest] = path as [string, ...string[]];
  if (Array.isArray(doc)) return doc.filter((item) => rank(item) === 4).flatMap((item) => reach(item, path));
  return reach(rank(doc) === 4 ? (doc as Record<string, Value>)[part] : undefined, rest);
}

const tests: Record<string, (v: Value | undefined, arg: Value) => boolean> = {
  $eq: (v, arg) => compare(v, arg) === 0,
  $gt: (v, arg) => rank(v) === rank(arg) && compare(v, arg) > 0,
  $gte: (v, arg) => rank(v) === rank(arg) && compare(v, arg) >= 0,
  $lt: (v, arg) => rank(v) === rank(arg) && compare(v, arg) < 0,
  $lte: (v, arg) => rank(v) === rank(arg) && compare(v, arg) <= 0,
  $in: (v, arg) => (arg as Value[]).some((each) => compare(v, each) === 0),
};

function meets(doc: Value, filter: Document): boolean {
  return Object.entries(filter).every(([name, condition]) => {
    if (name === '$or') return condition.some((each: Document) => meets(doc, each));
    const found = reach(doc, name.split('.'));
    return Object.entries(condition as Document).every(([operator, arg]): boolean => {
      if (operator === '$exists') return found.some((v) => v !== undefined) === arg;
      if (operator === '$ne') return !found.some((v) => tests.$eq!(v, arg));
      if (operator === '$not') return !meets(doc, { [name]: arg });
      return found.some((v) => tests[operator]!(v, arg));
    });
  });
}

const path = fc.constantFrom('a', 'b', 'c', 'a.x', 'b.y', '_id');
const comparison = fc.oneof(
  fc.tuple(fc.constantFrom('$eq', '$ne'), value),
  fc.tuple(fc.constantFrom('$gt', '$gte', '$lt', '$lte'), fc.oneof(scalar, subdocument)),
  fc.tuple(fc.constant('$in'), fc.array(value, { maxLength: 3 })),
  fc.tuple(fc.constant('$exists'), fc.boolean()),
);
const conditions = fc
  .array(comparison, { minLength: 1, maxLength: 2 })
  .map((pairs) => Object.fromEntries(pairs) as Document);
const field = fc.tuple(
  path,
  fc.oneof(
    { weight: 4, arbitrary: conditions },
    { weight: 1, arbitrary: conditions.map((inner) => ({ $not: inner })) },
  ),
);
const plain = fc.array(field, { maxLength: 3 }).map((pairs) => Object.fromEntries(pairs) as Document);
const filter: fc.Arbitrary<Document> = fc.oneof(
  { weight: 4, arbitrary: plain },
  {
    weight: 1,
    arbitrary: fc.array(plain, { minLength: 1, maxLength: 2 }).map((list) => ({ $or: list })),
  },
);

const direction = fc.constantFrom(1, -1);
const keys = fc.uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'a.x', 'b.y'), direction), {
  minLength: 1,
  maxLength: 3,
  selector: ([name]) => name,
});

let collections = 0;

async function filled(docs: Document[]) {
  const collection = test.db.collection<Document>(`r${++collections}`);
  await collection.insertMany(docs.map((doc, i) => ({ _id: i, ...doc })) as Document[]);
  return collection;
}

const ids = (docs: Document[]) => docs.map(({ _id }) => _id as unknown as number);

it('finds what the model finds', async () => {
  await fc.assert(
    fc.asyncProperty(documents, fc.array(filter, { minLength: 1, maxLength: 6 }), async (docs, filters) => {
      const collection = await filled(docs);
      for (const each of filters) {
        const expected = docs.flatMap((doc, i) => (meets({ _id: i, ...doc } as Value, each) ? [i] : []));
        expect(ids(await collection.find(each).sort({ _id: 1 }).toArray())).toEqual(expected);
        expect(await collection.countDocuments(each)).toBe(expected.length);
      }
    }),
    propertyRuns(150),
  );
});

it('finds and orders by indexes as without', async () => {
  await fc.assert(
    fc.asyncProperty(
      documents,
      filter,
      keys,
      fc.array(keys, { minLength: 1, maxLength: 2 }),
      fc.nat(3),
      async (docs, query, order, indexes, limit) => {
        const collection = await filled(docs);
        const sort = { ...Object.fromEntries(order), _id: 1 } as Document;
        // Crossing two arrays is an error, with and without an index.
        const run = () =>
          collection
            .find(query)
            .sort(sort as never)
            .limit(limit)
            .toArray()
            .then(ids, (error) => error.code);
        const plainly = await run();
        for (const [i, index] of indexes.entries())
          await collection
            .createIndex(Object.fromEntries(index) as never, { name: `i${i}` })
            .catch((error) => expect([85, 171]).toContain(error.code));
        expect(await run()).toEqual(plainly);
        expect(await collection.countDocuments(query)).toBe(
          (await collection.find(query).sort({ _id: 1 }).toArray()).length,
        );
        if (test.engine) await compareIndexes(collection, query);
      },
    ),
    propertyRuns(150),
  );
});

/** Every index that holds all of what is asked for finds the same as the walk over all documents. */
async function compareIndexes(collection: Collection, query: Document): Promise<void> {
  const { engine } = test;
  const info = engine.catalog.find(collection.namespace)!;
  const conditions = compileFilter(docVal(Buffer.from(serialize(query))));
  const byIndex = async (index: IndexInfo): Promise<string[]> => {
    const found: string[] = [];
    await eachMatch(
      engine,
      info,
      planFor(index, conditions),
      conditions,
      (doc) => found.push(idOf(doc).toString('hex')) > 0,
    );
    return found.sort();
  };
  const walked = await byIndex(info.indexes[0]!);
  for (const index of info.indexes)
    if (isUsable(index, conditions)) expect(await byIndex(index)).toEqual(walked);
}

const step = fc.oneof(
  fc.tuple(fc.constant('$set'), value),
  fc.tuple(fc.constant('$unset'), fc.constant<Value>('')),
  fc.tuple(fc.constant('$inc'), fc.integer({ min: -2, max: 3 })),
  fc.tuple(fc.constant('$max'), scalar),
  fc.tuple(fc.constantFrom('$push', '$addToSet'), scalar),
);
const update = fc.uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c'), step), {
  minLength: 1,
  maxLength: 2,
  selector: ([name]) => name,
});

/** The model's update of one document; undefined where MongoDB refuses. */
function change(
  doc: Record<string, Value>,
  steps: [string, [string, Value]][],
): Record<string, Value> | undefined {
  const after = structuredClone(doc);
  for (const [name, [operator, arg]] of [...steps].sort(([x], [y]) => (x < y ? -1 : 1))) {
    const now = after[name];
    const list = Array.isArray(now) ? now : undefined;
    switch (operator) {
      case '$set':
        after[name] = arg;
        break;
      case '$unset':
        delete after[name];
        break;
      case '$inc':
        if (now !== undefined && typeof now !== 'number') return undefined;
        after[name] = ((now as number) ?? 0) + (arg as number);
        break;
      case '$max':
        if (!(name in after) || compare(arg, now) > 0) after[name] = arg;
        break;
      default:
        if (now !== undefined && !list) return undefined;
        if (operator === '$push' || !list?.some((item) => compare(item, arg) === 0))
          after[name] = [...(list ?? []), arg];
    }
  }
  return after;
}

it('updates as the model does, and indexes follow', async () => {
  await fc.assert(
    fc.asyncProperty(
      document,
      fc.array(update, { minLength: 1, maxLength: 4 }),
      keys,
      async (doc, updates, index) => {
        const collection = await filled([doc]);
        await collection
          .createIndex(Object.fromEntries(index) as never)
          .catch((error) => expect([85, 171]).toContain(error.code));
        let model = doc as Record<string, Value>;
        for (const steps of updates) {
          const command: Record<string, Document> = {};
          for (const [name, [operator, arg]] of steps)
            command[operator] = { ...command[operator], [name]: arg };
          const expected = change(model, steps);
          const outcome = await collection.updateOne({}, command).catch((error) => error.code as number);
          if (expected === undefined) expect([2, 14]).toContain(outcome);
          // An index may refuse arrays that would have to be crossed.
          else if (outcome !== 171) model = expected;
          const { _id, ...stored } = (await collection.findOne())!;
          // JSON doesn't distinguish 0 from -0, which the model doesn't either.
          expect(JSON.parse(JSON.stringify(stored))).toEqual(JSON.parse(JSON.stringify(model)));
          if (test.engine) await compareIndexes(collection, {});
          for (const [name] of steps)
            if (model[name] !== undefined)
              expect(await collection.countDocuments({ [name]: { $eq: model[name] } })).toBe(1);
        }
      },
    ),
    propertyRuns(150),
  );
});
