import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ContactMessageModel, claimMail, MailModel } from '@partnerdesk/domain';
import { encodeSolution, solve, takeCaptcha } from '../../testing/captcha';
import { signedInAdministrator, signedInAffiliate } from '../../testing/people';
import { startTestApp, type TestApp } from '../../testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ limits: { contactAddress: { max: 1000, windowMs: 60_000 } } });
});
afterAll(() => app.close());

const PATH = '/api/send-contact-message';
const form = (fields: Record<string, unknown> = {}) => ({
  AffiliateID: 0,
  EmailAddress: 'visitor@example.com',
  Subject: 'A question',
  Message: 'How does it work?\n<b>Really</b>',
  CaptchaToken: '',
  ...fields,
});
const DONE = { isSuccessful: true, response: 'Message has been sent successfully.' };
const NO_PERSON = { isSuccessful: false, response: expect.any(String) };

test('a visitor who solved the captcha: the message is kept, and a mail to the office waits for the worker', async () => {
  const client = app.client();
  const answer = await client.post(PATH, form({ CaptchaToken: await takeCaptcha(client) }));
  expect([answer.status, answer.body]).toEqual([200, DONE]);
  const kept = await ContactMessageModel.findOne({ emailAddress: 'visitor@example.com' }).lean();
  expect(kept).toMatchObject({
    affID: 0,
    subject: 'A question',
    message: 'How does it work?\n<b>Really</b>',
  });
  const mail = await MailModel.findById(kept?.mailID).lean();
  expect(mail).toMatchObject({ to: app.env.mailFrom, replyTo: 'visitor@example.com', state: 'waiting' });
  expect(JSON.stringify(mail)).not.toContain('How does it work');
  expect(await app.queues.mail.getJob(`send-mail.${kept?.mailID}`)).not.toBeNull();
});

test('a signed-in affiliate needs no captcha and writes in their own name', async () => {
  const { client, affiliate } = await signedInAffiliate(app);
  const Subject = `From ${affiliate.affID}`;
  expect((await client.post(PATH, form({ AffiliateID: affiliate.affID, Subject }))).body).toEqual(DONE);
  expect(await ContactMessageModel.findOne({ subject: Subject }).lean()).toMatchObject({
    affID: affiliate.affID,
  });
});

test('the mail to the office says that an administrator wrote it', async () => {
  const { client, adminID } = await signedInAdministrator(app);
  expect((await client.post(PATH, form({ Subject: 'From the office' }))).body).toEqual(DONE);
  const kept = await ContactMessageModel.findOne({ subject: 'From the office' }).lean();
  const mail = await claimMail(kept?.mailID ?? '');
  expect(mail?.text).toMatch(`From administrator ${adminID}, `);
});

test('nobody writes in another’s name', async () => {
  const { client, affiliate } = await signedInAffiliate(app);
  expect((await client.post(PATH, form({ AffiliateID: affiliate.affID + 1 }))).status).toBe(403);
  const { client: office } = await signedInAdministrator(app);
  expect((await office.post(PATH, form({ AffiliateID: affiliate.affID }))).status).toBe(403);
  const visitor = app.client();
  const CaptchaToken = await takeCaptcha(visitor);
  expect((await visitor.post(PATH, form({ AffiliateID: affiliate.affID, CaptchaToken }))).status).toBe(403);
});

describe('the self-hosted captcha', () => {
  const challenge = async () => (await app.client().get('/api/captcha-challenge')).body;
  const send = (CaptchaToken: string) => app.client().post(PATH, form({ CaptchaToken }));

  test('a solution counts once', async () => {
    const token = await takeCaptcha(app.client());
    expect((await send(token)).body).toEqual(DONE);
    expect((await send(token)).body).toEqual(NO_PERSON);
  });

  test('a solution sent ten times at once counts once', async () => {
    const token = await takeCaptcha(app.client());
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(token)));
    expect(answers.filter((answer) => answer.body.isSuccessful)).toHaveLength(1);
  });

  test.each<[string, () => Promise<string>]>([
    ['nothing', async () => ''],
    ['no base64', async () => '***'],
    ['no JSON', async () => Buffer.from('hello').toString('base64url')],
    ['null', async () => encodeSolution(null)],
    ['a challenge that is not solved', async () => encodeSolution({ ...(await challenge()), nonce: 0 })],
    [
      'a challenge that the server did not make',
      async () => solve({ ...(await challenge()), challenge: 'mine', difficulty: 1 }),
    ],
    ['an easier challenge', async () => solve({ ...(await challenge()), difficulty: 1 })],
    [
      'a challenge made to last',
      async () => solve({ ...(await challenge()), expires: new Date(Date.now() + 9e9).toISOString() }),
    ],
  ])('%s is refused', async (_, token) => {
    const answer = await send(await token());
    expect([answer.status, answer.body]).toEqual([200, NO_PERSON]);
  });
});

