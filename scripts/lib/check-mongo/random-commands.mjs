import fc from 'fast-check';

/** The collection that the commands are for. */
export const COLLECTION = 'differential';

/** Indexes of every kind that the product has. */
export const INDEXES = [
  { name: 'unique', key: { u: 1 }, unique: true, partialFilterExpression: { u: { $exists: true } } },
  { name: 'compound', key: { a: 1, b: -1 } },
  { name: 'nested', key: { 'o.x': 1 } },
];

const id = fc.integer({ min: 0, max: 11 }).map((number) => `id-${number}`);
const NUMBERS = [0.5, -1.5, 2 ** 40];
const DAYS = [new Date(0), new Date(86_400_000)];
const scalar = fc.oneof(
  fc.constantFrom(null, true, false, '', 'a', 'ab', 'b', 'é', ...NUMBERS, ...DAYS),
  fc.integer({ min: -3, max: 3 }),
);
const subdocument = fc.dictionary(fc.constantFrom('x', 'y'), scalar, { maxKeys: 2, noNullPrototype: true });
const value = fc.oneof(
  { weight: 5, arbitrary: scalar },
  { weight: 1, arbitrary: subdocument },
  { weight: 2, arbitrary: fc.array(fc.oneof(scalar, subdocument), { maxLength: 3 }) },
);
const fields = fc.record(
  { a: value, b: value, o: subdocument, u: fc.integer({ min: 0, max: 20 }) },
  { requiredKeys: [], noNullPrototype: true },
);
const document = fc.tuple(id, fields).map(([_id, rest]) => ({ _id, ...rest }));

const path = fc.constantFrom('a', 'b', 'o.x', 'o.y', 'u', 'a.x', 'b.0');
const comparison = fc.constantFrom('$eq', '$gt', '$gte', '$lt', '$lte', '$ne');
const condition = fc.oneof(
  scalar,
  fc.tuple(comparison, scalar).map(([operator, to]) => ({ [operator]: to })),
  fc.tuple(scalar, scalar).map(([from, to]) => ({ $gte: from, $lt: to })),
  fc.array(scalar, { maxLength: 3 }).map((values) => ({ $in: values })),
  fc.boolean().map((there) => ({ $exists: there })),
  scalar.map((to) => ({ $not: { $gt: to } })),
);
const byPath = fc.tuple(path, condition).map(([name, each]) => ({ [name]: each }));
const onlyID = id.map((_id) => ({ _id }));
const byID = fc.oneof(
  onlyID,
  fc.tuple(id, byPath).map(([_id, rest]) => ({ _id, ...rest })),
);
const filter = fc.oneof(
  fc.constant({}),
  byID,
  byPath,
  fc.tuple(byPath, byPath).map(([one, other]) => ({ ...one, ...other })),
  fc.tuple(byPath, byPath).map((either) => ({ $or: either })),
);

/** @param {Record<string, fc.Arbitrary<any>>} model */
const record = (model) => fc.record(model, { noNullPrototype: true });
const $each = fc.array(scalar, { maxLength: 3 });
const plainPath = fc.constantFrom('a', 'b', 'o.x', 'o.y', 'u', 'new');
/** @param {string[]} operators @param {fc.Arbitrary<unknown>} arg @returns {fc.Arbitrary<[string, object]>} */
const operation = (operators, arg) =>
  fc
    .tuple(fc.constantFrom(...operators), plainPath, arg)
    .map(([operator, name, each]) => [operator, { [name]: each }]);
const change = fc.oneof(
  operation(['$set', '$setOnInsert', '$max'], value),
  operation(['$inc'], fc.constantFrom(1, -2, 0.5, 2 ** 33)),
  operation(['$unset'], fc.constant('')),
  operation(['$push', '$addToSet'], scalar),
  operation(['$push'], record({ $each, $slice: fc.constantFrom(-2, 0, 3) })),
  operation(['$addToSet'], record({ $each })),
);
const changes = fc.array(change, { minLength: 1, maxLength: 3 }).map((all) => {
  /** @type {Record<string, object>} */
  const update = {};
  for (const [operator, arg] of all) update[operator] = { ...update[operator], ...arg };
  return update;
});

/** Ends with the id, so that the order is the same wherever it is asked for. */
const sort = fc.constantFrom(
  { _id: 1 },
  { a: 1, _id: 1 },
  { a: 1, b: -1, _id: 1 },
  { b: -1, _id: -1 },
  { 'o.x': 1, _id: 1 },
);
const projection = fc.constantFrom({}, { a: 1 }, { a: 1, _id: 0 }, { 'o.x': 1, b: 1 });

const documents = fc.array(document, { minLength: 1, maxLength: 4 });
const inserted = fc.record({ documents, ordered: fc.boolean() });
const updated = fc.oneof(
  fc.record({ q: byID, u: changes, upsert: fc.boolean(), multi: fc.constant(false) }),
  fc.record({ q: onlyID, u: fields, upsert: fc.boolean(), multi: fc.constant(false) }),
  fc.record({ q: filter, u: changes, multi: fc.constant(true) }),
);
const modified = fc.record({ query: byID, update: changes, new: fc.boolean(), upsert: fc.boolean() });
const [skip, limit] = [fc.constantFrom(0, 0, 2), fc.constantFrom(0, 0, 3)];
const found = fc.record({ filter, sort, projection, skip, limit });
const distinct = fc.record({ key: fc.constantFrom('a', 'b', 'o.x', 'u'), query: filter });
const grouped = fc.tuple(filter, fc.constantFrom('$a', '$u', null));

/** @template T @param {number} weight @param {fc.Arbitrary<T>} arbitrary @param {(drawn: T) => object} toCommand */
const often = (weight, arbitrary, toCommand) => ({ weight, arbitrary: arbitrary.map(toCommand) });

/**
 * A command with operators that the product uses, as documents, filters and updates of every shape. What MongoDB leaves
 * open (which of several documents is the first) is not asked for.
 */
export const commands = fc.oneof(
  often(4, inserted, (rest) => ({ insert: COLLECTION, ...rest })),
  often(6, updated, (one) => ({ update: COLLECTION, updates: [one] })),
  often(3, modified, (rest) => ({ findAndModify: COLLECTION, ...rest, sort: { _id: 1 } })),
  often(1, filter, (q) => ({ delete: COLLECTION, deletes: [{ q, limit: 0 }] })),
  often(1, byID, (q) => ({ delete: COLLECTION, deletes: [{ q, limit: 1 }] })),
  often(6, found, (rest) => ({ find: COLLECTION, ...rest })),
  often(1, filter, (query) => ({ count: COLLECTION, query })),
  often(1, distinct, (rest) => ({ distinct: COLLECTION, ...rest })),
  often(2, grouped, ([$match, by]) => {
    const $group = { _id: by, sum: { $sum: '$b' }, count: { $sum: 1 }, least: { $min: '$u' } };
    return { aggregate: COLLECTION, pipeline: [{ $match }, { $group }, { $sort: { _id: 1 } }], cursor: {} };
  }),
);
