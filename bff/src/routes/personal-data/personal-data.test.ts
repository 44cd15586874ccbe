import type { HiddenNumber, Permission } from '@partnerdesk/contracts';
import {
  AffiliateModel,
  AuditModel,
  encryptField,
  MailModel,
  numberContext,
  openStorage,
  pictureKey,
  saveContactMessage,
  storeMail,
} from '@partnerdesk/domain';
import { addPicture, makeAffiliate, makeStaff, pictureBytes } from '@partnerdesk/testing';
import { signedInAdministrator, signedInAffiliate } from '../../testing/people';
import { startTestApp, type TestApp } from '../../testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

test('the office exports anybody, and the access is recorded before the first line', async () => {
  const { client, emailAddress } = await signedInAdministrator(app, ['accounts']);
  const { affID } = await makeAffiliate({ lastName: 'Planted' });
  const { text, headers } = await client.get(`/api/export-personal-data?kind=affiliate&id=${affID}`);
  expect(headers.get('content-disposition')).toContain(`personal-data-affiliate-${affID}.ndjson`);
  const lines = linesOf(text);
  expect(lines[0]).toMatchObject({ what: 'affiliate', affID, lastName: 'Planted' });
  expect(lines.at(-1)).toMatchObject({
    what: 'auditLine',
    action: 'personal-data.exported',
    actor: { emailAddress },
  });
  expect(text).not.toMatch(/passwordHash|salts/);
  expect((await client.get('/api/export-personal-data?kind=affiliate&id=99999')).status).toBe(404);
  expect((await client.get('/api/export-personal-data?kind=boss&id=1')).status).toBe(400);
  const elsewhere = { 'sec-fetch-site': 'cross-site' };
  const query = `kind=affiliate&id=${affID}`;
  expect((await client.get(`/api/export-personal-data?${query}`, elsewhere)).status).toBe(403);
});

test('affiliates export their own data, whatever id they name', async () => {
  const { client, affiliate } = await signedInAffiliate(app);
  const { affID } = await makeAffiliate({ lastName: 'Stranger' });
  const { text } = await client.get(`/api/export-own-data?id=${affID}&affID=${affID}`);
  expect(linesOf(text)[0]).toMatchObject({ what: 'affiliate', affID: affiliate.affID });
  expect(text).not.toContain('Stranger');
});

test('an export that fails half-way breaks off at once, and is logged', async () => {
  const { client } = await signedInAffiliate(app);
  const from = app.logLines().length;
  // Whose emails are whose is read before the answer begins.
  const { find } = MailModel.collection;
  const spy = jest
    .spyOn(MailModel.collection, 'find')
    .mockImplementationOnce((...args) => find.apply(MailModel.collection, args))
    .mockImplementation(() => {
      throw new Error('the database is gone');
    });
  await expect(client.get('/api/export-own-data')).rejects.toThrow('terminated');
  spy.mockRestore();
  expect(app.logLines(from)).toContainEqual(expect.objectContaining({ msg: 'the answer broke off' }));
});

test('affiliates export their own data so many times an hour', async () => {
  const strict = await startTestApp({ limits: { exportPerson: { max: 1, windowMs: 60_000 } } });
  const { client } = await signedInAffiliate(strict);
  const { client: other } = await signedInAffiliate(strict);
  const statuses: number[] = [];
  for (const each of [client, client, other]) statuses.push((await each.get('/api/export-own-data')).status);
  await strict.close();
  expect(statuses).toEqual([200, 429, 200]);
});

