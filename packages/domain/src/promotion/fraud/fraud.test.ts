import { FRAUD_RULES } from '@partnerdesk/contracts';
import { ingest, joined, makeAffiliate, refund, sale, useTestDatabase } from '@partnerdesk/testing';
import { AffiliateModel } from '../../accounts/account.models';
import { payeePayments } from '../../payroll/account-figures';
import { generatePayroll } from '../../payroll/generate-payroll';
import { AuditModel, SYSTEM_ACTOR } from '../../platform/audit/audit';
import { configureDomain, type DomainConfig, domainConfig, today } from '../../platform/config';
import { findFraudSignals, findJoinBursts, judgeClicks, readFraudRules } from './find-signals';
import { listFraudSignals, reviewSignal } from './fraud-signals';
import { FraudTraceModel, networkHashOf, traceVisit } from './fraud-traces';

useTestDatabase();

let config: DomainConfig;
beforeEach(() => {
  config = domainConfig();
});
afterEach(() => configureDomain(config));

const by = { actor: { ...SYSTEM_ACTOR, emailAddress: 'olga@example.com' } };
const rulesOf = async (affID: number) => (await listFraudSignals(affID)).map(({ rule }) => rule);
const only = (...fraudRules: string[]) => configureDomain({ ...config, fraudRules });
const now = () => new Date().toISOString();

test('settings switch rules off and set thresholds; unknown ones are refused', () => {
  expect([...readFraudRules(FRAUD_RULES).keys()]).toEqual(FRAUD_RULES);
  expect(readFraudRules(['click-burst:500', 'refund-rate']).get('click-burst')).toBe(500);
  expect(readFraudRules(['refund-rate']).has('click-burst')).toBe(false);
  expect(() => readFraudRules(['bursts'])).toThrow('no rule bursts');
  expect(() => readFraudRules(['click-burst:0'])).toThrow('no threshold');
});

test('networks are compared by keyed hashes of prefixes, which hold no address', () => {
  expect(networkHashOf('192.0.2.7')).toBe(networkHashOf('::ffff:192.0.2.200'));
  expect(networkHashOf('192.0.2.7')).not.toBe(networkHashOf('192.0.3.7'));
  expect(networkHashOf('2001:db8:1::1')).toBe(networkHashOf('2001:0db8:0001:ffff::9'));
  expect(networkHashOf('2001:db8:1::1')).not.toBe(networkHashOf('2001:db8:2::1'));
  expect(networkHashOf('192.0.2.7')).toMatch(/^[\w-]{22}$/);
});

test('an account registered where another affiliate signs in is shown on both; two who only sign in there are not', async () => {
  const [one, other, third] = [await makeAffiliate(), await makeAffiliate(), await makeAffiliate()];
  await traceVisit(one.affID, 'sign-in', { address: '192.0.2.7', devices: [] });
  await traceVisit(third.affID, 'sign-in', { address: '192.0.2.9', devices: [] });
  await findFraudSignals();
  expect(await rulesOf(one.affID)).toEqual([]);
  await traceVisit(other.affID, 'registration', { address: '192.0.2.8', devices: [] });
  await findFraudSignals();
  await findFraudSignals();
  const reasons = (await listFraudSignals(other.affID)).map(({ reason }) => reason);
  const ofBoth = [one, third].map(
    ({ affID }) => `Affiliate ${affID} registered or signed in on the same network`,
  );
  expect(reasons.sort()).toEqual(ofBoth);
  expect(await rulesOf(one.affID)).toEqual(['own-sign-ups']);
  expect(JSON.stringify(await FraudTraceModel.find().lean())).not.toContain('192.0.2');
});

test('two affiliates on one device are shown, in other networks too', async () => {
  const [one, other] = [await makeAffiliate(), await makeAffiliate()];
  await traceVisit(one.affID, 'sign-in', { address: '192.0.2.7', devices: ['one'] });
  await traceVisit(other.affID, 'sign-in', { address: '198.51.100.7', devices: ['other', 'one'] });
  await findFraudSignals();
  expect((await listFraudSignals(one.affID))[0]?.reason).toMatch(/on the same device$/);
});

test('refunds far above the program’s are shown, those just below are not', async () => {
  const [bad, good] = [await makeAffiliate(), await makeAffiliate()];
  await ingest(joined(1, bad.trackID, now()), joined(2, good.trackID, now()));
  const sales = (name: string, memberID: number, count: number) =>
    Array.from({ length: count }, (_, index) => sale(`${name}${index}`, memberID, 1000, now()));
  await ingest(...sales('b', 1, 20), ...sales('g', 2, 80));
  await ingest(...[0, 1, 2].map((index) => refund(`rb${index}`, `b${index}`, 1000, now())));
  await ingest(...[0, 1].map((index) => refund(`rg${index}`, `g${index}`, 1000, now())));
  // 15 % against 5 % of all: three times is the threshold.
  only('refund-rate:3.1');
  await findFraudSignals();
  expect(await rulesOf(bad.affID)).toEqual([]);
  only('refund-rate');
  await findFraudSignals();
  expect(await rulesOf(bad.affID)).toEqual(['refund-rate']);
  expect(await rulesOf(good.affID)).toEqual([]);
});

