import { addDays, PERMISSIONS } from '@partnerdesk/contracts';
import {
  atTime,
  dieAtWrite,
  ingest,
  joined,
  makeAdministrator,
  makeAffiliate,
  sale,
  useTestDatabase,
} from '@partnerdesk/testing';
import { AdministratorModel } from '../accounts/account.models';
import { readNotices, saveDigest, saveNotices, switchOff } from '../accounts/notice-settings';
import { executePayroll } from '../payroll/execute-payroll';
import { markPayments } from '../payroll/mark-payments';
import { storeReturnedMails } from '../payroll/pay-results/returned-mails';
import { PayrollModel } from '../payroll/payroll.models';
import { mondayOf } from '../platform';
import { SYSTEM_ACTOR } from '../platform/audit/audit';
import { configureDomain, domainConfig } from '../platform/config';
import { claimMail, MailModel, readUnsubscribeToken, unsubscribeUrl } from '../platform/outbox/mails';
import { storeDailyDigests, storePaidMails, storePaymentMails, storeWeeklySummaries } from './mailings';

useTestDatabase();

const pay = (...affIDs: number[]) =>
  executePayroll({
    payrollType: 1,
    endDate: '2026-03-10',
    items: affIDs.map((personID) => ({ personID })),
    by: SYSTEM_ACTOR,
  });
const ids = async () => (await MailModel.find({}, { _id: 1 }).sort({ _id: 1 }).lean()).map(({ _id }) => _id);

const mark = (state: 'paid' | 'executed', ...payrollIDs: number[]) =>
  markPayments({
    payrollIDs,
    state,
    ...(state === 'executed' && { from: 'paid' }),
    by: { actor: SYSTEM_ACTOR },
  });

/** An affiliate who sold for $10 at 20 % on this day. */
async function seller(day = '2026-03-02'): Promise<number> {
  const { affID, trackID } = await makeAffiliate({ commission: 20 });
  const at = `${day}T17:00:00Z`;
  await ingest(joined(affID, trackID, at), sale(`s${affID}`, affID, 1000, at));
  return affID;
}

test('each executed payment is mailed once, with its statement and the way to switch it off', async () => {
  configureDomain({ ...domainConfig(), publicUrl: 'https://example.com' });
  const affID = await seller();
  await pay(affID);
  expect(await storePaymentMails()).toEqual(['payment-executed.1']);
  expect(await storePaymentMails()).toEqual([]);
  const mail = await claimMail('payment-executed.1');
  expect(mail?.subject).toBe('Your payment of $2.00');
  expect(mail?.text).toContain('https://example.com/statement?payrollID=1');
  // No pay file has been made yet: nothing is on its way.
  expect(mail?.text).toContain('was executed: its amount is fixed, and it is paid next.\nIt will go ');
  expect(mail?.text).not.toContain('Banks take');
  expect(mail?.text).toMatch(/ for Mar \d, 2026 to Mar 10, 2026 /);
  const url = new URL(mail?.unsubscribeUrl ?? '');
  expect(readUnsubscribeToken(url.searchParams.get('token') ?? '')).toEqual({
    kind: 'affiliate',
    id: affID,
    notice: 'payment-executed',
  });
});

test('a payment that is marked paid is mailed once, however often it is marked; a mark that is taken back is not', async () => {
  const affIDs = [await seller(), await seller(), await seller()];
  await pay(...affIDs);
  expect(await storePaidMails()).toEqual([]);
  await switchOff({ kind: 'affiliate', id: affIDs[2] ?? 0, notice: 'payment-executed' });
  await mark('paid', 1, 2, 3);
  await mark('executed', 2);
  expect(await storePaidMails()).toEqual(['payment-paid.1']);
  const mail = await claimMail('payment-paid.1');
  expect(mail?.subject).toBe('Your payment of $2.00 is on its way');
  expect(mail?.text).toMatch(/^Your payment of \$2\.00 for Mar \d, 2026 to Mar 10, 2026 was sent/);
  expect(mail?.unsubscribeUrl).toBeDefined();
  await mark('executed', 1);
  await mark('paid', 1, 2);
  await storePaidMails();
  expect(await ids()).toEqual(['payment-paid.1', 'payment-paid.2']);
});

