/* One way of a postback, from the event to its calls: the tests share the ledger. */
import { POSTBACK_LOG_ROWS } from '@partnerdesk/contracts';
import {
  atTime,
  dieAtWrite,
  ingest,
  joined,
  makeAffiliate,
  refund,
  sale,
  useTestDatabase,
} from '@partnerdesk/testing';
import { AffiliateModel } from '../../accounts/account.models';
import { MAX_RECORD_ROWS } from '../../ledger/ingest-events';
import { RELEASE_SLICE } from '../../ledger/ingest-state';
import { SYSTEM_ACTOR } from '../../platform/audit/audit';
import { decryptField } from '../../platform/crypto/field-encryption';
import { callDuePostbacks, duePostbacks, type MakeCall, REST_MS, RETRY_PAUSES_MS } from './call-postbacks';
import { callIDOf, postbackLog, savePostback, storeTestCall, trimPostbackCalls } from './manage-postback';
import { PostbackCallModel, PostbackModel, postbackContext } from './postback.model';
import { storePostbackCalls } from './store-postback-calls';

useTestDatabase();

const by = { actor: SYSTEM_ACTOR };
const ALL =
  'https://tracker.example/p?e={event}&id={id}&t={trackid}&s={tid}&l={lp}&n={sale}&y={type}&a={amount}&p={payout}&at={time}';
const AT = '2026-03-02T15:00:00Z';
const HOUR_MS = 3_600_000;

/** An affiliate with 30 % and a postback for everything. */
async function makeReceiver(events: ('join' | 'sale' | 'refund')[] = ['join', 'sale', 'refund']) {
  const affiliate = await makeAffiliate();
  const { secret } = await savePostback(affiliate.affID, { address: ALL, events, active: true }, by);
  return { ...affiliate, secret };
}

/** Takes calls as a receiver would. @param answers reasons by turns; none: every call arrives */
function receiver(...answers: string[]) {
  const called: URL[] = [];
  const makeCall: MakeCall = async (address) => {
    called.push(new URL(address));
    const reason = answers.length > 0 ? (answers.shift() as string) : '';
    return { status: reason ? 500 : 200, reason };
  };
  return { called, makeCall };
}

const wordsOf = (called: readonly URL[]) =>
  called.map(({ searchParams }) => `${searchParams.get('e')} ${searchParams.get('p')}`);

test('of two first saves at once one shows the secret, which is the one that counts', async () => {
  const { affID } = await makeAffiliate();
  const save = () => savePostback(affID, { address: ALL, events: ['sale'], active: true }, by);
  const both = await Promise.all([save(), save()]);
  const secrets = both.flatMap(({ secret }) => secret ?? []);
  const { secretEncrypted } = await PostbackModel.findById(affID).orFail().lean();
  expect(secrets).toEqual([decryptField(secretEncrypted ?? '', postbackContext(affID))]);
  expect(both.map(({ hasSecret }) => hasSecret)).toEqual([true, true]);
});

test('a join, a sale and a refund are called in their order, with every macro filled in, and once', async () => {
  const { affID, trackID } = await makeReceiver();
  await makeAffiliate();
  await ingest(
    { ...joined(1, trackID), tid: 'a & b', lp: 'home' },
    sale('s1', 1, 1000, AT),
    joined(2),
    sale('s2', 2, 1000, AT),
  );
  await ingest(refund('r1', 's1', 500, '2026-03-03T15:00:00Z'));
  expect(await storePostbackCalls()).toBe(3);
  expect(await storePostbackCalls()).toBe(0);
  expect(await duePostbacks()).toEqual([affID]);
  const { called, makeCall } = receiver();
  await callDuePostbacks(affID, makeCall);
  expect(wordsOf(called)).toEqual(['join ', 'sale 3.00', 'refund -1.50']);
  expect(Object.fromEntries(called[1]?.searchParams ?? [])).toEqual({
    e: 'sale',
    id: expect.stringMatching(/^[0-9a-f]{32}$/),
    t: trackID,
    s: 'a & b',
    l: 'home',
    n: '1',
    y: 'initial',
    a: '10.00',
    p: '3.00',
    at: '2026-03-02T15:00:00.000Z',
  });
  expect(called[2]?.searchParams.get('n')).toBe('1');
  expect(await callDuePostbacks(affID, makeCall)).toBe(0);
  expect(await duePostbacks()).toEqual([]);
  expect(await postbackLog(affID)).toMatchObject([
    { event: 'refund', state: 'delivered', status: 200, attempts: 1, nextAt: null },
    { event: 'sale' },
    { event: 'join' },
  ]);
});