describe('Google’s captcha', () => {
  let google: Server;
  let other: TestApp;
  let asked: string;
  let reply: { status: number; body: unknown };

  beforeAll(async () => {
    google = createServer(async (request, response) => {
      asked = '';
      for await (const chunk of request) asked += chunk;
      response
        .writeHead(reply.status, { 'content-type': 'application/json' })
        .end(JSON.stringify(reply.body));
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => google.once('listening', resolve));
    other = await startTestApp({
      env: { GOOGLE_CAPTCHA_KEY: 'site-key', GOOGLE_CAPTCHA_SECRET: 'site-secret' },
      captchaVerifyUrl: `http://127.0.0.1:${(google.address() as AddressInfo).port}/`,
    });
  });
  afterAll(async () => {
    google.closeAllConnections();
    google.close();
    await other.close();
  });

  test('a token that Google takes for a person’s lets the message through', async () => {
    reply = { status: 200, body: { success: true } };
    expect((await other.client().post(PATH, form({ CaptchaToken: 'from-google' }))).body).toEqual(DONE);
    expect(Object.fromEntries(new URLSearchParams(asked))).toMatchObject({
      secret: 'site-secret',
      response: 'from-google',
    });
  });

  test('one that it does not is refused', async () => {
    reply = { status: 200, body: { success: false, 'error-codes': ['timeout-or-duplicate'] } };
    expect((await other.client().post(PATH, form({ CaptchaToken: 'from-google' }))).body).toEqual(NO_PERSON);
  });

  test('a solution of the other kind is no token', async () => {
    reply = { status: 200, body: { success: false } };
    const CaptchaToken = await takeCaptcha(other.client());
    expect((await other.client().post(PATH, form({ CaptchaToken }))).body).toEqual(NO_PERSON);
  });

  test('Google out of reach is an outage, not an open door', async () => {
    reply = { status: 503, body: {} };
    expect((await other.client().post(PATH, form({ CaptchaToken: 'from-google' }))).status).toBe(503);
  });
});

const VALUES = 'Please enter all values';
test.each([
  ['EmailAddress', { EmailAddress: '' }, VALUES],
  ['EmailAddress', { EmailAddress: 'nobody' }, 'Please provide a valid email'],
  ['EmailAddress', { EmailAddress: `${'a'.repeat(45)}@example.com` }, undefined],
  ['Subject', { Subject: ' ' }, VALUES],
  ['Subject', { Subject: 'a'.repeat(201) }, undefined],
  ['Message', { Message: undefined }, VALUES],
  ['Message', { Message: 'a'.repeat(2001) }, undefined],
  ['AffiliateID', { AffiliateID: -1 }, undefined],
  ['CaptchaToken', { CaptchaToken: 'a'.repeat(5000) }, undefined],
  ['To', { To: 'everybody@example.com' }, undefined],
])('%s is named when it is wrong: %j', async (field, fields, text) => {
  const answer = await app.client().post(PATH, form(fields as Record<string, unknown>));
  expect(answer.status).toBe(400);
  expect(Object.keys(answer.body.error.fields)).toContain(field);
  if (text) expect(answer.body.error.fields[field]).toBe(text);
});

test('a subject can’t add headers to the mail', async () => {
  const { client } = await signedInAffiliate(app);
  await client.post(PATH, form({ Subject: 'Hello\r\nBcc: everybody@example.com' }));
  const mail = await MailModel.findOne({ subject: { $gte: 'Contact: Hello', $lt: 'Contact: Hellp' } }).lean();
  expect(mail?.subject).toBe('Contact: Hello Bcc: everybody@example.com');
});
