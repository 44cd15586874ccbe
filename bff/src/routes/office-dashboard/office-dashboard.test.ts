import { addDays } from '@partnerdesk/contracts';
import {
  AuditModel,
  executePayroll,
  markFailed,
  markPayments,
  payrollPeriodOf,
  SYSTEM_ACTOR,
  storeMail,
  today,
} from '@partnerdesk/domain';
import { addPicture, atTime, makeAffiliate, makeMember, makeSale } from '@partnerdesk/testing';
import { signedInAdministrator, signedInAffiliate } from '../../testing/people';
import { startTestApp, type TestApp } from '../../testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const dashboard = async (permissions: Parameters<typeof signedInAdministrator>[1]) => {
  const { client } = await signedInAdministrator(app, permissions);
  return (await client.get('/api/office-dashboard')).body;
};

test('401 for visitors, 403 for affiliates', async () => {
  expect((await app.client().get('/api/office-dashboard')).status).toBe(401);
  const { client } = await signedInAffiliate(app);
  expect((await client.get('/api/office-dashboard')).status).toBe(403);
});

test.each([
  [[], []],
  [['moderation'], ['waiting', 'ownDecisions']],
  [['payroll'], ['payrollDue']],
  [['statistics'], ['figures']],
  [
    ['moderation', 'payroll', 'statistics', 'accounts'],
    ['waiting', 'ownDecisions', 'payrollDue', 'figures'],
  ],
] as const)('permissions %j show %j', async (permissions, parts) => {
  expect(Object.keys(await dashboard(permissions))).toEqual([...parts, 'health']);
});

test.each([
  [['moderation'], ['pictures']],
  [['accounts'], ['mail', 'postbacks']],
  [['payroll'], ['payroll']],
  [['statistics'], []],
] as const)('permissions %j: the health of the queues %j', async (permissions, names) => {
  const { health } = await dashboard(permissions);
  expect(health.queues.map(({ name }: { name: string }) => name)).toEqual(names);
});

test('today’s and yesterday’s figures, payroll due, when events last came in', async () => {
  expect((await dashboard(['statistics'])).health.lastEventsAt).toBeNull();
  const at = new Date().toISOString();
  const { memberID } = await makeMember({}, { affiliate: await makeAffiliate({ commission: 20 }), at });
  await makeSale({ memberID, amountCents: 1000, at });
  const { figures, payrollDue, health } = await dashboard(['statistics', 'payroll']);
  expect(figures.today).toMatchObject({ day: today(), salesCount: 1, salesAmount: 10, newMembersCount: 1 });
  expect(figures.yesterday).toMatchObject({ salesCount: 0 });
  expect(payrollDue.affiliates).toMatchObject({ persons: 1, amount: 2, overdue: false });
  expect(payrollDue.operators).toMatchObject({ persons: 0, amount: 0 });
  expect(Date.now() - Date.parse(health.lastEventsAt)).toBeLessThan(60_000);
});

test('executed payments in no pay file wait until they are sent or marked', async () => {
  const affiliate = await makeAffiliate({
    commission: 20,
    paymentType: 2,
    payPalUserName: 'u@paypal.example',
  });
  const at = new Date().toISOString();
  const { memberID } = await makeMember({}, { affiliate, at });
  await makeSale({ memberID, amountCents: 1000, at });
  expect(await dashboard(['payroll'])).not.toHaveProperty('unfiled');
  const endDate = today();
  const items = [{ personID: affiliate.affID }];
  const [outcome] = await executePayroll({ payrollType: 1, endDate, items, by: SYSTEM_ACTOR });
  if (outcome?.outcome !== 'executed') throw new Error(outcome?.outcome);
  const period = payrollPeriodOf(1, endDate);
  expect((await dashboard(['payroll'])).unfiled).toEqual([
    { payrollType: 1, endDate: period.endDate, payments: 1, amount: 2 },
  ]);
  expect(await dashboard(['statistics'])).not.toHaveProperty('unfiled');
  await markPayments({ payrollIDs: [outcome.payroll._id], state: 'paid', by: { actor: SYSTEM_ACTOR } });
  expect(await dashboard(['payroll'])).not.toHaveProperty('unfiled');
});

