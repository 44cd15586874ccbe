import { PERMISSIONS, type Permission } from '@partnerdesk/contracts';
import { claimMail, MailModel } from '@partnerdesk/domain';
import { makeAdministrator } from '@partnerdesk/testing';
import { signedInAdministrator, signedInAffiliate } from '../../testing/people';
import { startTestApp, type TestApp } from '../../testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const PATH = '/api/administrators';
const INVITATION = { emailAddress: 'new@example.com', firstName: 'Nora', permissions: ['moderation'] };

async function mailedLink(to: string): Promise<URL> {
  const stored = await MailModel.findOne({ to }).sort({ createdAt: -1 }).lean();
  const mail = await claimMail(stored?._id ?? '');
  return new URL(/http\S+token=\S+/.exec(mail?.text ?? '')?.[0] ?? 'none:');
}

test('somebody is invited by mail, sets a password by the link, signs in and may what they were given', async () => {
  const { client } = await signedInAdministrator(app);
  const invited = await client.post(PATH, INVITATION);
  expect(invited.body).toMatchObject({ ...INVITATION, invited: true, status: 1, lastSignInAt: null });
  const toManagers = await MailModel.findOne({ subject: 'Access to the office has changed' }).lean();
  expect(await app.queues.mail.getJob(`send-mail.${toManagers?._id}`)).not.toBeNull();
  const link = await mailedLink(INVITATION.emailAddress);
  expect(link.pathname).toBe('/update-password');
  const guest = app.client();
  const Password = 'a password long enough';
  const Token = link.searchParams.get('token');
  const reset = await guest.post('/api/login', { Token, Password, ConfirmPassword: Password });
  expect(reset.body.result).toBe(1);
  expect((await guest.signIn(INVITATION.emailAddress, Password)).permissions).toEqual(['moderation']);
  const row = (await client.get(PATH)).body.find(
    (each: { adminID: number }) => each.adminID === invited.body.adminID,
  );
  expect(row).toMatchObject({ invited: false, lastSignInAt: expect.stringMatching(/^2/) });
});

test('a changed permission and a closed account count for running sessions at once', async () => {
  const { client } = await signedInAdministrator(app);
  const { client: other, adminID } = await signedInAdministrator(app, ['statistics']);
  const change = (what: string, body = {}) => client.post(`${PATH}/${adminID}/${what}`, body);
  expect((await change('permissions', { permissions: ['audit'] })).body.permissions).toEqual(['audit']);
  expect((await other.get('/api/audit-log')).status).toBe(200);
  expect((await other.get('/api/session')).body.session.permissions).toEqual(['audit']);
  const stale = await change('permissions', {
    permissions: ['statistics', 'moderation'],
    was: ['statistics'],
  });
  expect([stale.status, stale.body.error.code]).toEqual([409, 'conflict']);
  expect((await change('end-sessions')).status).toBe(200);
  expect((await other.get('/api/session')).body).toEqual({ session: null });
  expect((await change('close')).body.status).toBe(2);
  expect((await change('reopen')).body.status).toBe(1);
});

test('a manager gives neither himself nor a puppet what moves money: another one confirms it, or declines', async () => {
  const { client: one, adminID } = await signedInAdministrator(app, ['administrators']);
  const { client: two } = await signedInAdministrator(app);
  const change = (client: typeof one, id: number, what: string, body: object) =>
    client.post(`${PATH}/${id}/${what}`, body);
  const all = { permissions: PERMISSIONS };
  expect((await change(one, adminID, 'permissions', all)).status).toBe(403);
  const invited = await one.post(PATH, { ...INVITATION, emailAddress: 'puppet@example.com', ...all });
  const { adminID: puppetID, permissions, pending } = invited.body;
  expect(permissions).toEqual(['moderation', 'accounts', 'statistics', 'audit', 'queues']);
  expect(pending).toMatchObject({ own: true, permissions: expect.arrayContaining(['payroll', 'terms']) });
  const { requestID } = pending;
  expect((await change(one, puppetID, 'confirm-permissions', { requestID })).status).toBe(403);
  expect((await change(two, puppetID, 'confirm-permissions', {})).status).toBe(400);
  const shown = (await two.get(PATH)).body.find((row: { adminID: number }) => row.adminID === puppetID);
  expect(shown.pending).toMatchObject({ requestID, own: false });
  const confirmed = await change(two, puppetID, 'confirm-permissions', { requestID });
  expect(confirmed.body).toMatchObject({ permissions: [...PERMISSIONS], pending: null, alone: false });
  expect((await change(two, puppetID, 'decline-permissions', { requestID })).status).toBe(409);
});

test('401, another permission, an affiliate', async () => {
  const { client: affiliate } = await signedInAffiliate(app);
  const all = PERMISSIONS.filter((each) => each !== 'administrators');
  const { client: other, adminID } = await signedInAdministrator(app, all);
  const calls = [
    (client: typeof other) => client.get(PATH),
    (client: typeof other) => client.post(PATH, INVITATION),
    (client: typeof other) =>
      client.post(`${PATH}/${adminID}/permissions`, { permissions: ['administrators'] as Permission[] }),
  ];
  for (const call of calls) {
    expect((await call(app.client())).status).toBe(401);
    expect((await call(affiliate)).status).toBe(403);
    expect((await call(other)).status).toBe(403);
  }
});

test.each([
  ['emailAddress', PATH, { ...INVITATION, emailAddress: 'nobody' }],
  ['emailAddress', PATH, { ...INVITATION, emailAddress: `${'a'.repeat(50)}@example.com` }],
  ['permissions.0', PATH, { ...INVITATION, permissions: ['everything'] }],
  ['permissions.1', PATH, { ...INVITATION, permissions: ['audit', 'audit'] }],
  ['permissions', `${PATH}/1/permissions`, {}],
  ['change', `${PATH}/1/delete`, {}],
  ['adminID', `${PATH}/x/close`, {}],
])('%s is named when it is wrong: %s %j', async (field, path, body) => {
  const { client } = await signedInAdministrator(app);
  const answer = await client.post(path, body);
  expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([400, [field]]);
});

test('an unknown id is 404, a used email 409, and nothing is mailed', async () => {
  const { client } = await signedInAdministrator(app);
  const { emailAddress } = await makeAdministrator();
  expect((await client.post(`${PATH}/999999/close`)).status).toBe(404);
  expect((await client.post(PATH, { ...INVITATION, emailAddress })).status).toBe(409);
  expect(await MailModel.exists({ to: emailAddress })).toBeNull();
});
