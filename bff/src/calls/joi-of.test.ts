import type { AnySchema } from '@partnerdesk/contracts';
import {
  day,
  eitherBy,
  exactlyOne,
  flag,
  id,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  standard,
  stripped,
  text,
  when,
} from '@partnerdesk/contracts/schema';
import { joiOf } from './joi-of';

/** The checked value, or the text by field. */
function check(schema: AnySchema, value: unknown, query?: object): unknown {
  const { error, value: checked } = joiOf(schema).validate(value, {
    abortEarly: false,
    errors: { wrap: { label: false } },
    context: { deepLinkPages: ['/prices'], query },
  });
  if (!error) return checked;
  const texts: Record<string, string> = {};
  for (const { path, message } of error.details) texts[path.join('.')] ??= message;
  return texts;
}

const name = text({ trim: true, max: 3, texts: { missing: 'Say it', empty: 'Fill it', long: 'Shorter' } });
const byList = eitherBy(list(number()), list(number()), object({ name }));
const byKind = object({
  kind: oneOf([1, 2]),
  account: when('kind', { is: 1, then: name, otherwise: standard(text({ ignored: 'everything' }), '') }),
});

test.each<[string, AnySchema, unknown, unknown]>([
  ['blanks go', object({ name }), { name: ' ab ' }, { name: 'ab' }],
  ['nothing is there', object({ name }), {}, { name: 'Say it' }],
  ['it is empty', object({ name }), { name: '  ' }, { name: 'Fill it' }],
  ['it is too long', object({ name }), { name: 'abcd' }, { name: 'Shorter' }],
  ['half a letter is none', object({ name }), { name: 'a\ud83d' }, { name: 'a\ufffd' }],
  ['a whole one is', object({ name }), { name: '\ud83d\ude00' }, { name: '\ud83d\ude00' }],
  ['it is no field', object({}), { more: 1 }, { more: 'more is not allowed' }],
  ['a text of digits is a number', object({ affID: id() }), { affID: '7' }, { affID: 7 }],
  ['but not in a body', object({ n: number({ strict: true }) }), { n: '7' }, { n: 'n must be a number' }],
  [
    'more than a number holds exactly',
    object({ n: number() }),
    { n: 2 ** 53 },
    { n: 'n must be a safe number' },
  ],
  ['a day as people write it', object({ on: day() }), { on: '2/1/2026' }, { on: '2026-02-01' }],
  ['no day', object({ on: day() }), { on: '2/30/2026' }, { on: 'This is not a day of the form m/d/yyyy' }],
  [
    'nor a code',
    object({ n: oneOf([1, 2], { as: 'number', strict: true }) }),
    { n: '2' },
    { n: 'n must be one of [1, 2]' },
  ],
  [
    'too low before too exact',
    object({ n: number({ strict: true, min: 0, decimals: 2 }) }),
    { n: -0.001 },
    { n: 'n must be greater than or equal to 0' },
  ],
  ['its standard', object({ page: standard(id(), 1), word: optional(text()) }), {}, { page: 1 }],
  ['null, where it may be', object({ end: nullable(id()) }), { end: null }, { end: null }],
  ['the server’s own', object({ status: stripped() }), { status: 9 }, {}],
  [
    'each once',
    object({ on: list(oneOf(['a', 'b']), { unique: true }) }),
    { on: ['a', 'a'] },
    { 'on.1': 'on[1] contains a duplicate value' },
  ],
  [
    'no two with the same id',
    object({ on: list(object({ id: id() }), { unique: 'id' }) }),
    { on: [{ id: 1 }, { id: 1 }] },
    { 'on.1': 'on[1] contains a duplicate value' },
  ],
  [
    'what it repeats',
    object({ a: text(), b: text({ repeats: 'a', texts: { any: 'Not the same' } }) }),
    { a: 'x', b: 'y' },
    { b: 'Not the same' },
  ],
  ['one way of a condition', byKind, { kind: 1 }, { account: 'Say it' }],
  ['the other', byKind, { kind: 2, account: { odd: 1 } }, { kind: 2, account: '' }],
  [
    'one of two',
    object({ a: optional(flag()), b: optional(flag()) }, { oneOf: ['a', 'b'] }),
    { a: true, b: true },
    { '': 'value contains a conflict between exclusive peers [a, b]' },
  ],
  ['none of two', object({ a: optional(flag()), b: optional(flag()) }, { atMostOneOf: ['a', 'b'] }), {}, {}],
  [
    'both of them',
    object({ a: optional(flag()), b: optional(flag()) }, { atMostOneOf: ['a', 'b'] }),
    { a: true, b: true },
    { '': 'value contains a conflict between optional exclusive peers [a, b]' },
  ],
  [
    'exactly one of several',
    object({ proof: exactlyOne({ a: text(), b: text() }) }),
    { proof: {} },
    { proof: 'proof must contain at least one of [a, b]' },
  ],
  ['other fields, kept', object({ a: text() }, { others: 'kept' }), { a: 'x', b: 1 }, { a: 'x', b: 1 }],
  ['other fields, dropped', object({ a: text() }, { others: 'dropped' }), { a: 'x', b: 1 }, { a: 'x' }],
  ['the first of two ways', byList, ['7'], [7]],
  ['the second', byList, {}, { name: 'Say it' }],
  ['dropped once it is checked', object({ a: stripped(oneOf(['x'])) }), { a: 'x' }, {}],
  [
    'refused, though it would be dropped',
    object({ a: stripped(oneOf(['x'])) }),
    { a: 'y' },
    { a: 'a must be [x]' },
  ],
  [
    'the name of a pattern',
    object({ a: text({ pattern: /^\d+$/, patternName: 'digits' }) }),
    { a: 'x' },
    { a: 'a with value x fails to match the digits pattern' },
  ],
  [
    'of two faults the one whose rule is stated first',
    object({ a: text({ max: 1, format: 'email', texts: { long: 'Long', email: 'None' } }) }),
    { a: 'ab' },
    { a: 'Long' },
  ],
  [
    'and the other way round',
    object({ a: text({ format: 'email', max: 1, texts: { long: 'Long', email: 'None' } }) }),
    { a: 'ab' },
    { a: 'None' },
  ],
  [
    'the first without the others',
    object(
      { a: optional(flag()), b: optional(flag()), c: optional(flag()) },
      { without: ['a', ['b', 'c']], with: ['c', 'b'] },
    ),
    { a: true, b: true },
    { '': 'a conflict with forbidden peer b' },
  ],
  [
    'a rule of its own',
    object({ n: number({ check: (n: number) => (n % 2 ? 'Odd {{#label}}' : undefined) }) }),
    { n: 3 },
    { n: 'Odd {{#label}}' },
  ],
  [
    'a rule of the server’s',
    object({ to: text({ rule: 'deep-link-page' }) }),
    { to: '/prices?x=1' },
    { to: '/prices' },
  ],
  [
    'refused by it',
    object({ to: text({ rule: 'deep-link-page' }) }),
    { to: '/other' },
    { to: 'Links may not lead to this page of the service' },
  ],
])('what a caller sends: %s', (_, schema, value, expected) => {
  expect(check(schema, value)).toEqual(expected);
});

test('what a body has to be depends on a field of the query', () => {
  const body = when('$query.part', { is: 'name', then: object({ name }), otherwise: object({ age: id() }) });
  expect(check(body, { name: 'abcd' }, { part: 'name' })).toEqual({ name: 'Shorter' });
  expect(check(body, { age: '7' }, { part: 'age' })).toEqual({ age: 7 });
  expect(check(body, { name: 'abc' }, { part: 'age' })).toEqual({
    age: 'age is required',
    name: 'name is not allowed',
  });
});
