import { makeAdministrator, TEST_PASSWORD } from '@partnerdesk/testing';
import { signedInAdministrator, signedInAffiliate } from '../../testing/people';
import { codeOf, letTimePass, setUpApp } from '../../testing/second-factor';
import { startTestApp, type TestApp } from '../../testing/test-app';
import type { TestClient } from '../../testing/test-client';

const MANY = { max: 10_000, windowMs: 3_600_000 };

/** Guesses alone are limited: neither the address nor the account slows down. */
let app: TestApp;
/** Few guesses are enough in all sessions of a person together. */
let strict: TestApp;
beforeAll(async () => {
  const limits = { signInAddress: MANY };
  const free = { free: 10_000, longestMs: 1000 };
  const delays = { signInPair: free, signInAccount: free };
  app = await startTestApp({ limits, delays });
  const few = {
    proofSession: { max: 2, windowMs: 3_600_000 },
    proofSessionsOfPerson: { max: 5, windowMs: 3_600_000 },
  };
  strict = await startTestApp({ limits: { ...limits, ...few }, delays });
});
afterAll(async () => {
  await strict.close();
  await app.close();
});

const signIn = async (client: TestClient, EmailAddress: string, Code: string) =>
  (await client.post('/api/login', { EmailAddress, Password: TEST_PASSWORD, SecondFactor: { Code } })).status;
const confirm = async (client: TestClient, proof: object) =>
  (await client.post('/api/confirmation', proof)).status;

/** Wrong codes by somebody elsewhere who knows the password. @returns how they were answered */
async function guess(emailAddress: string, times: number): Promise<number[]> {
  const stranger = app.client();
  const statuses = new Set<number>();
  for (let count = 0; count < times; count += 1)
    statuses.add(await signIn(stranger, emailAddress, String(100_000 + count)));
  return [...statuses];
}

test('guesses at a sign-in are limited, and keep nobody from confirming in a session, nor from a device of theirs', async () => {
  const { client, emailAddress } = await signedInAdministrator(app);
  const { secret } = await setUpApp(client);
  await letTimePass(app);
  expect(await guess(emailAddress, 11)).toEqual([400, 429]);
  expect(await confirm(client, { Code: codeOf(secret) })).toBe(200);
  expect((await client.post('/api/administrators/1/close')).status).not.toBe(403);
  expect(await signIn(app.client(), emailAddress, codeOf(secret, Date.now() + 30_000))).toBe(429);
  expect(await signIn(client, emailAddress, codeOf(secret, Date.now() + 30_000))).toBe(200);
});

test('guesses on a device of theirs are limited, too', async () => {
  const { client, emailAddress } = await signedInAdministrator(app);
  await setUpApp(client);
  for (let count = 0; count < 10; count += 1)
    expect(await signIn(client, emailAddress, String(100_000 + count))).toBe(400);
  expect(await signIn(client, emailAddress, '100011')).toBe(429);
});

test('a recovery code is no guess: it works when guesses are used up, at the sign-in and in a session', async () => {
  const { client, emailAddress } = await signedInAdministrator(app);
  const { recoveryCodes } = await setUpApp(client);
  expect(await guess(emailAddress, 11)).toEqual([400, 429]);
  for (let count = 0; count < 12; count += 1)
    expect(await signIn(app.client(), emailAddress, `wrong-recovery-code-${count}`)).toBe(400);
  expect(await signIn(app.client(), emailAddress, recoveryCodes[0] ?? '')).toBe(200);
  for (let count = 0; count < 10; count += 1)
    expect(await confirm(client, { Code: ` ${100_000 + count} ` })).toBe(400);
  expect(await confirm(client, { Code: '100 011' })).toBe(429);
  expect(await confirm(client, { Code: recoveryCodes[1] })).toBe(200);
  // Who has proved themselves starts over.
  expect(await confirm(client, { Code: '100012' })).toBe(400);
});

test('a passkey’s answer is no guess', async () => {
  const { client } = await signedInAdministrator(app);
  await setUpApp(client);
  const response = { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' };
  const Passkey = { id: 'x', rawId: 'x', type: 'public-key', clientExtensionResults: {}, response };
  for (let count = 0; count < 12; count += 1) expect(await confirm(client, { Passkey })).toBe(400);
});

test('sessions count by themselves', async () => {
  const { client, affiliate } = await signedInAffiliate(app);
  const other = app.client();
  await other.signIn(affiliate.emailAddress, TEST_PASSWORD);
  for (let count = 0; count < 10; count += 1) expect(await confirm(client, { Password: 'wrong' })).toBe(400);
  expect(await confirm(client, { Password: TEST_PASSWORD })).toBe(429);
  expect(await confirm(other, { Password: TEST_PASSWORD })).toBe(200);
});

test('a new session does not start over without bound, and what was right does not count', async () => {
  const { emailAddress } = await makeAdministrator();
  const client = strict.client();
  await client.signIn(emailAddress, TEST_PASSWORD);
  for (let count = 0; count < 12; count += 1)
    expect(await confirm(client, { Password: TEST_PASSWORD })).toBe(200);
  const statuses: number[] = [];
  for (let session = 0; session < 4; session += 1) {
    for (let count = 0; count < 2; count += 1) statuses.push(await confirm(client, { Password: 'wrong' }));
    // A session that goes on under a new id, without being asked.
    await client.post('/api/end-other-sessions');
  }
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429, 429]);
  await client.signIn(emailAddress, TEST_PASSWORD);
  expect(await confirm(client, { Password: TEST_PASSWORD })).toBe(429);
});
