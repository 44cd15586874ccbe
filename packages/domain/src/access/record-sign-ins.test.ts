import { dieAtWrite, useTestDatabase } from '@partnerdesk/testing';
import { AuditModel } from '../platform/audit/audit';
import { deliverForgotten } from '../platform/audit/audit-outbox';
import {
  closeFailedSignIns,
  type FailedSignIn,
  FailedSignInsModel,
  MAX_ACCOUNTS_AN_HOUR,
  recordFailedSignIn,
} from './record-sign-ins';

useTestDatabase();

const AT = new Date('2026-03-02T15:20:00Z');
const LATER = new Date('2026-03-02T16:20:00Z');
const fail = (more: Partial<FailedSignIn> = {}) =>
  recordFailedSignIn(
    { emailAddress: 'hunter2-secret', why: 'unknown', origin: { address: '192.0.2.7' }, ...more },
    AT,
  );
const failOf = (id: number) => fail({ person: { kind: 'affiliate', id }, why: 'wrong' });
const lines = async () =>
  (await AuditModel.find().sort({ seq: 1 }).lean()).map(({ action, subject, after }) => [
    action,
    `${subject?.type} ${subject?.id}`,
    after,
  ]);

test('the first failure of an account within an hour is recorded, and their sum once it is over', async () => {
  await Promise.all([failOf(7), failOf(7), failOf(7)]);
  await failOf(8);
  await fail();
  await fail({ emailAddress: 'somebody@else.example' });
  const first = [
    ['sign-in.failed', 'affiliate 7', { why: 'wrong' }],
    ['sign-in.failed', 'affiliate 8', { why: 'wrong' }],
    ['sign-in.failed', 'sign-in unknown', { why: 'unknown', account: 'h…' }],
  ];
  expect(await lines()).toEqual(first);
  await closeFailedSignIns(AT);
  expect(await lines()).toEqual(first);
  await Promise.all([closeFailedSignIns(LATER), closeFailedSignIns(LATER)]);
  const sum = (failures: number) => ({ failures, hour: '2026-03-02T15:00Z' });
  expect(await lines()).toEqual([
    ...first,
    ['sign-in.failures-counted', 'affiliate 7', sum(3)],
    ['sign-in.failures-counted', 'sign-in unknown', sum(2)],
  ]);
  expect(await FailedSignInsModel.countDocuments()).toBe(0);
});

test('a failure under a name of letters that are two codes each is recorded', async () => {
  await fail({ emailAddress: '🦄hunter2@example.com' });
  expect(await lines()).toEqual([
    ['sign-in.failed', 'sign-in unknown', { why: 'unknown', account: '🦄…@e…' }],
  ]);
});

test('guesses at an administrator have their own lines, however many other accounts are tried', async () => {
  for (let id = 1; id <= MAX_ACCOUNTS_AN_HOUR + 1; id += 1) await failOf(id);
  for (let guess = 0; guess < 3; guess += 1)
    await fail({ person: { kind: 'administrator', id: 1 }, why: 'wrong' });
  expect((await lines()).at(-1)).toEqual(['sign-in.failed', 'administrator 1', { why: 'wrong' }]);
  await closeFailedSignIns(LATER);
  expect(await lines()).toContainEqual([
    'sign-in.failures-counted',
    'administrator 1',
    { failures: 3, hour: '2026-03-02T15:00Z' },
  ]);
});

test('strangers who try every account make the log grow by a bounded number of lines an hour', async () => {
  for (let id = 1; id <= MAX_ACCOUNTS_AN_HOUR + 20; id += 1) await failOf(id);
  expect(await lines()).toHaveLength(MAX_ACCOUNTS_AN_HOUR + 1);
  await closeFailedSignIns(LATER);
  const sum = { failures: 20, hour: '2026-03-02T15:00Z' };
  expect((await lines()).slice(MAX_ACCOUNTS_AN_HOUR + 1)).toEqual([
    ['sign-in.failures-counted', 'sign-in others', sum],
  ]);
});

test('killed at any write, what was counted is recorded once', async () => {
  for (let write = 1, reached = true; reached; write += 1) {
    const stop = dieAtWrite(write);
    await failOf(write).catch(() => {});
    await failOf(write).catch(() => {});
    await closeFailedSignIns(LATER).catch(() => {});
    reached = stop();
    await deliverForgotten(new Date());
    await closeFailedSignIns(LATER);
  }
  const found = (await lines()).map(([action, subject]) => `${action} ${subject}`);
  expect(new Set(found).size).toBe(found.length);
  expect(await FailedSignInsModel.countDocuments()).toBe(0);
});
