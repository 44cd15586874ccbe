import { importPeople, ProfileModel, StaffModel } from '@partnerdesk/domain';
import { signCall } from '@partnerdesk/node';
import { signedInAdministrator } from '../../testing/people';
import { startTestApp, type TestApp } from '../../testing/test-app';
import type { TestClient } from '../../testing/test-client';

let app: TestApp;
let client: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  ({ client } = await signedInAdministrator(app, ['moderation']));
  const person = { emailAddress: 'sam@example.com', firstName: 'Sam', lastName: 'Price', commission: 30 };
  await importPeople({ staff: [{ ...person, staffID: 1, address1: '1 Main St', address2: 'Apt 2' }] });
});
afterAll(() => app.close());

const PROFILE = { profileID: 5, staffID: 1, profileName: 'Ann', tagLine: 'Hello', description: 'Long walks' };

function submit(profile: object, secret = app.env.eventsSecret, timestamp = String(Date.now())) {
  const body = JSON.stringify(profile);
  const call = { method: 'POST', address: '/api/profiles', timestamp };
  return app.client().send('POST', '/api/profiles', {
    headers: {
      'content-type': 'application/json',
      ...signCall(secret, call, Buffer.from(body)),
    },
    body,
  });
}

test('a profile comes in signed, is listed, judged with Good, and gone from the list', async () => {
  expect((await submit(PROFILE)).body).toEqual({ profileID: 5 });
  const { body } = await client.get('/api/profiles-for-review');
  expect(body).toEqual([
    { ...PROFILE, photo: '', isGood: false, review: 0, dateCreated: expect.stringMatching(/Z$/) },
  ]);
  const judged = await client.post('/api/update-profile-status', { profileID: 5, status: 1, isGood: true });
  expect(judged.body).toMatchObject({ id: 5, status: 1 });
  expect((await client.get('/api/profiles-for-review')).body).toEqual([]);
  expect(await ProfileModel.findOne({ profileID: 5 }).lean()).toMatchObject({ status: 1, isGood: true });
  const again = await client.post('/api/update-profile-status', { profileID: 5, status: 2, isGood: false });
  expect(again.status).toBe(409);
});

test('a call that is sent again changes nothing', async () => {
  const { profileID: _, ...unnumbered } = PROFILE;
  const timestamp = String(Date.now());
  const submitAgain = (profile: object) => submit(profile, app.env.eventsSecret, timestamp);
  const first = await submitAgain(unnumbered);
  expect((await submitAgain(unnumbered)).body).toEqual(first.body);
  const { profileID } = first.body;
  const older = { ...PROFILE, profileID, tagLine: 'Older' };
  await submitAgain(older);
  await submit({ ...older, tagLine: 'Newer' });
  await submitAgain(older);
  expect(await ProfileModel.findOne({ profileID }).lean()).toMatchObject({ tagLine: 'Newer' });
  await ProfileModel.deleteOne({ profileID });
});

test.each([
  [401, 'a wrong signature', PROFILE, 'x'.repeat(40)],
  [400, 'no name', { ...PROFILE, profileName: '' }, undefined],
  [400, 'too long a description', { ...PROFILE, description: 'x'.repeat(4001) }, undefined],
  [404, 'unknown staff', { ...PROFILE, profileID: 6, staffID: 99 }, undefined],
])('a profile is refused with %i: %s', async (status, _, profile, secret) => {
  expect((await submit(profile, secret)).status).toBe(status);
});

test.each([
  [400, { profileID: 5, status: 0 }],
  [400, { profileID: 5, status: 10 }],
  [400, { status: 1 }],
  [404, { profileID: 999, status: 1 }],
])('a profile’s decision: %i for %j', async (status, body) => {
  expect((await client.post('/api/update-profile-status', body)).status).toBe(status);
});

test('an application is listed with name and address, rejected with 10, and gone from the list', async () => {
  const { body } = await client.get('/api/staff-for-review');
  expect(body).toEqual([
    {
      staffID: 1,
      firstName: 'Sam',
      lastName: 'Price',
      address1: '1 Main St',
      address2: 'Apt 2',
      photo: '',
      review: 0,
      dateCreated: expect.stringMatching(/Z$/),
    },
  ]);
  for (const status of [0, 2, 3])
    expect((await client.post('/api/update-staff-status', { staffID: 1, status })).status).toBe(400);
  const judged = await client.post('/api/update-staff-status', {
    staffID: 1,
    status: 10,
    reason: 'No reply',
  });
  expect(judged.body).toMatchObject({ id: 1, status: 10 });
  expect((await client.get('/api/staff-for-review')).body).toEqual([]);
  expect((await client.post('/api/update-staff-status', { staffID: 1, status: 1 })).status).toBe(409);
  expect((await StaffModel.findOne({ staffID: 1 }).lean())?.status).toBe(10);
});

test('the queues are counted', async () => {
  await StaffModel.updateOne({ staffID: 1 }, { $set: { status: 0 } });
  await submit({ ...PROFILE, profileID: 7 });
  expect((await client.get('/api/moderation-queues')).body).toEqual({
    photoIds: 0,
    profilePics: 0,
    galleryPics: 0,
    memberPics: 0,
    profiles: 1,
    staff: 1,
  });
});

test('the progress of a queue: what is left, done today and the oldest', async () => {
  const progress = async (queue: string) =>
    (await client.get(`/api/moderation-progress?queue=${queue}`)).body;
  await ProfileModel.deleteMany({});
  expect(await progress('profiles')).toEqual({ left: 0, doneToday: 0, oldest: null });
  for (const profileID of [7, 8, 9]) await submit({ ...PROFILE, profileID });
  for (const profileID of [7, 8])
    await client.post('/api/update-profile-status', { profileID, status: 1, isGood: false });
  const yesterday = new Date(Date.now() - 86_400_000);
  await ProfileModel.updateOne({ profileID: 7 }, { $set: { decidedAt: yesterday } });
  const { createdAt } = (await ProfileModel.findOne({ profileID: 9 }).lean()) ?? {};
  expect(await progress('profiles')).toEqual({ left: 1, doneToday: 1, oldest: createdAt?.toISOString() });
  expect((await client.get('/api/moderation-progress?queue=members')).status).toBe(400);
});