test('a shared account and a disposable email are shown, once, and in payroll until somebody reviewed them', async () => {
  const [one, other] = [await makeAffiliate(), await makeAffiliate()];
  const shared = { payPalUserName: 'pay@example.com', payPalKey: 'k1.same' };
  await AffiliateModel.updateMany({ affID: { $in: [one.affID, other.affID] } }, { $set: shared });
  await AffiliateModel.updateOne({ affID: one.affID }, { $set: { emailAddress: 'ann@mailinator.com' } });
  await ingest(joined(1, one.trackID, now()), sale('s1', 1, 1000, now()));
  only('click-burst');
  await findFraudSignals();
  expect(await rulesOf(one.affID)).toEqual([]);
  only(...FRAUD_RULES);
  await findFraudSignals();
  await findFraudSignals();
  const signals = await listFraudSignals(one.affID);
  expect(signals.map(({ rule }) => rule).sort()).toEqual(['disposable-mail', 'shared-account']);
  const endDate = today();
  const rows = () => generatePayroll({ payrollType: 1, endDate });
  expect((await rows())[0]?.openSignals).toBe(2);
  const readReasons = async () => (await payeePayments('affiliate', one.affID)).signals;
  expect(await readReasons()).toEqual(signals.map(({ reason }) => reason));
  for (const { id } of signals) await reviewSignal({ id, note: 'Two brothers' }, by);
  await findFraudSignals();
  expect((await rows())[0]?.openSignals).toBeUndefined();
  expect(await readReasons()).toEqual([]);
  expect((await listFraudSignals(one.affID))[0]?.review).toMatchObject({ by: 'olga@example.com' });
});

test('a signal is reviewed once, with a line in the audit log', async () => {
  const { affID } = await makeAffiliate();
  await AffiliateModel.updateOne({ affID }, { $set: { emailAddress: 'bob@mailinator.com' } });
  await findFraudSignals();
  const [{ id } = { id: '' }] = await listFraudSignals(affID);
  const both = await Promise.allSettled([1, 2].map(() => reviewSignal({ id, note: 'Known' }, by)));
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await expect(reviewSignal({ id, note: 'Again' }, by)).rejects.toMatchObject({ code: 'conflict' });
  await expect(reviewSignal({ id: 'none', note: 'x' }, by)).rejects.toMatchObject({ code: 'not_found' });
  expect(await AuditModel.countDocuments({ action: 'fraud-signal.reviewed' })).toBe(1);
});

test('a burst of joins is shown at the threshold; one below it, and old ones of an import, are not', async () => {
  only('join-burst:5');
  const [busy, calm, imported] = [await makeAffiliate(), await makeAffiliate(), await makeAffiliate()];
  await findJoinBursts();
  const joins = (from: number, count: number, trackID: string, at: string) =>
    Array.from({ length: count }, (_, index) => joined(from + index, trackID, at));
  await ingest(...joins(100, 5, busy.trackID, now()), ...joins(200, 4, calm.trackID, now()));
  await ingest(...joins(300, 9, imported.trackID, '2025-03-02T15:00:00Z'));
  await findJoinBursts();
  await findJoinBursts();
  expect(await rulesOf(busy.affID)).toEqual(['join-burst']);
  expect(await rulesOf(calm.affID)).toEqual([]);
  expect(await rulesOf(imported.affID)).toEqual([]);
});

test('many clicks from one network are shown at the threshold; own clicks only when joins followed', async () => {
  only('click-burst:10', 'own-sign-ups');
  const [busy, calm, own] = [await makeAffiliate(), await makeAffiliate(), await makeAffiliate()];
  await traceVisit(own.affID, 'sign-in', { address: '203.0.113.7', devices: [] });
  const mine = { affID: own.affID, network: networkHashOf('203.0.113.9'), clicks: 1 };
  const counts = [
    { affID: busy.affID, network: 'n1', clicks: 10 },
    { affID: calm.affID, network: 'n1', clicks: 9 },
    mine,
  ];
  await judgeClicks(490_000, counts, new Set());
  expect(await rulesOf(own.affID)).toEqual([]);
  await judgeClicks(490_000, counts, new Set([own.affID]));
  expect(await rulesOf(busy.affID)).toEqual(['click-burst']);
  expect(await rulesOf(calm.affID)).toEqual([]);
  expect(await rulesOf(own.affID)).toEqual(['own-sign-ups']);
});
