import type { PostbackSaved } from '@partnerdesk/contracts';
import { AuditModel } from '@partnerdesk/domain';
import { signedInAffiliate } from '../../testing/people';
import { letTimePass } from '../../testing/second-factor';
import { startTestApp, type TestApp } from '../../testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const ADDRESS = 'https://tracker.example/p?id={id}&key=hidden';
const INPUT = { address: ADDRESS, events: ['sale', 'refund'], active: true };

test('an affiliate saves an address; the secret is shown once, and the audit log has neither', async () => {
  const { client, affiliate } = await signedInAffiliate(app);
  expect((await client.get('/api/postback')).body).toEqual({
    address: '',
    events: [],
    active: false,
    hasSecret: false,
  });
  const { body, status } = await client.post('/api/postback', INPUT);
  expect(status).toBe(200);
  const { secret } = body as PostbackSaved;
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect((await client.get('/api/postback')).body).toEqual({ ...INPUT, hasSecret: true });
  expect((await client.post('/api/postback', { ...INPUT, events: ['join'] })).body).not.toHaveProperty(
    'secret',
  );
  const renewed = (await client.post('/api/postback/secret')).body as PostbackSaved;
  expect(renewed.secret).not.toBe(secret);
  const lines = await AuditModel.find({
    'actor.id': affiliate.affID,
    action: { $in: ['postback.saved', 'postback.secret-made'] },
  })
    .sort({ at: 1 })
    .lean();
  expect(lines.map(({ action }) => action)).toEqual([
    'postback.saved',
    'postback.secret-made',
    'postback.saved',
    'postback.secret-made',
  ]);
  expect(lines[2]).toMatchObject({
    before: { to: 'https://tracker.example', events: 'sale, refund' },
    after: { events: 'join' },
  });
  for (const text of ['hidden', secret, renewed.secret]) expect(JSON.stringify(lines)).not.toContain(text);
});

test.each([
  [{ address: 'https://tracker.example/?x={sub9}' }, 'address', 'There is no macro {sub9}'],
  [
    { address: 'https://a:b@tracker.example/' },
    'address',
    'The address must not have a user name or password',
  ],
  [{ address: 'https://10.1.2.3/p' }, 'address', 'The address leads to a private network'],
  [{ address: 'http://tracker.example/' }, 'address', 'The address must start with https://'],
  [{ address: '' }, 'address', 'Please enter an address'],
  [{ events: [] }, 'events', 'Please choose at least one event'],
])('%j is refused by the field’s name, and changes nothing', async (wrong, field, text) => {
  const { client } = await signedInAffiliate(app);
  const { status, body } = await client.post('/api/postback', { ...INPUT, ...wrong });
  expect({ status, text: body.error.fields[field] }).toEqual({ status: 400, text });
  expect((await client.get('/api/postback')).body).toMatchObject({ address: '' });
});

test('an address that cannot be called is refused before anybody is asked for the password', async () => {
  const { client } = await signedInAffiliate(app);
  await letTimePass(app);
  const wrong = await client.post('/api/postback', { ...INPUT, address: 'ftp://tracker.example/' });
  expect([wrong.status, Object.keys(wrong.body.error.fields)]).toEqual([400, ['address']]);
  const right = await client.post('/api/postback', INPUT);
  expect([right.status, right.body.error.code]).toEqual([403, 'confirmation_required']);
  expect(right.body.error.message).toBe(
    'Please confirm that it is you: send your password (Password) to POST /api/confirmation, then make this call again',
  );
});

test('a test call is stored and queued; it needs a postback that is on, and is limited', async () => {
  const { client, affiliate } = await signedInAffiliate(app);
  expect((await client.post('/api/postback/test')).status).toBe(409);
  await client.post('/api/postback', INPUT);
  const { body } = await client.post('/api/postback/test');
  expect(await app.queues.postbacks.getJob(`call-postbacks.${affiliate.affID}`)).not.toBeNull();
  expect((await client.get('/api/postback/calls')).body).toMatchObject([
    { id: body.id, event: 'test', state: 'waiting', attempts: 0, status: null },
  ]);
  const statuses = [];
  for (let count = 0; count < 20; count += 1) statuses.push((await client.post('/api/postback/test')).status);
  expect(statuses).toContain(429);
});
