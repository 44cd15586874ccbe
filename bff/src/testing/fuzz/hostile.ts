import fc from 'fast-check';
import { at, type Draw, type Path, replaceAt } from './draw-value';

/** What nobody types: for any field of any call. */
const VALUES: readonly unknown[] = [
  null,
  true,
  '',
  ' ',
  0,
  -1,
  -0,
  0.1,
  1e21,
  -1e308,
  2 ** 53,
  Number.MAX_SAFE_INTEGER,
  '0x10',
  '1e999',
  'NaN',
  [],
  {},
  [[]],
  { $gt: '' },
  { $where: 'while(true);' },
  ['$ne', null],
  '__proto__',
  'constructor',
  'toString',
  'undefined',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\r\nSet-Cookie: a=b',
  '../../../../etc/passwd',
  '..\\..\\windows',
  '%00%ff%E0%A4%A',
  '(a+)+$',
  '.*',
  '<script>alert(1)</script>',
  '{{7*7}}',
  "' OR 1=1 --",
  '=cmd|/c calc!A1',
  '\u202e\u200b\ufeff',
  'ﷺ'.repeat(40),
  'x'.repeat(5000),
  '🦄'.repeat(300),
  '2026-02-30',
  '1/1/0001',
  '12/31/9999',
  '-000001-01-01',
];

/** Fields that no schema has. */
const FIELDS = ['__proto__', 'constructor', '$where', 'toString', 'a.b', '', 'admin', 'permissions'];

const hostileValue = (draw: Draw): unknown => draw(fc.constantFrom, ...VALUES);

/** A copy with one place made wrong. */
export function withOneFault(draw: Draw, value: unknown): unknown {
  const copy = structuredClone(value);
  const places = placesOf(copy);
  if (places.length === 0 || draw(fc.nat, 9) === 0) return hostileValue(draw);
  const place = draw(fc.constantFrom, ...places);
  switch (draw(fc.constantFrom, 'replace', 'replace', 'replace', 'take', 'add', 'wrap', 'many')) {
    case 'take':
      replaceAt(copy, place, undefined);
      break;
    case 'add':
      Object.defineProperty(copy, draw(fc.constantFrom, ...FIELDS), {
        value: hostileValue(draw),
        enumerable: true,
        configurable: true,
        writable: true,
      });
      break;
    case 'wrap':
      replaceAt(copy, place, [at(copy, place)]);
      break;
    case 'many':
      replaceAt(copy, place, Array(2000).fill(at(copy, place)));
      break;
    default:
      replaceAt(copy, place, hostileValue(draw));
  }
  return copy;
}

function placesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return keys.flatMap((key) => [
    [...path, key],
    ...placesOf((value as Record<string, unknown>)[key], [...path, key]),
  ]);
}

/** Bodies that are no body of the call's. */
export function hostileBody(draw: Draw): Buffer {
  const depth = draw(fc.constantFrom, 90, 101, 20_000);
  const texts = [
    '[',
    '{"a":',
    '{"a":1,"a":{"$gt":""}}',
    '{"__proto__":{"admin":true}}',
    '{"constructor":{"prototype":{"admin":true}}}',
    'null',
    '1',
    '"text"',
    '[]',
    '\ufeff{}',
    '{"a":1e999,"b":-1e-999}',
    `${'['.repeat(depth)}${']'.repeat(depth)}`,
    `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
    `{${Array.from({ length: 4000 }, (_, index) => `"k${index}":0`).join(',')}}`,
    `"${'\\ud800'.repeat(1000)}"`,
    ' '.repeat(99_000),
    `{"EmailAddress":"${'a'.repeat(150_000)}"}`,
  ];
  if (draw(fc.nat, 4) === 0) return Buffer.from(draw(fc.uint8Array, { maxLength: 300 }));
  return Buffer.from(draw(fc.constantFrom, ...texts));
}
