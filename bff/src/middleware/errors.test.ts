import { PassThrough } from 'node:stream';
import { AppError } from '@partnerdesk/contracts';
import { AffiliateModel } from '@partnerdesk/domain';
import { makeAffiliate } from '@partnerdesk/testing';
import { Redis } from 'ioredis';
import Joi from 'joi';
import getRawBody from 'raw-body';
import { startTestApp, type TestApp } from '../testing/test-app';
import { toAppError } from './errors';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const thrownBy = async (action: () => unknown): Promise<unknown> => {
  try {
    await action();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
};

test('an AppError is its own answer', () => {
  const error = new AppError('conflict', 'Changed meanwhile');
  expect(toAppError(error)).toBe(error);
});

test('every fault of a Joi error is named by its field, the first text of each', () => {
  const schema = Joi.object({ a: Joi.string().min(5).pattern(/x/), b: Joi.object({ c: Joi.number() }) });
  const { error } = schema.validate({ a: 'y', b: { c: 'z' }, d: 1 }, { abortEarly: false });
  expect(toAppError(error)).toMatchObject({
    code: 'invalid_input',
    fields: { a: expect.any(String), 'b.c': expect.any(String), d: expect.any(String) },
  });
});

test('what a model refuses is bad input, without the value', async () => {
  const error = await thrownBy(() => makeAffiliate({ accountStatus: 77 as 0 }));
  const mapped = toAppError(error);
  expect(mapped).toMatchObject({ code: 'invalid_input', fields: { accountStatus: expect.any(String) } });
  expect(JSON.stringify([mapped?.message, mapped?.fields])).not.toContain('77');
});

test('a value that a model can’t read is bad input', async () => {
  const error = await thrownBy(() => AffiliateModel.findOne({ affID: 'many' as never }));
  expect(toAppError(error)).toMatchObject({ code: 'invalid_input', fields: { affID: expect.any(String) } });
});

test('a duplicate key is a conflict', async () => {
  await makeAffiliate({ emailAddress: 'twice@example.com' });
  const error = await thrownBy(() => makeAffiliate({ emailAddress: 'TWICE@example.com' }));
  expect(toAppError(error)).toMatchObject({ code: 'conflict', status: 409 });
});

test('a database or Redis that does not answer is an outage, not a fault', () => {
  expect(toAppError(Object.assign(new Error(), { name: 'MongoServerSelectionError' }))?.status).toBe(503);
  expect(toAppError(Object.assign(new Error(), { name: 'MaxRetriesPerRequestError' }))?.status).toBe(503);
});

test.each([91, 133, 189, 10107, 11600, 11602, 13435, 13436, 14031])(
  'what a database refuses with %i, without a primary or room on its disk, is an outage',
  (code) => {
    const refusal = Object.assign(new Error('not now'), { name: 'MongoServerError', code });
    expect(toAppError(refusal)?.status).toBe(503);
  },
);

test('what Redis refuses for now is an outage, in a transaction too; what it does not understand is none', async () => {
  const refusal = Object.assign(new Error('OOM command not allowed'), { name: 'ReplyError' });
  expect(toAppError(refusal)?.status).toBe(503);
  const given = await thrownBy(() => app.redis.multi().call('get').exec());
  expect([String(given), toAppError(given)]).toEqual([expect.stringContaining('EXECABORT'), undefined]);
  expect(toAppError(Object.assign(given as Error, { previousErrors: [refusal] }))?.status).toBe(503);
});

test('a write that no majority has acknowledged is an outage: whether it stays is open', () => {
  const error = Object.assign(new Error('timed out'), { name: 'MongoWriteConcernError', code: 64 });
  expect(toAppError(error)?.status).toBe(503);
});

test('a caller who left before the body was read is no fault of the server', async () => {
  const request = new PassThrough();
  request.destroy();
  const error = await thrownBy(() => getRawBody(request, { limit: 10 }));
  expect(toAppError(error)).toMatchObject({ code: 'invalid_input' });
});

test('a bulk write that lost its connection is an outage too, and a write after the other end went away', () => {
  const errorOf = (name: string, more: object) => Object.assign(new Error(), { name, ...more });
  const errorResponse = errorOf('MongoNetworkError', {});
  expect(toAppError(errorOf('MongoBulkWriteError', { errorResponse }))?.status).toBe(503);
  expect(toAppError(errorOf('Error', { code: 'EPIPE' }))?.status).toBe(503);
});

test('a disk without room for a picture is an outage: the service sends it again', () => {
  expect(toAppError(Object.assign(new Error('no space'), { code: 'ENOSPC' }))?.status).toBe(503);
});

test('a connection to Redis that the server itself has closed is an outage', async () => {
  const redis = new Redis({ lazyConnect: true });
  redis.disconnect();
  expect(toAppError(await thrownBy(() => redis.get('key')))?.status).toBe(503);
});

test.each([
  undefined,
  null,
  'text',
  42,
  new TypeError('x is not a function'),
  new Error('E11000 duplicate key'),
])('nobody foresaw %p, whatever its text says', (error) => {
  expect(toAppError(error)).toBeUndefined();
});

test('the unforeseen is a plain 500, logged once with the request id, and nothing of it leaks', async () => {
  const broken = await startTestApp();
  Object.assign(broken.redis, { eval: () => Promise.reject(new Error('secret host 10.0.0.7')) });
  const answer = await broken.client().post('/api/login', { EmailAddress: 'a@example.com', Password: 'x' });
  expect(answer.status).toBe(500);
  expect(answer.body).toEqual({
    error: { code: 'internal', message: 'Error occured. Please try again later' },
  });
  expect([...answer.headers.values()].join()).not.toContain('10.0.0.7');
  const errors = broken.logLines().filter((line) => line.level === 'error');
  expect(errors).toHaveLength(1);
  expect(errors[0]).toMatchObject({
    requestId: answer.headers.get('x-request-id'),
    err: { message: 'secret host 10.0.0.7' },
  });
  await broken.close();
});
