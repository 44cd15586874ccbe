import type { AnySchema } from '@partnerdesk/contracts';
import {
  day,
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
function check(schema: AnySchema, value: unknown): unknown {
  const { error, value: checked } = joiOf(schema).validate(value, {
    abortEarly: false,
    errors: { wrap: { label: false } },
    context: { deepLinkPages: ['/prices'] },
  });
  if (!error) return checked;
  return Object.fromEntries(error.details.map(({ path, message }) => [path.join('.'), message]));
}

const name = text({ trim: true, max: 3, texts: { missing: 'Say it', empty: 'Fill it', long: 'Shorter' } });
const byKind = object({
  kind: oneOf([1, 2]),
  account: when('kind', { is: 1, then: name, otherwise: standard(text({ ignored: 'everything' }), '') }),
});

test.each<[string, AnySchema, unknown, unknown]>([
  ['blanks go', object({ name }), { name: ' ab ' }, { name: 'ab' }],
  ['nothing is there', object({ name }), {}, { name: 'Say it' }],
  ['it is empty', object({ name }), { name: '  ' }, { name: 'Fill it' }],
  ['it is too long', object({ name }), { name: 'abcd' }, { name: 'Shorter' }],
  ['it is no field', object({}), { more: 1 }, { more: 'more is not allowed' }],
  ['a text of digits is a number', object({ affID: id() }), { affID: '7' }, { affID: 7 }],
  ['but not in a body', object({ n: number({ strict: true }) }), { n: '7' }, { n: 'n must be a number' }],
  ['a day as people write it', object({ on: day() }), { on: '2/1/2026' }, { on: '2026-02-01' }],
  ['no day', object({ on: day() }), { on: '2/30/2026' }, { on: 'This is not a day of the form m/d/yyyy' }],
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
