import { useTestDatabase } from '@partnerdesk/testing';
import mongoose from 'mongoose';
import { bytesOf, bytesOfAll, startsIn, withFields } from './document-bytes';
import { writeEncoded } from './encoded-writes';

useTestDatabase();

const collection = () => mongoose.connection.collection('encoded') as never as mongoose.mongo.Collection;
const stored = () => collection().find().sort({ _id: 1 }).toArray();

test('documents that are encoded already are written, and those that are there are named', async () => {
  const first = bytesOfAll([
    { _id: 1, a: 'x' },
    { _id: 2, a: undefined },
  ]);
  expect(await writeEncoded(collection(), 'insert', first)).toEqual([]);
  const again = bytesOfAll([{ _id: 3 }, { _id: 2, a: 'other' }]);
  expect(await writeEncoded(collection(), 'insert', again)).toEqual([1]);
  const updates = bytesOfAll([
    { q: { _id: 1 }, u: { $set: { a: 'y' } } },
    { q: { _id: 4 }, u: { $inc: { n: 2 } }, upsert: true },
  ]);
  expect(await writeEncoded(collection(), 'update', updates)).toEqual([]);
  expect(await stored()).toEqual([{ _id: 1, a: 'y' }, { _id: 2 }, { _id: 3 }, { _id: 4, n: 2 }]);
});

test('a refused write and a refused statement are errors with their code', async () => {
  const refused = writeEncoded(collection(), 'update', bytesOfAll([{ q: {}, u: { $nothing: { a: 1 } } }]));
  await expect(refused).rejects.toThrow(/\$nothing/);
  const cut = bytesOf({ _id: 1 }).subarray(0, -1);
  await expect(writeEncoded(collection(), 'insert', cut)).rejects.toBeInstanceOf(
    mongoose.mongo.MongoServerError,
  );
});

const serverError = (code: number) => new mongoose.mongo.MongoServerError({ code, message: 'refused' });

test.each([
  ['the connection breaks', new mongoose.mongo.MongoNetworkError('the answer is lost')],
  ...[10107, 13436, 262, 134].map((code): [string, Error] => [
    `the server answers ${code}`,
    serverError(code),
  ]),
])('a write is sent once more when %s', async (_what, error) => {
  const db = mongoose.connection.db as mongoose.mongo.Db;
  const command = db.command.bind(db);
  const spy = jest.spyOn(db, 'command').mockImplementationOnce(async (body) => {
    await command(body);
    throw error;
  });
  expect(await writeEncoded(collection(), 'insert', bytesOf({ _id: 9 }))).toEqual([0]);
  expect(spy).toHaveBeenCalledTimes(2);
  spy.mockRestore();
});

test('documents of an encoded list get a field at their end', () => {
  const documents = [{ _id: 'a', at: new Date(0) }, { _id: 'b', body: { list: [1, 'x'] } }, {}];
  const bytes = bytesOf({ counters: { n: 1 }, other: ['x'], list: documents });
  const starts = startsIn(bytes, 'list');
  expect(starts).toHaveLength(3);
  const expected = bytesOfAll(documents.map((each) => ({ ...each, seq: 7 })));
  expect(withFields(bytes, starts ?? [], { seq: 7 }).equals(expected)).toBe(true);
  expect(startsIn(bytes, 'missing')).toBeUndefined();
});
