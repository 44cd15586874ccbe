import { useTestDatabase } from '@partnerdesk/testing';
import mongoose from 'mongoose';
import { insertAll, updateAll } from './apply-effects';

useTestDatabase();

const NAME = 'written';
const stored = () => mongoose.connection.collection(NAME).find().sort({ _id: 1 }).toArray();

test('documents are written, and those that are there are named', async () => {
  const first = [
    { _id: 1, a: 'x' },
    { _id: 2, a: undefined },
  ];
  expect(await insertAll(NAME, first)).toEqual([]);
  expect(await insertAll(NAME, [{ _id: 3 }, { _id: 2, a: 'other' }])).toEqual([1]);
  const updates = [
    { q: { _id: 1 }, u: { $set: { a: 'y' } } },
    { q: { _id: 4 }, u: { $inc: { n: 2 } }, upsert: true },
  ];
  expect(await updateAll(NAME, updates)).toEqual([]);
  expect(await stored()).toEqual([{ _id: 1, a: 'y' }, { _id: 2 }, { _id: 3 }, { _id: 4, n: 2 }]);
});

test('a refused write and a refused statement are errors with their code', async () => {
  await expect(updateAll(NAME, [{ q: {}, u: { $nothing: { a: 1 } } }])).rejects.toThrow(/\$nothing/);
  await expect(insertAll(NAME, [{ _id: [1] }])).rejects.toBeInstanceOf(mongoose.mongo.MongoServerError);
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
  const spy = jest.spyOn(db, 'command').mockImplementationOnce(async (...args) => {
    await command(...args);
    throw error;
  });
  expect(await insertAll(NAME, [{ _id: 9 }])).toEqual([0]);
  expect(spy).toHaveBeenCalledTimes(2);
  spy.mockRestore();
});

test('a write that is refused is not sent again', async () => {
  const db = mongoose.connection.db as mongoose.mongo.Db;
  const spy = jest.spyOn(db, 'command').mockRejectedValueOnce(serverError(2));
  await expect(insertAll(NAME, [{ _id: 9 }])).rejects.toThrow('refused');
  expect(spy).toHaveBeenCalledTimes(1);
  spy.mockRestore();
});