test('who switched a mail off gets none of that kind, and the others still', async () => {
  const [one, two] = [await seller(), await seller()];
  await switchOff({ kind: 'affiliate', id: one, notice: 'payment-executed' });
  await switchOff({ kind: 'affiliate', id: one, notice: 'payment-executed' });
  expect(await readNotices(one)).toEqual(['payment-returned', 'weekly-summary']);
  await pay(one, two);
  expect(await storePaymentMails()).toHaveLength(1);
  expect(await storeWeeklySummaries('2026-03-09')).toHaveLength(2);
  await saveNotices(one, ['payment-executed']);
  expect(await readNotices(one)).toEqual(['payment-executed']);
});

const KINDS = ['payment-executed', 'payment-returned', 'weekly-summary'] as const;

test.each(KINDS)('%s switched off is not sent, and every other mail is', async (off) => {
  const affID = await seller();
  await switchOff({ kind: 'affiliate', id: affID, notice: off });
  await pay(affID);
  const [{ _id } = { _id: 0 }] = await PayrollModel.find({ personID: affID }).lean();
  await storePaymentMails();
  await markPayments({ payrollIDs: [_id], state: 'returned', source: 'paypal', by: { actor: SYSTEM_ACTOR } });
  await storeReturnedMails();
  await storeWeeklySummaries('2026-03-09');
  const kinds = (await MailModel.find({}, { kind: 1 }).lean()).map(({ kind }) => kind).sort();
  expect(kinds).toEqual(KINDS.filter((each) => each !== off));
});

test('a digest switched off by its link is not sent, and those of others are', async () => {
  await seller();
  const [one, two] = [await makeAdministrator(), await makeAdministrator()];
  await Promise.all([one, two].map(({ adminID }) => saveDigest(adminID, true)));
  await switchOff({ kind: 'administrator', id: one.adminID, notice: 'daily-digest' });
  expect(await atTime(MORNING, () => storeDailyDigests(Date.parse(MORNING)))).toEqual([
    `daily-digest.${two.adminID}.2026-04-06`,
  ]);
});

test('a token that was changed, or is another text of ours, is none', () => {
  const token = new URL(
    unsubscribeUrl({ kind: 'affiliate', id: 1, notice: 'weekly-summary' }),
    'https://x.example',
  ).searchParams;
  const good = token.get('token') ?? '';
  expect(readUnsubscribeToken(good)).toBeDefined();
  const changed = good.replace(/.(?=.{9}$)/, (letter) => (letter === 'A' ? 'B' : 'A'));
  expect(readUnsubscribeToken(changed)).toBeUndefined();
  expect(readUnsubscribeToken('')).toBeUndefined();
  expect(readUnsubscribeToken('a.b.c.d')).toBeUndefined();
});

/** Administrators who have switched the digest on. */
async function digestReaders(count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const { adminID } = await makeAdministrator({ permissions: PERMISSIONS });
    await saveDigest(adminID, true);
  }
}

const MORNING = '2026-04-06T11:00:00Z';
const STORES = {
  paid: () => storePaidMails(),
  payments: () => storePaymentMails(),
  weekly: () => storeWeeklySummaries('2026-03-09'),
  digests: () => storeDailyDigests(Date.parse(MORNING)),
};

