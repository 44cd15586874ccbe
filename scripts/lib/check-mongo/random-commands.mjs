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
const condition = fc.oneof(
  scalar,
  fc
    .tuple(fc.constantFrom('$eq', '$gt', '$gte', '$lt', '$lte', '$ne'), scalar)
    .map(([operator, to]) => ({ [operator]: to })),
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
const change = fc.oneof(
  fc.tuple(fc.constantFrom('$set', '$setOnInsert', '$max'), plainPath, value).map(operation),
  fc.tuple(fc.constant('$inc'), plainPath, fc.constantFrom(1, -2, 0.5, 2 ** 33)).map(operation),
  fc.tuple(fc.constant('$unset'), plainPath, fc.constant('')).map(operation),
  fc.tuple(fc.constantFrom('$push', '$addToSet'), plainPath, scalar).map(operation),
  fc
    .tuple(fc.constant('$push'), plainPath, record({ $each, $slice: fc.constantFrom(-2, 0, 3) }))
    .map(operation),
  fc.tuple(fc.constant('$addToSet'), plainPath, record({ $each })).map(operation),
);
const changes = fc.array(change, { minLength: 1, maxLength: 3 }).map((all) => {
  /** @type {Record<string, object>} */
  const update = {};
  for (const [operator, arg] of all) update[operator] = { ...update[operator], ...arg };
  return update;
});

/** @param {[string, string, unknown]} parts @returns {[string, object]} */
function operation([operator, name, arg]) {
  return [operator, { [name]: arg }];
}

/** Ends with the id, so that the order is the same wherever it is asked for. */
const sort = fc.constantFrom(
  { _id: 1 },
  { a: 1, _id: 1 },
  { a: 1, b: -1, _id: 1 },
  { b: -1, _id: -1 },
  { 'o.x': 1, _id: 1 },
);
const projection = fc.constantFrom({}, { a: 1 }, { a: 1, _id: 0 }, { 'o.x': 1, b: 1 });

const [insert, update, remove, find] = ['insert', 'update', 'delete', 'find'].map((name) => ({
  [name]: COLLECTION,
}));

/**
 * A command with operators that the product uses, as documents, filters and updates of every shape. What MongoDB leaves
 * open (which of several documents is the first) is not asked for.
 */
export const commands = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .record({ documents: fc.array(document, { minLength: 1, maxLength: 4 }), ordered: fc.boolean() })
      .map((rest) => ({ ...insert, ...rest })),
  },
  {
    weight: 6,
    arbitrary: fc
      .oneof(
        fc.record({ q: byID, u: changes, upsert: fc.boolean(), multi: fc.constant(false) }),
        fc.record({ q: onlyID, u: fields, upsert: fc.boolean(), multi: fc.constant(false) }),
        fc.record({ q: filter, u: changes, multi: fc.constant(true) }),
      )
      .map((one) => ({ ...update, updates: [one] })),
  },
  {
    weight: 3,
    arbitrary: fc
      .record({ query: byID, update: changes, new: fc.boolean(), upsert: fc.boolean() })
      .map((rest) => ({ findAndModify: COLLECTION, ...rest, sort: { _id: 1 } })),
  },
  { weight: 1, arbitrary: filter.map((q) => ({ ...remove, deletes: [{ q, limit: 0 }] })) },
  { weight: 1, arbitrary: byID.map((q) => ({ ...remove, deletes: [{ q, limit: 1 }] })) },
  {
    weight: 6,
    arbitrary: fc
      .record({ filter, sort, projection, skip: fc.constantFrom(0, 0, 2), limit: fc.constantFrom(0, 0, 3) })
      .map((rest) => ({ ...find, ...rest })),
  },
  { weight: 1, arbitrary: filter.map((query) => ({ count: COLLECTION, query })) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('a', 'b', 'o.x', 'u'), filter)
      .map(([key, query]) => ({ distinct: COLLECTION, key, query })),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(filter, fc.constantFrom('$a', '$u', null)).map(([$match, by]) => ({
      aggregate: COLLECTION,
      pipeline: [
        { $match },
        { $group: { _id: by, sum: { $sum: '$b' }, count: { $sum: 1 }, least: { $min: '$u' } } },
        { $sort: { _id: 1 } },
      ],
      cursor: {},
    })),
  },
);
