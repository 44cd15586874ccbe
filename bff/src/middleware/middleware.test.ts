import { connect } from 'node:net';
import { makeAffiliate, TEST_PASSWORD, waitFor } from '@partnerdesk/testing';
import { signedInAffiliate } from '../testing/people';
import { startTestApp, type TestApp } from '../testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ limits: { signInAddress: { max: 5, windowMs: 60_000 } } });
});
afterAll(() => app.close());
afterEach(async () => {
  const keys = await app.redis.keys(`${app.prefix}:limit:*`);
  if (keys.length > 0) await app.redis.del(keys);
});

const json = { 'content-type': 'application/json' };

describe('origin of writes', () => {
  const logout = (headers: Record<string, string>) =>
    fetch(`${app.url}/api/logout`, { method: 'POST', headers }).then(({ status }) => status);

  test.each([
    ['our public address', { origin: 'http://localhost:8080' }, 200],
    ['our address by its number', { origin: 'http://127.0.0.1:8080' }, 200],
    ['another site', { origin: 'https://evil.example' }, 403],
    ['our name as a part of another', { origin: 'http://localhost:8080.evil.example' }, 403],
    ['our name with another scheme', { origin: 'https://localhost:8080' }, 403],
    ['an opaque origin', { origin: 'null' }, 403],
    [
      'another site, whatever Sec-Fetch-Site says',
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
      403,
    ],
    ['no origin, but the same site by Sec-Fetch-Site', { 'sec-fetch-site': 'same-origin' }, 200],
    ['no origin, a sister domain by Sec-Fetch-Site', { 'sec-fetch-site': 'same-site' }, 403],
    ['neither of the two', {}, 403],
  ])('%s', async (_, headers, status) => {
    expect(await logout(headers as Record<string, string>)).toBe(status);
  });

  test.each([
    '/api/generate-payroll?endDate=1/1/2026',
    '/api/generate-payroll-report?startDate=1/1/2026&endDate=1/2/2026',
    '/api/payroll-runs/x/spreadsheet',
    '/api/pay-files/1/parts/1',
    '/api/export-affiliates',
    '/api/export-payment-statement?payrollID=1',
    '/api/send-request-restore-password?email=a@example.com',
  ])('%s has an effect, so other sites can’t cause it', async (path) => {
    const status = async (site: string) => (await app.client().get(path, { 'sec-fetch-site': site })).status;
    expect([await status('cross-site'), await status('same-site')]).toEqual([403, 403]);
    expect([200, 401]).toContain(await status('same-origin'));
  });

  test('reads are not asked where they come from', async () => {
    const answer = await fetch(`${app.url}/api/configuration`, {
      headers: { origin: 'https://evil.example' },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('bodies', () => {
  const send = (body: string | Buffer, headers: Record<string, string> = json) =>
    app.client().send('POST', '/api/login', { headers, body });

  test.each([
    ['half an object', '{"EmailAddress":', 400, 'invalid_input'],
    ['a list', '[]', 400, 'invalid_input'],
    ['a text', '"text"', 400, 'invalid_input'],
    ['null', 'null', 400, 'invalid_input'],
    ['no UTF-8', Buffer.from('{"EmailAddress":"\xff","Password":"x"}', 'latin1'), 400, 'invalid_input'],
    ['too large', `{"EmailAddress":"${'a'.repeat(100_001)}"}`, 413, 'payload_too_large'],
  ])('%s is refused', async (_, body, status, code) => {
    const answer = await send(body);
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  });

  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

  test.each([
    ['lists', nested(24_000)],
    ['objects', `${'{"":'.repeat(9_000)}1${'}'.repeat(9_000)}`],
  ])('%s nested too deep are bad input', async (_, deep) => {
    const answer = await app.client().send('POST', '/api/register', {
      headers: json,
      body: `{"Password":${deep},"ConfirmPassword":${deep}}`,
    });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_input']);
  });

  test('brackets in a text are no nesting', async () => {
    const answer = await send(
      JSON.stringify({ EmailAddress: 'a@example.com', Password: `\\"${'['.repeat(90)}` }),
    );
    expect(answer.status).toBe(200);
  });

  test('a connection ends with the refusal of a body that was not read', async () => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    socket.write(
      `POST /api/login HTTP/1.1\r\nHost: x\r\nOrigin: ${app.env.publicUrl}\r\nContent-Type: application/json\r\nContent-Length: 200000\r\n\r\n{`,
    );
    let answer = '';
    for await (const data of socket) answer += String(data);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toMatch(/^connection: close\r$/im);
  });

  test('a request that names two hosts is refused', async () => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    socket.write('GET /api/configuration HTTP/1.1\r\nHost: x\r\nhOST: y\r\nConnection: close\r\n\r\n');
    let answer = '';
    for await (const data of socket) answer += String(data);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });

  test('bodies of strangers take so much memory together and no more, and keep nobody out', async () => {
    const head = [
      'POST /api/events HTTP/1.1',
      'Host: x',
      'Content-Length: 60000',
      `X-Timestamp: ${Date.now()}`,
      'X-Signature: none',
    ].join('\r\n');
    // Each begins a body and does not go on.
    const sockets = Array.from({ length: 300 }, () => {
      const socket = connect(Number(new URL(app.url).port), '127.0.0.1').on('error', () => {});
      socket.write(`${head}\r\n\r\n[`);
      return socket;
    });
    const open = () => sockets.filter(({ destroyed }) => !destroyed).length;
    const room = Math.floor(16_000_000 / 60_000);
    await waitFor(() => open() <= room, { what: 'the bodies beyond the bound to be cut off' });
    // They still hold all of it.
    expect(open()).toBe(room);
    const large = () => app.client().post('/api/logout', { text: 'x'.repeat(90_000) });
    expect((await large()).status).toBe(400);
    expect(
      (await app.client().post('/api/login', { EmailAddress: 'a@example.com', Password: 'x' })).body,
    ).toEqual({
      result: 2,
    });
    await waitFor(() => open() < room, { what: 'the oldest to make room' });
    for (const socket of sockets) socket.destroy();
  });

  test.each([
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['text', { 'content-type': 'text/plain' }],
    ['no type', {}],
    ['compressed JSON', { ...json, 'content-encoding': 'gzip' }],
  ])('%s is not supported', async (_, headers) => {
    const answer = await send(
      '{"EmailAddress":"a@example.com","Password":"x"}',
      headers as Record<string, string>,
    );
    expect([answer.status, answer.body.error.code]).toEqual([415, 'unsupported_media_type']);
  });

  test('a body that never ends is cut off though its length was not sent', async () => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    socket.write(
      `POST /api/login HTTP/1.1\r\nHost: x\r\nOrigin: ${app.env.publicUrl}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    const chunk = 'a'.repeat(0x8000);
    for (let count = 0; count < 5; count += 1) socket.write(`8000\r\n${chunk}\r\n`);
    const answer = await new Promise<string>((resolve) => {
      socket.once('data', (data) => resolve(String(data)));
    });
    socket.destroy();
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });
});

describe('headers', () => {
  test('a policy under which scripts come from us only', async () => {
    const answer = await app.client().get('/api/configuration');
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    for (const directive of ['object-src', 'base-uri', 'frame-ancestors'])
      expect(policy).toContain(`${directive} 'none'`);
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(policy).not.toContain('upgrade-insecure-requests');
    expect(answer.headers.get('strict-transport-security')).toBeNull();
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('x-frame-options')).toBe('DENY');
    expect(answer.headers.get('referrer-policy')).toBe('same-origin');
    expect(answer.headers.get('x-powered-by')).toBeNull();
    expect(answer.headers.get('permissions-policy')).toContain('camera=()');
    expect(policy).toContain('report-uri /api/csp-reports');
    expect(answer.headers.get('reporting-endpoints')).toBe('csp="/api/csp-reports"');
  });

  test('remotes elsewhere and Google’s captcha are named, nothing else', async () => {
    const other = await startTestApp({
      env: {
        REMOTE_MANIFESTS: '{"payroll":"https://cdn.example.com/payroll/mf-manifest.json"}',
        GOOGLE_CAPTCHA_KEY: 'key',
        GOOGLE_CAPTCHA_SECRET: 'secret',
      },
    });
    const policy = (await other.client().get('/healthz')).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self' https://cdn.example.com https://www.google.com/recaptcha/ ");
    expect(policy).toContain('frame-src https://www.google.com/recaptcha/');
    await other.close();
  });

  test('each answer has its own request id; a visitor’s is not taken', async () => {
    const first = await app.client().get('/healthz', { 'x-request-id': 'made-by-visitor' });
    const second = await app.client().get('/healthz');
    expect(first.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
    expect(first.headers.get('x-request-id')).not.toBe(second.headers.get('x-request-id'));
  });

  test('an unknown address under /api is a JSON 404, even for a browser', async () => {
    const answer = await app.client().get('/api/nothing-here', { accept: 'text/html' });
    expect([answer.status, answer.body]).toEqual([
      404,
      { error: { code: 'not_found', message: 'Not found' } },
    ]);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });
});

describe('limits', () => {
  test('per address: counted in one window, with the time until the next try', async () => {
    const attempt = () =>
      app.client().post('/api/login', { EmailAddress: 'nobody@example.com', Password: 'x' });
    for (let count = 0; count < 5; count += 1) expect((await attempt()).status).toBe(200);
    const refused = await attempt();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
  });

  test('many at the same moment are counted one by one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        app.client().post('/api/login', { EmailAddress: `n${index}@example.com`, Password: 'x' }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  });

  test('successful sign-ins do not use up the limit of their address', async () => {
    const { emailAddress } = await makeAffiliate();
    for (let count = 0; count < 8; count += 1) await app.client().signIn(emailAddress, TEST_PASSWORD);
  });

  test('without a trusted proxy X-Forwarded-For makes nobody another', async () => {
    const attempt = (count: number) =>
      app
        .client()
        .post(
          '/api/login',
          { EmailAddress: 'a@example.com', Password: 'x' },
          { 'x-forwarded-for': `10.0.0.${count}` },
        );
    for (let count = 0; count < 5; count += 1) await attempt(count);
    expect((await attempt(6)).status).toBe(429);
  });
});

test('the access log knows path, status and time, not the query', async () => {
  await app.client().get('/api/quick-statistics?affID=7&email=a@example.com');
  const line = app.logLines().findLast(({ msg }) => msg === 'request');
  expect(line).toMatchObject({
    method: 'GET',
    path: '/api/quick-statistics',
    status: 401,
    address: expect.any(String),
  });
  expect(JSON.stringify(line)).not.toContain('a@example.com');
});

test('a refusal is logged with who was refused', async () => {
  const { client, affiliate } = await signedInAffiliate(app);
  expect((await client.get('/api/audit-log')).status).toBe(403);
  const line = () => app.logLines().find(({ path }) => path === '/api/audit-log');
  await waitFor(async () => line() !== undefined, { what: 'the line of the refusal' });
  expect(line()).toMatchObject({
    status: 403,
    who: `affiliate:${affiliate.affID}`,
  });
});
