import { makeAffiliate, TEST_PASSWORD } from '@partnerdesk/testing';
import { startTestApp, type TestApp } from '../../testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { PUBLIC_URL: 'https://partners.example.com' } });
});
afterAll(() => app.close());

test('under https the cookie is Secure and bound to the host, and the browser stays with https', async () => {
  const { emailAddress } = await makeAffiliate();
  const answer = await app
    .client()
    .post('/api/login', { EmailAddress: emailAddress, Password: TEST_PASSWORD });
  const cookies = answer.headers.getSetCookie();
  expect(
    cookies.every((line) => /^__Host-partnerdesk(-device)?(\.sig)?=/.test(line) && /; secure/i.test(line)),
  ).toBe(true);
  expect(cookies).toHaveLength(4);
  expect(answer.headers.get('strict-transport-security')).toMatch(/max-age=31536000/);
  expect(answer.headers.get('content-security-policy')).toContain('upgrade-insecure-requests');
});

test('a write from the public address is let in, one from the host that was asked is not', async () => {
  const logout = async (origin: string) =>
    (await app.client().post('/api/logout', {}, { origin, host: new URL(origin).host })).status;
  expect(await logout('https://partners.example.com')).toBe(200);
  expect(await logout('https://other.example')).toBe(403);
  expect(await logout(app.url)).toBe(403);
});