test('a record of as many events as one takes in, with those that they release, holds nothing up', async () => {
  const { affID, trackID } = await makeReceiver(['refund']);
  await ingest(joined(1, trackID));
  const names = Array.from({ length: MAX_RECORD_ROWS - RELEASE_SLICE }, (_, index) => `s${index}`);
  await ingest(...names.slice(0, RELEASE_SLICE).map((name) => refund(`r${name}`, name, 100, AT)));
  await ingest(...names.map((name) => sale(name, 1, 1000, AT)));
  await ingest(refund('last', 's0', 100, AT));
  const count = () => PostbackCallModel.countDocuments({ affID });
  for (let step = 0; step < 2; step += 1) await storePostbackCalls();
  expect(await count()).toBe(RELEASE_SLICE + 1);
});

test('nothing is called for that came before it was switched on, while it was off, or is not wanted', async () => {
  const { trackID, affID } = await makeAffiliate();
  await ingest(joined(1, trackID), sale('before', 1, 1000, AT));
  const input = { address: ALL, events: ['sale' as const], active: true };
  await savePostback(affID, input, by);
  await ingest(joined(2, trackID), sale('wanted', 2, 2000, AT));
  await storePostbackCalls();
  await savePostback(affID, { ...input, active: false }, by);
  await ingest(sale('while-off', 2, 4000, AT));
  await savePostback(affID, input, by);
  await storePostbackCalls();
  expect((await PostbackCallModel.find().lean()).map(({ _id }) => _id)).toEqual([
    `${affID}.sale.event:wanted`,
  ]);
});

test('what waits when it is switched off is cancelled, also if it is soon on again, and a worker makes no further call', async () => {
  const { affID, trackID } = await makeReceiver(['join']);
  const input = { address: ALL, events: ['join' as const], active: true };
  await ingest(joined(1, trackID), joined(2, trackID));
  await storePostbackCalls();
  const called: string[] = [];
  await callDuePostbacks(affID, async (address) => {
    called.push(address);
    await savePostback(affID, { ...input, active: false }, by);
    return { status: 200, reason: '' };
  });
  expect(called).toHaveLength(1);
  expect(await postbackLog(affID)).toMatchObject([{ state: 'cancelled' }, { state: 'delivered' }]);
  await PostbackCallModel.updateOne({ state: 'cancelled' }, { state: 'waiting', nextAt: new Date() });
  await savePostback(affID, input, by);
  expect(await postbackLog(affID)).toMatchObject([{ state: 'cancelled' }, { state: 'delivered' }]);
});

test('killed at any write, calls are stored once, and none is forgotten', async () => {
  const { affID, trackID } = await makeReceiver();
  await ingest(joined(1, trackID), sale('s1', 1, 1000, AT));
  for (let count = 1; ; count += 1) {
    const revive = dieAtWrite(count);
    const died = await storePostbackCalls().then(
      () => false,
      () => true,
    );
    if (!revive() || !died) break;
  }
  await Promise.all([storePostbackCalls(), storePostbackCalls()]);
  expect(await PostbackCallModel.countDocuments()).toBe(2);
  const { called, makeCall } = receiver();
  await callDuePostbacks(affID, makeCall);
  expect(wordsOf(called)).toEqual(['join ', 'sale 3.00']);
});