test.each(Object.keys(STORES) as (keyof typeof STORES)[])(
  '%s: whatever write the worker dies at, and with two of them, each is mailed once',
  (kind) =>
    atTime(MORNING, async () => {
      const affIDs = [await seller(), await seller(), await seller()];
      if (kind === 'digests') await digestReaders(3);
      else await pay(...affIDs);
      if (kind === 'paid') await mark('paid', 1, 2, 3);
      const store = STORES[kind];
      let dies = true;
      for (let write = 1; dies; write += 1) {
        await Promise.all([
          MailModel.deleteMany({}),
          MailModel.db.collection('noticeCursors').deleteMany({}),
        ]);
        const revive = dieAtWrite(write);
        await store().catch(() => undefined);
        dies = revive();
        await Promise.all([store(), store()]);
        expect(await ids()).toHaveLength(3);
        expect(await store()).toEqual([]);
      }
    }),
);

test('the week before is summed up from Monday on; after a downtime one week, and nobody without figures', async () => {
  const affID = await seller('2026-03-08');
  await makeAffiliate();
  expect(['2026-03-08', '2026-03-09', '2026-03-15'].map(mondayOf)).toEqual([
    '2026-03-02',
    '2026-03-09',
    '2026-03-09',
  ]);
  // Sunday: the week of March 2nd is not over.
  expect(await storeWeeklySummaries('2026-03-08')).toEqual([]);
  expect(await storeWeeklySummaries('2026-03-09')).toEqual([`weekly-summary.${affID}.2026-03-09`]);
  expect((await claimMail(`weekly-summary.${affID}.2026-03-09`))?.text).toContain('Sales:    1 ($10.00)');
  // A worker whose clock is behind begins no earlier week.
  expect(await storeWeeklySummaries('2026-03-08')).toEqual([]);
  // Away for two weeks: the week of March 9th, in which something was sold, is passed over.
  const at = '2026-03-12T17:00:00Z';
  await ingest(sale('later', affID, 1000, at), sale('last', affID, 500, '2026-03-18T17:00:00Z'));
  expect(await storeWeeklySummaries('2026-03-26')).toEqual([`weekly-summary.${affID}.2026-03-23`]);
  expect(await storeWeeklySummaries(addDays('2026-03-26', 1))).toEqual([]);
});

test('a digest goes out in the morning, once a day, to who switched it on, about what they may see', async () => {
  const all = await makeAdministrator({ permissions: PERMISSIONS });
  const other = await makeAdministrator({ permissions: ['statistics'] });
  const off = await makeAdministrator();
  await Promise.all([saveDigest(all.adminID, true), saveDigest(other.adminID, true)]);
  await seller();
  const run = (instant: string) => atTime(instant, () => storeDailyDigests(Date.parse(instant)));
  // 5:59 and 6:00 in New York.
  expect(await run('2026-04-06T09:59:00Z')).toEqual([]);
  const mailID = `daily-digest.${all.adminID}.2026-04-06`;
  expect(await run('2026-04-06T10:00:00Z')).toEqual([mailID]);
  expect(await run('2026-04-06T11:00:00Z')).toEqual([]);
  expect((await claimMail(mailID))?.text).toContain(
    'Affiliates to pay through 2026-03-31, by 2026-04-20, $2.00: 1',
  );
  await AdministratorModel.updateOne({ adminID: all.adminID }, { $set: { status: 2 } });
  expect(await run('2026-04-07T11:00:00Z')).toEqual([]);
  expect(await ids()).not.toContain(`daily-digest.${off.adminID}.2026-04-06`);
});

test.each([
  ['of 25 hours', '2026-11-01', '10:59', '11:00'],
  ['of 23 hours', '2027-03-14', '09:59', '10:00'],
])('on a day %s it goes out at 6 by the clock', async (_, day, before, at) => {
  const { adminID } = await makeAdministrator({ permissions: PERMISSIONS });
  await saveDigest(adminID, true);
  await seller();
  const run = (time: string) =>
    atTime(`${day}T${time}:00Z`, () => storeDailyDigests(Date.parse(`${day}T${time}:00Z`)));
  expect(await run(before)).toEqual([]);
  expect(await run(at)).toEqual([`daily-digest.${adminID}.${day}`]);
});