test('numbers of an export count as hidden numbers that somebody has looked at', async () => {
  const strict = await startTestApp({ limits: { revealPerson: { max: 5, windowMs: 60_000 } } });
  const { client, emailAddress } = await signedInAdministrator(strict, ['accounts']);
  const { affID: id } = await makeAffiliate();
  const encrypted = (field: HiddenNumber, text: string) =>
    encryptField(text, numberContext('affiliate', id, field));
  const achAccountNumberEncrypted = encrypted('achAccountNumber', '000123456789');
  const taxIDEncrypted = encrypted('taxID', '123-45-6789');
  await AffiliateModel.updateOne({ affID: id }, { achAccountNumberEncrypted, taxIDEncrypted });
  const statuses: number[] = [];
  const exportOnce = async () =>
    statuses.push((await client.get(`/api/export-personal-data?kind=affiliate&id=${id}`)).status);
  await exportOnce();
  const looked = await client.post('/api/reveal-number', { kind: 'affiliate', id, field: 'taxID' });
  await exportOnce();
  await exportOnce();
  const audit = (await signedInAdministrator(strict, ['audit'])).client;
  const { reveals } = (await audit.get('/api/office-dashboard')).body;
  await strict.close();
  expect([looked.status, statuses]).toEqual([200, [200, 200, 429]]);
  expect(reveals).toEqual([{ emailAddress, lastHour: 5, lastDay: 5 }]);
});

test('the files of pictures are for those with the permission moderation too', async () => {
  const { staffID } = await makeStaff();
  const photo = (await addPicture({ type: 1, staffID })).photo;
  await openStorage(app.env).put(pictureKey('operators', photo), await pictureBytes(1));
  const exportBy = async (permissions: Permission[]) => {
    const { client, adminID } = await signedInAdministrator(app, permissions);
    const { text } = await client.get(`/api/export-personal-data?kind=staff&id=${staffID}`);
    const picture = linesOf(text).find(({ what }) => what === 'picture');
    const looks = { action: 'photo-id.opened', 'actor.id': adminID };
    return [picture.photo, typeof picture.jpeg, await AuditModel.countDocuments(looks)];
  };
  expect(await exportBy(['accounts'])).toEqual([photo, 'undefined', 0]);
  expect(await exportBy(['accounts', 'moderation'])).toEqual([photo, 'string', 1]);
});

test('affiliates get no message or mail of anybody else who has written from their address', async () => {
  const message = { emailAddress: 'victim@example.com', subject: 'Planted', message: 'Planted' };
  await saveContactMessage({ ...message, affID: 0 }, 'office@example.com');
  await storeMail({ kind: 'payment-executed', to: 'victim@example.com', subject: 'Planted', text: '' });
  const { client } = await signedInAffiliate(app, { emailAddress: 'victim@example.com' });
  await client.get('/api/send-request-restore-password?email=victim@example.com');
  const { text } = await client.get('/api/export-own-data');
  expect(text).not.toContain('Planted');
  expect(linesOf(text)).toContainEqual(expect.objectContaining({ what: 'mail', kind: 'password-reset' }));
});

test('erasing takes the words, ends the sessions, and says what it kept', async () => {
  const { client } = await signedInAdministrator(app, ['accounts']);
  const { client: own, affiliate } = await signedInAffiliate(app, { lastName: 'Planted' });
  const { affID: id } = affiliate;
  const erase = (confirm: string) => client.post('/api/erase-person', { kind: 'affiliate', id, confirm });
  expect((await client.get(`/api/erasure?kind=affiliate&id=${id}`)).body).toEqual({ kept: [] });
  const refused = await erase('erase affiliate');
  expect([refused.status, refused.body.error.fields]).toEqual([400, { confirm: expect.any(String) }]);
  expect((await AffiliateModel.findOne({ affID: id }).orFail().lean()).lastName).toBe('Planted');
  expect((await erase(`erase affiliate ${id}`)).body).toEqual({ kept: [] });
  expect((await own.get('/api/session')).body).toEqual({ session: null });
  expect(JSON.stringify(await AffiliateModel.findOne({ affID: id }).lean())).not.toContain('Planted');
  expect((await client.get(`/api/erasure?kind=affiliate&id=${id}`)).body).toEqual({
    erasedAt: expect.any(String),
    kept: [],
  });
  const actions = await AuditModel.find({ 'subject.id': String(id), 'actor.kind': 'administrator' })
    .sort({ seq: 1 })
    .lean();
  expect(actions.map(({ action }) => action).slice(-2)).toEqual(['person.erasure-begun', 'person.erased']);
});