test('the month so far beside the same days of the last one', async () => {
  const { memberID } = await makeMember(
    {},
    { affiliate: await makeAffiliate({}), at: '2020-01-01T17:00:00Z' },
  );
  const { figures: before } = await dashboard(['statistics']);
  const { month, monthBefore } = before;
  expect([month.startDate, month.endDate]).toEqual([`${today().slice(0, 8)}01`, today()]);
  expect(monthBefore.startDate.slice(0, 7)).toBe(addDays(month.startDate, -1).slice(0, 7));
  const noon = (day: string) => `${day}T17:00:00Z`;
  for (const [day, amountCents] of [
    [month.startDate, 100],
    [monthBefore.startDate, 1000],
    [addDays(monthBefore.startDate, -1), 4000],
  ] as const)
    await makeSale({ memberID, amountCents, at: noon(day) });
  const { figures } = await dashboard(['statistics']);
  const rise = (part: 'month' | 'monthBefore') =>
    (figures[part].statistics.salesAmount ?? 0) - (before[part].statistics.salesAmount ?? 0);
  expect([rise('month'), rise('monthBefore')]).toEqual([1, 10]);
});

test.each([
  ['2026-12-01', '2026-11-01', '2026-11-01'],
  ['2026-11-30', '2026-10-01', '2026-10-30'],
  ['2027-01-31', '2026-12-01', '2026-12-31'],
  ['2027-03-31', '2027-02-01', '2027-02-28'],
])('on %s the month so far is beside %s to %s', async (day, startDate, endDate) => {
  const { figures } = await atTime(`${day}T17:00:00Z`, () => dashboard(['statistics']));
  expect(figures.month).toMatchObject({ startDate: `${day.slice(0, 8)}01`, endDate: day });
  expect(figures.monthBefore).toMatchObject({ startDate, endDate });
});

test('each queue has its count and since when its oldest item waits', async () => {
  const { createdAt } = await addPicture({ type: 1 });
  const { waiting } = await dashboard(['moderation']);
  expect(waiting.photoIds).toEqual({ count: 1, oldest: createdAt.toISOString() });
  expect(waiting.staff).toEqual({ count: 0, oldest: null });
});

test('a moderator sees how many they decided today and their last decisions; another one sees their own', async () => {
  const { photoID } = await addPicture({ type: 3 });
  const { client } = await signedInAdministrator(app, ['moderation']);
  const decision = { identifier: photoID, type: 3, status: 2 };
  expect((await client.post('/api/update-image-status', decision)).status).toBe(200);
  const { ownDecisions } = (await client.get('/api/office-dashboard')).body;
  expect(ownDecisions).toMatchObject({
    today: 1,
    latest: [{ kind: 'image', type: 3, id: photoID, to: 2, items: 1 }],
  });
  expect((await dashboard(['moderation'])).ownDecisions).toEqual({ today: 0, latest: [] });
});

test('failed work is there as far as the permissions reach', async () => {
  const mailID = await storeMail({ kind: 'contact', to: 'a@example.com', subject: 's', text: 't' });
  await markFailed(mailID);
  expect((await dashboard(['accounts'])).health.failedWork).toMatchObject([{ kind: 'mails', count: 1 }]);
  expect((await dashboard(['moderation', 'payroll'])).health.failedWork).toEqual([]);
});

test('who looked at how many numbers in full, in the last hour and the last day, for those with the permission audit', async () => {
  const { affID } = await makeAffiliate();
  const { client: clerk, emailAddress } = await signedInAdministrator(app, ['accounts']);
  await clerk.post('/api/update-affiliate?updateType=Ach', {
    affID,
    version: 0,
    achName: 'Ann',
    achAccountTypeID: 1,
    achRoutingNumber: '011000015',
    achAccountNumber: '12345678',
  });
  const look = () =>
    clerk.post('/api/reveal-number', { kind: 'affiliate', id: affID, field: 'achAccountNumber' });
  for (let count = 0; count < 3; count += 1) expect((await look()).status).toBe(200);
  const lines = await AuditModel.find({
    'actor.emailAddress': emailAddress,
    action: 'account-number.revealed',
  })
    .sort({ at: 1 })
    .lean();
  const hours = [25, 2];
  for (const [index, ago] of hours.entries())
    await AuditModel.updateOne({ _id: lines[index]?._id }, { at: new Date(Date.now() - ago * 3_600_000) });
  expect((await dashboard(['audit'])).reveals).toEqual([{ emailAddress, lastHour: 1, lastDay: 2 }]);
  expect(await dashboard(['accounts', 'administrators'])).not.toHaveProperty('reveals');
});
