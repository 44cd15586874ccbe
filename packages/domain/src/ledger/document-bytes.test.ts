import { propertyRuns } from '@partnerdesk/testing/services';
import fc from 'fast-check';
import mongoose from 'mongoose';
import { bytesOf } from './document-bytes';

const { Binary, Long, ObjectId, serialize } = mongoose.mongo.BSON;

test('a document has the bytes that the driver gives it', () => {
  const scalar = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.constantFrom('', '\u0000', 'ä', '\ud800', '😀'.repeat(30)),
    fc.integer(),
    fc.double(),
    fc.constantFrom(0, -0, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), -(2 ** 31) - 1, 2 ** 53, Number.NaN),
    fc.boolean(),
    fc.constantFrom(null, undefined),
    fc.date({ noInvalidDate: false }),
    fc.constantFrom(new Date(0), new Date(-1), new Date(2 ** 32), new Date(8.64e15)),
    fc.constantFrom(new Binary(Buffer.from('abc')), Long.fromNumber(7), new ObjectId('0'.repeat(24)), 12n),
  );
  const { document } = fc.letrec<{ document: object; value: unknown }>((tie) => ({
    document: fc.dictionary(
      fc.string({ maxLength: 50 }).map((name) => name.replaceAll('\0', '')),
      tie('value'),
    ),
    value: fc.oneof({ depthSize: 'small' }, scalar, tie('document'), fc.array(tie('value'))),
  }));
  fc.assert(
    fc.property(document, (each) => {
      const expected = Buffer.from(serialize(each, { ignoreUndefined: true }));
      expect(bytesOf(each).equals(expected)).toBe(true);
    }),
    propertyRuns(300),
  );
  const long = { a: 'x'.repeat(2_000_000), b: 'ä'.repeat(300_000) };
  expect(bytesOf(long).equals(Buffer.from(serialize(long)))).toBe(true);
});
