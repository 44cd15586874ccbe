import { nameKeysOf, nameSearchKeyOf, searchKeyOf } from './search-key';

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
