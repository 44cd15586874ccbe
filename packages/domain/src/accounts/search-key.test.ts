import fc from 'fast-check';
import { endOfPrefix, nameKeysOf, nameSearchKeyOf, searchKeyOf } from './search-key';

/** Code points in order, which is the order of UTF-8 bytes: how the database compares. */
const inOrder = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

test.each([
  ['  Zoë ', 'zoe'],
  ['ÅNGSTRÖM', 'angstrom'],
  ['Łódź', 'lodz'],
  ['İstanbul', 'istanbul'],
  ['Ünal', 'unal'],
  ['', ''],
])('%j is searched as %j', (text, key) => expect(searchKeyOf(text)).toBe(key));

test.each([
  ['O’Brien', "o'brien"],
  ['O`Brien', "o'brien"],
  ['Lee,  Ann', 'lee ann'],
  ['Mary\tAnn', 'mary ann'],
  ['a.*b', 'a.*b'],
])('the name %j is searched as %j', (text, key) => expect(nameSearchKeyOf(text)).toBe(key));

test.each([
  ['Ann', 'Lee', { nameKey: 'ann lee', surnameKey: 'lee ann', sharedNameKey: '' }],
  ['Ann', 'Anders', { nameKey: 'ann anders', surnameKey: 'anders ann', sharedNameKey: 'an' }],
  ['Ann', 'Ann', { nameKey: 'ann ann', surnameKey: 'ann ann', sharedNameKey: 'ann ann' }],
  ['', 'Lee', { nameKey: 'lee', surnameKey: 'lee', sharedNameKey: 'lee' }],
  ['', '', { nameKey: '', surnameKey: '', sharedNameKey: '' }],
  // Two letters that share their first half in UTF-16.
  ['😀', '😁', { nameKey: '😀 😁', surnameKey: '😁 😀', sharedNameKey: '' }],
])('%j %j has these keys', (firstName, lastName, keys) =>
  expect(nameKeysOf({ firstName, lastName })).toEqual(keys),
);

test.each([
  ['ann', 'ano'],
  ['', undefined],
  ['a\u{10ffff}', 'b'],
  ['\u{10ffff}', undefined],
  ['\ud7ff', '\ue000'],
  ['😀', '😁'],
])('what starts with %j ends before %j', (prefix, end) => expect(endOfPrefix(prefix)).toBe(end));

test('a text lies between a prefix and its end exactly if it starts with it', () => {
  const text = fc.string({ unit: 'binary', maxLength: 4 });
  fc.assert(
    fc.property(text, text, fc.boolean(), (prefix, other, extend) => {
      const candidate = extend ? prefix + other : other;
      const end = endOfPrefix(prefix);
      const inRange = inOrder(candidate, prefix) >= 0 && (end === undefined || inOrder(candidate, end) < 0);
      expect(inRange).toBe(candidate.startsWith(prefix));
    }),
  );
});
