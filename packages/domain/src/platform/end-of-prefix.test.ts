import fc from 'fast-check';
import { endOfPrefix } from './end-of-prefix';

/** Code points in order, which is the order of UTF-8 bytes: how the database compares. */
const inOrder = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

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
