import {
  AffiliateModel,
  AuditModel,
  makeResetToken,
  openStorage,
  pictureKey,
  thumbnailKey,
} from '@partnerdesk/domain';
import { addPicture, makeAffiliate, pictureBytes, TEST_PASSWORD } from '@partnerdesk/testing';
import { signedInAdministrator } from '../../testing/people';
import { startTestApp, type TestApp } from '../../testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** What is recorded about somebody: action, who, what else. */
async function linesAbout(subject: { type: string; id: number | string }) {
  const query = { 'subject.type': subject.type, 'subject.id': String(subject.id) };
  const lines = await AuditModel.find(query).sort({ seq: 1 }).lean();
  return lines.map(({ action, actor, after }) => [action, actor?.emailAddress || actor?.kind, after]);
}

test('signing in and out, failing to, and a reset are recorded, and no password', async () => {
  const { affID, emailAddress } = await makeAffiliate();
  const client = app.client();
  const login = (Password: string) => client.post('/api/login', { EmailAddress: emailAddress, Password });
  await login('planted-wrong');
  await login('planted-wrong-too');
  await login(TEST_PASSWORD);
  await client.post('/api/logout', {});
  await client.post('/api/logout', {});
  const reset = await makeResetToken(emailAddress);
  await client.post('/api/login', {
    Token: reset?.token,
    Password: 'planted-new',
    ConfirmPassword: 'planted-new',
  });
  expect(await linesAbout({ type: 'affiliate', id: affID })).toEqual([
    ['sign-in.failed', 'visitor', { why: 'wrong' }],
    ['sign-in.succeeded', emailAddress, { secondFactor: false, remembered: false }],
    ['sign-out.done', emailAddress, undefined],
    ['password.reset', 'visitor', undefined],
  ]);
  expect(JSON.stringify(await AuditModel.find().lean())).not.toContain('planted');
});

test('a closed account and an unknown one are failures too; what strangers type is masked', async () => {
  const { affID, emailAddress } = await makeAffiliate({ status: 2 });
  const login = (EmailAddress: string, Password: string) =>
    app.client().post('/api/login', { EmailAddress, Password });
  await login(emailAddress, TEST_PASSWORD);
  await login('planted@strange.example', 'x');
  expect(await linesAbout({ type: 'affiliate', id: affID })).toEqual([
    ['sign-in.failed', 'visitor', { why: 'closed' }],
  ]);
  const [unknown] = await AuditModel.find({ 'subject.type': 'sign-in' }).lean();
  expect(unknown).toMatchObject({ subject: { id: 'unknown' }, after: { why: 'unknown', account: 'p…@s…' } });
});

test('who changes a password is recorded', async () => {
  const { affID, emailAddress } = await makeAffiliate();
  const client = app.client();
  await client.signIn(emailAddress, TEST_PASSWORD);
  const body = { AffID: affID, NewPassword: 'another-good-1', ConfirmNewPassword: 'another-good-1' };
  await client.post('/api/update-affiliate-password', body);
  expect((await AffiliateModel.findOne({ affID }).orFail().lean()).sessionVersion).toBe(1);
  expect(await linesAbout({ type: 'affiliate', id: affID })).toContainEqual([
    'password.changed',
    emailAddress,
    undefined,
  ]);
});

test('each look at a photo id is recorded before it is shown, once an hour, all thumbnails together; other pictures are not', async () => {
  const { client, emailAddress } = await signedInAdministrator(app, ['moderation']);
  const photoId = await addPicture({ type: 1 });
  const [unopened, profile] = [await addPicture({ type: 1 }), await addPicture({ type: 2 })];
  const root = '/api/assets/images/operators';
  const storage = openStorage(app.env);
  for (const { photo } of [photoId, unopened, profile])
    for (const key of [pictureKey, thumbnailKey])
      await storage.put(key('operators', photo), await pictureBytes(1));
  expect((await client.get(`${root}/${photoId.photo}.png`)).status).toBe(404);
  for (const { photo } of [photoId, profile, photoId]) {
    await client.get(`${root}/thumbs/${photo}`);
    await client.get(`${root}/${photo}`);
  }
  await client.get(`${root}/thumbs/${unopened.photo}`);
  expect(await linesAbout({ type: 'image', id: photoId.photoID })).toEqual([
    ['photo-id.opened', emailAddress, undefined],
  ]);
  expect(await linesAbout({ type: 'image', id: 'thumbnails' })).toEqual([
    ['photo-ids.listed', emailAddress, undefined],
  ]);
  for (const { photoID: id } of [unopened, profile])
    expect(await linesAbout({ type: 'image', id })).toEqual([]);
});