test('a call that fails is tried again after growing pauses, for 24 hours in all, with the same id', async () => {
  const { affID, trackID } = await makeReceiver(['join']);
  await ingest(joined(1, trackID));
  await storePostbackCalls();
  const { called, makeCall } = receiver(...Array<string>(20).fill('The answer was 500'));
  const startedAt = Date.now();
  let now = startedAt;
  for (const pauseMs of RETRY_PAUSES_MS) {
    await atTime(new Date(now + 1000).toISOString(), () => callDuePostbacks(affID, makeCall));
    // Not before its pause is over.
    await atTime(new Date(now + pauseMs - 1000).toISOString(), () => callDuePostbacks(affID, makeCall));
    now += pauseMs + 1000;
  }
  expect(await postbackLog(affID)).toMatchObject([{ state: 'waiting', attempts: RETRY_PAUSES_MS.length }]);
  await atTime(new Date(now + 1000).toISOString(), () => callDuePostbacks(affID, makeCall));
  expect(await postbackLog(affID)).toMatchObject([
    { state: 'failed', attempts: 8, status: 500, reason: 'The answer was 500', nextAt: null },
  ]);
  expect(now - startedAt).toBeGreaterThan(23.9 * 3_600_000);
  expect(now - startedAt).toBeLessThan(24.2 * 3_600_000);
  expect(new Set(called.map(({ search }) => search)).size).toBe(1);
  expect(await duePostbacks()).toEqual([]);
});

test('a worker that dies in a try leaves it to be made again', async () => {
  const { affID, trackID } = await makeReceiver(['join']);
  await ingest(joined(1, trackID));
  await storePostbackCalls();
  await expect(callDuePostbacks(affID, () => Promise.reject(new Error('died')))).rejects.toThrow('died');
  expect(await duePostbacks()).toEqual([affID]);
  const later = new Date(Date.now() + (RETRY_PAUSES_MS[0] ?? 0) + 1000).toISOString();
  const { called, makeCall } = receiver();
  await atTime(later, () => callDuePostbacks(affID, makeCall));
  expect(called).toHaveLength(1);
});

test('an address that keeps failing rests, and then goes on in order', async () => {
  const { affID, trackID } = await makeReceiver(['join']);
  await ingest(...[1, 2, 3, 4, 5].map((id) => joined(id, trackID)));
  await storePostbackCalls();
  const down = receiver('no', 'no', 'no', 'no', 'no');
  expect(await callDuePostbacks(affID, down.makeCall)).toBe(3);
  expect(await callDuePostbacks(affID, down.makeCall)).toBe(0);
  const up = receiver();
  const later = new Date(Date.now() + REST_MS + 1000).toISOString();
  expect(await atTime(later, () => duePostbacks())).toEqual([affID]);
  expect(await atTime(later, () => callDuePostbacks(affID, up.makeCall))).toBe(5);
});

test('calls for which an address that keeps failing has no time are given up 25 hours after their first try', async () => {
  const { affID, trackID } = await makeReceiver(['join']);
  await ingest(joined(1, trackID), joined(2, trackID));
  await storePostbackCalls();
  const down = receiver('no', 'no');
  await callDuePostbacks(affID, down.makeCall);
  await ingest(joined(3, trackID));
  await storePostbackCalls();
  const { called, makeCall } = receiver();
  await atTime(new Date(Date.now() + 26 * HOUR_MS).toISOString(), async () => {
    await callDuePostbacks(affID, makeCall);
    expect(await duePostbacks()).toEqual([]);
  });
  expect(called).toHaveLength(1);
  const states = (await postbackLog(affID)).map(({ state, attempts, reason }) => [state, attempts, reason]);
  expect(states).toEqual([
    ['delivered', 1, ''],
    ['failed', 1, 'no'],
    ['failed', 1, 'no'],
  ]);
});

