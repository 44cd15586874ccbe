import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type APIRequestContext, expect, test } from '@playwright/test';
import { TOTP } from 'otpauth';
import { findLeaks, noteSecrets } from './support/leaks';
import { DEMO_PASSWORD } from './support/pages';

const planted = (kind: string) => `planted-${kind}-${randomBytes(9).toString('hex')}`;
const digits = (count: number) => Array.from(randomBytes(count), (byte) => 1 + (byte % 9)).join('');

/** Calls as a page of ours does; every cookie that comes back is a secret. */
function callerOf(request: APIRequestContext, origin: string) {
  const send = async (method: string, path: string, data?: unknown, headers: Record<string, string> = {}) => {
    const answer = await request.fetch(path, {
      method,
      headers: { origin, ...(data !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(data !== undefined && { data: typeof data === 'string' ? data : JSON.stringify(data) }),
    });
    expect(answer.status()).toBeLessThan(500);
    const { cookies } = await request.storageState();
    noteSecrets(...cookies.filter(({ name }) => !name.includes('device')).map(({ value }) => value));
    return answer;
  };
  return {
    get: (path: string) => send('GET', path),
    post: (path: string, data: unknown, headers?: Record<string, string>) =>
      send('POST', path, data, headers),
  };
}

/** The logs are read when the run is over: support/leaks.ts. */
test('secrets of every kind pass through the servers, in right calls and in wrong ones', async ({
  request,
  baseURL,
}) => {
  const { get, post } = callerOf(request, String(baseURL));
  const [emailAddress, password, wrong] = ['planted@example.com', planted('password'), planted('wrong')];
  const [reset, confirming, notMe, session, proof] = [
    planted('reset'),
    planted('confirm-email'),
    planted('not-me'),
    planted('session'),
    planted('proof'),
  ];
  const [taxID, account] = [digits(9), digits(12)];
  noteSecrets(password, wrong, reset, confirming, notMe, session, proof, taxID, account);

  const signIn = (Password: unknown, more: object = {}) =>
    post('/api/login', { EmailAddress: emailAddress, Password, ...more });
  await post('/api/register', {
    FirstName: 'Planted',
    EmailAddress: emailAddress,
    Password: password,
    ConfirmPassword: password,
    Agreed: true,
  });
  await signIn(wrong);
  await signIn({ nested: wrong });
  await signIn(wrong, { Unknown: wrong });
  await post('/api/login', `{"EmailAddress":"${emailAddress}","Password":"${wrong}"`);
  await post('/api/login', { Token: reset, Password: wrong, ConfirmPassword: wrong });
  await get(`/update-password?token=${reset}`);
  await get(`/confirm-email?token=${confirming}`);
  await post('/api/confirm-email', { Token: confirming });
  await get(`/not-me?token=${notMe}`);
  await post('/api/not-me', { Token: notMe });
  await get(`/api/send-request-restore-password?email=${emailAddress}&token=${reset}`);
  await post('/api/csp-reports', {
    'csp-report': { 'document-uri': `${baseURL}/update-password?token=${reset}` },
  });
  await post('/api/logout', {}, { cookie: `partnerdesk=${session}; partnerdesk.sig=${session}` });
  await post('/api/events', `[{"note":"${wrong}"}]`, {
    'x-timestamp': String(Date.now()),
    'x-signature': proof,
  });

  const { affID } = await (await signIn(password)).json();
  const details = {
    PersonalInformation: {
      affID,
      firstName: 'Planted',
      lastName: 'Person',
      emailAddress,
      address1: '1 Main Street',
      address2: '',
      postalCode: '12345',
      countryID: 1,
      skypeUserName: '',
    },
    PaymentInformation: {
      affID,
      paymentType: 1,
      achAccountName: 'Planted Person',
      achAccountType: 1,
      achRoutingNumber: '011000015',
      achAccountNumber: account,
    },
    TaxInformation: { affID, taxIDType: 1, taxID, companyName: '' },
  };
  await post('/api/update-affiliate-account', { ...details, TaxInformation: { affID, taxID: [taxID] } });
  expect((await post('/api/update-affiliate-account', details)).status()).toBe(200);

  const { secret, uri } = await (await post('/api/second-factor/totp', {})).json();
  const totp = new TOTP({ secret });
  await post('/api/second-factor/totp/code', { Code: '000000' });
  const { recoveryCodes } = await (
    await post('/api/second-factor/totp/code', { Code: totp.generate() })
  ).json();
  expect(recoveryCodes).toHaveLength(10);
  noteSecrets(secret, uri, ...recoveryCodes);
  await post('/api/logout', {});
  await signIn(password);
  await signIn(password, { SecondFactor: { Code: proof } });
  expect((await (await signIn(password, { SecondFactor: { Code: recoveryCodes[0] } })).json()).result).toBe(
    1,
  );
  await post('/api/confirmation', { Password: wrong });
  await post('/api/logout', {});

  await post('/api/login', { EmailAddress: 'admin@example.com', Password: DEMO_PASSWORD });
  const revealed = await post('/api/reveal-number', {
    kind: 'affiliate',
    id: affID,
    field: 'achAccountNumber',
  });
  expect(await revealed.json()).toEqual({ value: account });
  await post('/api/administrators', {
    emailAddress: 'planted-office@example.com',
    firstName: '',
    permissions: [],
  });
});

test('a secret in a log is found, as it is and as addresses write it; a part of a longer number is none', () => {
  const dir = test.info().outputPath();
  mkdirSync(join(dir, 'logs'), { recursive: true });
  const file = join(dir, 'logs', 'bff.log');
  writeFileSync(
    file,
    '{"msg":"a"}\n{"url":"/x?p=a%20secret%2Fword"}\n{"at":1123456789012}\n{"n":"123456789"}\n',
  );
  expect(findLeaks(dir, ['a secret/word', '123456789', 'short'])).toEqual([
    { file, line: 2, secret: 'a%20' },
    { file, line: 4, secret: '1234' },
  ]);
});
