import { addDays } from '@partnerdesk/contracts';
import { countryNameOf } from '../../countries';
import { startTestApp, type TestApp } from '../../testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    env: {
      PUBLIC_URL: 'http://partners.example.com',
      PUBLIC_URLS: 'http://second.example.com, http://third.example.com',
      PAYOUT_MINIMUM: '25',
      PAYOUT_HOLD_DAYS: '3',
      REMOTE_MANIFESTS: '{"payroll":"https://cdn.example.com/m.json"}',
    },
  });
});
afterAll(() => app.close());

test('what the app starts with, and without a cookie', async () => {
  const answer = await app.client().get('/api/configuration');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('private, no-cache');
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect(answer.body).toMatchObject({
    productName: 'Partnerdesk',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    googleCaptchaKey: '',
    businessTimezone: 'America/New_York',
    businessTimezoneName: 'Eastern Time',
    publicUrl: 'http://partners.example.com',
    today: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  });
});

test('what a new affiliate is paid, and when the running month is', async () => {
  const { body } = await app.client().get('/api/configuration');
  const { program, today } = body;
  expect(program).toMatchObject({ commission: 20, minimumPayout: 25, payoutHoldDays: 3 });
  expect(program.endDate.slice(0, 7)).toBe(today.slice(0, 7));
  expect(addDays(program.endDate, 20)).toBe(program.dueDate);
});

test('contentUri leads to the text blocks', async () => {
  const { body } = await app.client().get('/api/configuration');
  const block = await app.client().get(`${body.contentUri}/home_top`);
  expect([block.status, block.headers.get('content-type')]).toEqual([
    200,
    expect.stringMatching(/^text\/html/),
  ]);
});

test('people may come by each name that is set up; by another they learn which to open', async () => {
  const logoutFrom = (origin: string) =>
    fetch(`${app.url}/api/logout`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: '{}',
    });
  for (const name of ['partners', 'second', 'third'])
    expect((await logoutFrom(`http://${name}.example.com`)).status).toBe(200);
  const refused = await logoutFrom('http://fourth.example.com');
  expect([refused.status, await refused.json()]).toEqual([
    403,
    {
      error: {
        code: 'bad_origin',
        message: 'Nothing can be saved under this address. Please open http://partners.example.com',
      },
    },
  ]);
});

test('each remote with its manifest, moved by the environment without a build', async () => {
  const { body } = await app.client().get('/api/configuration');
  expect(body.remotes).toEqual([
    { name: 'affiliate', manifest: '/remotes/affiliate/mf-manifest.json' },
    { name: 'moderation', manifest: '/remotes/moderation/mf-manifest.json' },
    { name: 'accounts', manifest: '/remotes/accounts/mf-manifest.json' },
    { name: 'payroll', manifest: 'https://cdn.example.com/m.json' },
  ]);
});

test('every country once, the United States as number 1', async () => {
  const { body } = await app.client().get('/api/configuration');
  expect(body.countries[0]).toEqual({ countryID: 1, name: 'United States' });
  const ids = body.countries.map((country: { countryID: number }) => country.countryID);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBe(249);
  expect(countryNameOf(276)).toBe('Germany');
  expect(countryNameOf(0)).toBe('');
});

test('nothing of the server’s keys is in it', async () => {
  const { text } = await app.client().get('/api/configuration');
  expect(text).not.toMatch(/secret|development-|mongodb|redis/i);
});
