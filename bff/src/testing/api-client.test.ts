import {
  ApiClient,
  configurationCall,
  eventsCall,
  jobCall,
  loginCall,
  logoutCall,
  previewResultsCall,
  quickStatisticsCall,
  sessionCall,
  v1FiguresCall,
} from '@partnerdesk/contracts';
import { signCall } from '@partnerdesk/node';
import { joined, makeAffiliate, TEST_PASSWORD } from '@partnerdesk/testing';
import { startTestApp, type TestApp } from './test-app';

/** The typed client of packages/contracts, against a server. */

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

// The server listens on a port of its own, and takes writes from its public origin.
const clientOf = (key?: string) =>
  new ApiClient({
    url: app.url,
    ...(key && { key }),
    fetch: (address, init) =>
      fetch(address, { ...init, headers: { ...init.headers, origin: app.env.publicUrl } }),
  });

test('it signs in, keeps the session, and reads what the types say', async () => {
  const { emailAddress, affID } = await makeAffiliate();
  const client = clientOf();
  const { remotes } = await client.call(configurationCall);
  expect(remotes.map(({ name }) => name)).toContain('payroll');
  await client.call(loginCall, { body: { EmailAddress: emailAddress, Password: TEST_PASSWORD } });
  expect((await client.call(sessionCall)).session?.affID).toBe(affID);
  const figures = await client.call(quickStatisticsCall, { query: { affID } });
  expect(figures).toMatchObject({ affID, today: 0 });
  await client.call(logoutCall, { body: {} });
  expect((await client.call(sessionCall)).session).toBeNull();
});

test('a refusal has its status, code and fields', async () => {
  const client = clientOf('no-key');
  const refused = client.call(quickStatisticsCall, { query: { affID: 1 } });
  await expect(refused).rejects.toMatchObject({ status: 401, code: 'not_signed_in' });
  const login = client.call(loginCall, { body: { EmailAddress: '', Password: '' } });
  await expect(login).rejects.toMatchObject({ status: 400, fields: { EmailAddress: expect.any(String) } });
  await expect(
    client.call(v1FiguresCall, { query: { from: '2026-01-01', to: '2026-01-02' } }),
  ).rejects.toThrow('GET /api/v1/figures answered 401');
  // @ts-expect-error a call without what it needs does not compile
  await expect(client.call(jobCall)).rejects.toThrow();
});

test('a file goes as the bytes that it is', async () => {
  const sent: unknown[] = [];
  const client = new ApiClient({
    url: app.url,
    fetch: (address, { method, headers, body }) => {
      sent.push(method, headers['content-type'], body);
      return fetch(address, {
        method,
        headers: { ...headers, origin: app.env.publicUrl },
        body: body ?? null,
      });
    },
  });
  const { buffer } = new TextEncoder().encode('no results');
  const refused = client.call(previewResultsCall, { query: { format: 'nacha' }, body: buffer });
  await expect(refused).rejects.toMatchObject({ status: 401 });
  expect(sent).toEqual(['POST', 'application/octet-stream', buffer]);
});

test('the service makes its calls by a fetch that signs them', async () => {
  const { url, env } = app;
  const client = new ApiClient({
    url,
    fetch: (address, { method, headers, body = '' }) => {
      const bytes = Buffer.from(body as ArrayBuffer);
      const call = { method, address: address.slice(url.length), timestamp: String(Date.now()) };
      return fetch(address, {
        method,
        headers: { ...headers, ...signCall(env.eventsSecret, call, bytes) },
        body: bytes,
      });
    },
  });
  const { buffer: body } = new TextEncoder().encode(JSON.stringify([joined(4711)]));
  expect(await client.call(eventsCall, { body })).toMatchObject({ accepted: 1, refused: [] });
});
