import { claimMail, putIntoOutbox, storeMail } from '@partnerdesk/domain';
import { startTestApp, type TestApp } from '../../testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function post(text: string): Promise<void> {
  const mailID = await storeMail({ kind: 'contact', to: 'a@example.com', subject: '<b>Hi</b>', text });
  const mail = await claimMail(mailID);
  if (mail) await putIntoOutbox(mail);
}

test('in development the mails can be read and their links followed; what they say stays text', async () => {
  await post('<script>1</script> http://localhost:8080/update-password?token=abc. The end');
  const { body } = await app.client().get('/api/configuration');
  const page = await app.client().get(body.outboxUrl);
  expect(page.status).toBe(200);
  expect(page.text).toContain('&lt;b&gt;Hi&lt;/b&gt;');
  expect(page.text).toContain('&lt;script&gt;');
  expect(page.text).toContain('<a href="http://localhost:8080/update-password?token=abc">');
  expect(page.headers.get('cache-control')).toBe('no-store');
});

test('with a mail server there is no outbox', async () => {
  const other = await startTestApp({ env: { SMTP_URL: 'smtp://127.0.0.1:2525' } });
  expect((await other.client().get('/dev/outbox')).status).toBe(404);
  expect((await other.client().get('/api/configuration')).body.outboxUrl).toBeUndefined();
  await other.close();
});

test('nor in production', async () => {
  const other = await startTestApp({
    env: {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://partners.example.com',
      SMTP_URL: 'smtp://127.0.0.1:2525',
      MAIL_FROM: 'a@example.com',
      SESSION_KEYS: 'session-key-of-a-test-0123456789abcdef',
      FIELD_KEYS: `k:${Buffer.from('field-key-of-a-test-of-32-bytes!').toString('base64')}`,
      PROOF_KEY: `p:${Buffer.from('proof-key-of-a-test-of-32-bytes!').toString('base64')}`,
      EVENTS_SECRET: 'events-secret-of-a-test-0123456789ab',
      GOOGLE_CAPTCHA_KEY: 'k',
      GOOGLE_CAPTCHA_SECRET: 's',
    },
  });
  expect((await other.client().get('/dev/outbox')).status).toBe(404);
  await other.close();
});
