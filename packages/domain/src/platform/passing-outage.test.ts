import mongoose from 'mongoose';
import { isPassingOutage } from './passing-outage';

const { MongoNetworkError, MongoServerError, MongoWriteConcernError } = mongoose.mongo;
const refusal = (code: number) => new MongoServerError({ code, message: 'refused' });

test.each([91, 189, 10107, 11600, 11602, 13435, 13436, 133, 43].map(refusal))(
  'what an election answers may succeed later: %#',
  (error) => expect(isPassingOutage(error)).toBe(true),
);

test('a lost connection too, and a write that a member took which then stepped down', () => {
  expect(isPassingOutage(new MongoNetworkError('lost'))).toBe(true);
  const writeConcernError = { code: 11602, errmsg: 'interrupted' };
  expect(isPassingOutage(new MongoWriteConcernError({ ok: 1, writeConcernError }))).toBe(true);
});

test.each([
  refusal(11000),
  refusal(2),
  new Error('not master'),
  Object.assign(new Error(), { code: 6 }),
  undefined,
])('anything else is no outage: %#', (error) => expect(isPassingOutage(error)).toBe(false));