test('what was never tried is tried, however long workers were down, and then as often as any other', async () => {
  const { affID, trackID } = await makeReceiver(['join']);
  await ingest(joined(1, trackID), joined(2, trackID));
  await storePostbackCalls();
  let now = Date.now() + 400 * 24 * HOUR_MS;
  const { called, makeCall } = receiver('no');
  await atTime(new Date(now).toISOString(), async () => {
    expect(await duePostbacks()).toEqual([affID]);
    expect(await callDuePostbacks(affID, makeCall)).toBe(2);
  });
  now += (RETRY_PAUSES_MS[0] ?? 0) + 1000;
  await atTime(new Date(now).toISOString(), () => callDuePostbacks(affID, makeCall));
  expect(called).toHaveLength(3);
  const states = (await postbackLog(affID)).map(({ state, attempts }) => [state, attempts]);
  expect(states.sort()).toEqual([
    ['delivered', 1],
    ['delivered', 2],
  ]);
});

test('a worker whose clock is days ahead neither gives calls up nor tries them sooner: the database’s clock counts', async () => {
  const { affID, trackID } = await makeReceiver(['join']);
  await ingest(joined(1, trackID));
  await storePostbackCalls();
  const { called, makeCall } = receiver('no');
  await callDuePostbacks(affID, makeCall);
  const ahead = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 26 * HOUR_MS);
  await callDuePostbacks(affID, makeCall);
  ahead.mockRestore();
  expect(called).toHaveLength(1);
  expect(await postbackLog(affID)).toMatchObject([{ state: 'waiting', attempts: 1 }]);
});

test('what waits is cancelled once the postback is off, or the account closed', async () => {
  for (const close of [
    (affID: number) => savePostback(affID, { address: ALL, events: [], active: false }, by),
    (affID: number) => AffiliateModel.updateOne({ affID }, { $set: { status: 2 } }),
  ]) {
    const { affID, trackID } = await makeReceiver(['join']);
    await ingest(joined(affID, trackID));
    await storePostbackCalls();
    await close(affID);
    const { called, makeCall } = receiver();
    await callDuePostbacks(affID, makeCall);
    expect(called).toEqual([]);
    expect(await postbackLog(affID)).toMatchObject([{ state: 'cancelled', nextAt: null }]);
  }
});

test('a test is tried once, at once, with example values', async () => {
  const { affID } = await makeReceiver();
  const { id } = await storeTestCall(affID);
  const { called, makeCall } = receiver('The answer was 404');
  await callDuePostbacks(affID, makeCall);
  expect(Object.fromEntries(called[0]?.searchParams ?? [])).toMatchObject({ e: 'test', id, p: '2.50' });
  expect(await postbackLog(affID)).toMatchObject([{ id, event: 'test', state: 'failed', attempts: 1 }]);
});

test('ids of calls reveal nothing of what they are about, and differ between affiliates', async () => {
  const [a, b] = [await makeReceiver(), await makeReceiver()];
  const salts = await PostbackModel.find({ _id: { $in: [a.affID, b.affID] } }).lean();
  const ids = salts.map(({ salt }) => callIDOf(salt, '1.join.7'));
  expect(ids[0]).not.toBe(ids[1]);
});

test('the log keeps the latest calls; older ones go once they are settled and a day old', async () => {
  const { affID } = await makeReceiver();
  const call = (index: number, state: string) => ({
    _id: `x${index}`,
    affID,
    callID: `${index}`,
    event: 'join',
    values: {},
    state,
    attempts: 1,
    createdAt: new Date(1e12 + index),
    ...(state === 'waiting' ? { nextAt: new Date(2e12) } : { settledAt: new Date(1e12) }),
  });
  await PostbackCallModel.insertMany(
    Array.from({ length: POSTBACK_LOG_ROWS + 3 }, (_, index) =>
      call(index, index === 0 ? 'waiting' : 'delivered'),
    ),
  );
  expect(await trimPostbackCalls()).toBe(2);
  expect(await postbackLog(affID)).toHaveLength(POSTBACK_LOG_ROWS);
  expect(await PostbackCallModel.exists({ _id: 'x0' })).not.toBeNull();
});
