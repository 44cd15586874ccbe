import { plainRates, TERMS_TEXT } from '@partnerdesk/contracts';
import { signedInAdministrator, signedInAffiliate } from '../../testing/people';
import { startTestApp, type TestApp } from '../../testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const rates = plainRates(12.5);
const far = '2099-01-01';

test('a group is added, changed for a later day, withdrawn and renamed; each answer is the list', async () => {
  const { client } = await signedInAdministrator(app, ['terms']);
  const added = await client.post('/api/commission-groups', { name: 'Friends', rates });
  const [{ groupID }] = added.body;
  expect(added.body).toMatchObject([{ name: 'Friends', version: 0, rates, affiliates: 0 }]);
  const path = `/api/commission-groups/${groupID}`;
  const changed = await client.post(`${path}/terms`, { version: 0, from: far, rates: plainRates(1) });
  expect(changed.body[0].changes[1]).toMatchObject({ number: 2, from: far, withdrawnBy: '' });
  const withdrawn = await client.send('DELETE', `${path}/terms/2?version=1`);
  expect(withdrawn.body[0].changes[1].withdrawnBy).toMatch(/@example/);
  expect((await client.post(`${path}/name`, { version: 2, name: 'Pals' })).body[0].name).toBe('Pals');
});

test('who changes a group that somebody else has changed meanwhile reads so, and changes nothing', async () => {
  const one = (await signedInAdministrator(app, ['terms'])).client;
  const other = (await signedInAdministrator(app, ['terms'])).client;
  const added = await one.post('/api/commission-groups', { name: 'Shared', rates });
  const { groupID } = added.body.find(({ name }: { name: string }) => name === 'Shared');
  const path = `/api/commission-groups/${groupID}`;
  const faster = await one.post(`${path}/terms`, { version: 0, from: far, rates: plainRates(1) });
  const refused = [
    await other.post(`${path}/terms`, { version: 0, from: far, rates: plainRates(2) }),
    await other.post(`${path}/name`, { version: 0, name: 'Old' }),
    await other.send('DELETE', `${path}/terms/2?version=0`),
  ];
  const error = { code: 'conflict', message: TERMS_TEXT.groupChanged };
  expect(refused.map((answer) => [answer.status, answer.body.error])).toEqual(
    refused.map(() => [409, error]),
  );
  expect((await other.get('/api/commission-groups')).body).toEqual(faster.body);
});

test('an affiliate’s terms are changed by terms, read by accounts, and read by the affiliate', async () => {
  const { client, affiliate } = await signedInAffiliate(app, { commission: 30 });
  const { affID } = affiliate;
  const terms = (await signedInAdministrator(app, ['terms'])).client;
  const accounts = (await signedInAdministrator(app, ['accounts'])).client;
  const change = { affID, version: 0, from: far, groupID: 0, own: rates };
  expect((await accounts.post('/api/account-terms', change)).status).toBe(403);
  expect((await terms.post('/api/account-terms', change)).body.changes).toHaveLength(2);
  expect((await accounts.get(`/api/account-terms?affID=${affID}`)).body.periods).toHaveLength(2);
  expect((await client.get(`/api/affiliate-terms?affiliateID=${affID}`)).body.periods).toEqual([
    { from: '', level: 'own', rates: plainRates(30) },
    { from: far, level: 'own', rates },
  ]);
  expect((await client.get(`/api/affiliate-terms?affiliateID=${affID + 1}`)).status).toBe(403);
  const withdraw = `/api/account-terms?affID=${affID}&number=2&version=1`;
  expect((await terms.send('DELETE', withdraw)).body.periods).toHaveLength(1);
});

test.each([
  ['from', { from: '2020-01-01' }],
  ['from', { from: 'soon' }],
  ['groupID', { groupID: 9999 }],
  ['own.commission', { own: { ...rates, commission: 100.01 } }],
  ['own.commission', { own: { ...rates, commission: 1.005 } }],
  ['own.initial', { own: { ...rates, initial: -1 } }],
  ['own.capDays', { own: { ...rates, capDays: 1.5 } }],
  ['own.rebill', { own: { ...rates, rebill: '5' } }],
])('%s is named when it is wrong: %j', async (field, wrong) => {
  const { affiliate } = await signedInAffiliate(app);
  const { client } = await signedInAdministrator(app, ['terms']);
  const { affID } = affiliate;
  const body = { affID, version: 0, from: far, groupID: 0, own: rates, ...wrong };
  const answer = await client.post('/api/account-terms', body);
  expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([400, [field]]);
});

test('the commission of the section Info is the account’s own one, as ever', async () => {
  const { affiliate } = await signedInAffiliate(app, { commission: 30 });
  const { client } = await signedInAdministrator(app, ['accounts']);
  const { affID } = affiliate;
  const [record] = (await client.get(`/api/get-affiliate-info?AffID=${affID}`)).body;
  const saved = await client.post('/api/update-affiliate?updateType=Info', { ...record, commission: 31 });
  expect([saved.status, saved.body.commission]).toEqual([200, 31]);
  const { changes } = (await client.get(`/api/account-terms?affID=${affID}`)).body;
  expect(changes.map(({ own }: { own: { commission: number } }) => own.commission)).toEqual([30, 31]);
});
