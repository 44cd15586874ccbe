import { matches, withStandards } from './matches';
import {
  type AnySchema,
  anything,
  code,
  day,
  either,
  flag,
  list,
  map,
  nullable,
  number,
  object,
  oneOf,
  optional,
  saved,
  standard,
  text,
} from './schema';

const row = object({
  id: number(),
  name: text(),
  at: day(),
  note: optional(text()),
  end: nullable(number()),
});
const right = { id: 1, name: '', at: '2026-01-02', end: null };

test.each<[AnySchema, unknown, boolean]>([
  [row, right, true],
  [row, { ...right, more: [] }, true],
  [row, { ...right, note: 'a' }, true],
  [row, { ...right, note: null }, false],
  [row, { ...right, end: undefined }, false],
  [row, { ...right, id: '1' }, false],
  [row, { ...right, id: Number.NaN }, false],
  [row, [right], false],
  [row, null, false],
  [list(row), [right, right], true],
  [list(row), [right, {}], false],
  [list(row), right, false],
  [map(number()), { a: 1 }, true],
  [map(number()), { a: 'b' }, false],
  [oneOf([0, 1]), 2, false],
  // New values of an open list pass, for screens have a default; those of another kind do not.
  [code([0, 1]), 2, true],
  [code([0, 1]), '1', false],
  [code(['a', 'b']), 'c', true],
  [either(number(), flag()), true, true],
  [either(number(), flag()), 'true', false],
  [flag({ only: true }), false, false],
  [anything(), undefined, true],
  [saved(), { affID: 1 }, true],
  [saved(), false, false],
])('an answer is what its call states, or is not (%#)', (schema, value, expected) => {
  expect(matches(schema, value)).toBe(expected);
});

test('what an answer may lack has its standard, in rows and parts, too; the others stay', () => {
  const schema = list(
    object({
      name: text(),
      city: standard(text(), ''),
      part: optional(object({ on: standard(flag(), false) })),
    }),
  );
  expect(withStandards(schema, [{ name: 'a' }, { name: 'b', city: 'c', part: {}, more: 1 }])).toEqual([
    { name: 'a', city: '' },
    { name: 'b', city: 'c', part: { on: false }, more: 1 },
  ]);
  expect(withStandards(schema, 'no list')).toBe('no list');
  const ways = either(object({ a: text(), more: standard(text(), '') }), object({ b: text() }));
  expect(withStandards(ways, { a: '' })).toEqual({ a: '', more: '' });
  expect(withStandards(ways, { b: '' })).toEqual({ b: '' });
  expect(withStandards(ways, { c: '' })).toEqual({ c: '' });
});
