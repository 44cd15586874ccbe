import { startTestApp, type TestApp } from '../../testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ limits: { cspReportAddress: { max: 6, windowMs: 60_000 } } });
});
afterAll(() => app.close());

/** As a browser sends it: of its own accord, without an origin. */
const send = (body: unknown, type: string) =>
  fetch(`${app.url}/api/csp-reports`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: JSON.stringify(body),
  }).then(({ status }) => status);

const PAGE = 'https://partners.example.com/update-password';
const logged = () =>
  app
    .logLines()
    .filter(({ msg }) => msg === 'content security policy violated')
    .map(({ directive, blocked, document }) => ({ directive, blocked, document }));

test('a report of either kind is a line of the log, without queries', async () => {
  const older = {
    'effective-directive': 'script-src-elem',
    'blocked-uri': 'https://evil.example/x.js?a=1',
    'document-uri': `${PAGE}?token=secret`,
    'status-code': 200,
  };
  const newer = { effectiveDirective: 'img-src', blockedURL: 'inline', documentURL: `${PAGE}#secret` };
  expect(await send({ 'csp-report': older }, 'application/csp-report')).toBe(204);
  const report = { type: 'csp-violation', age: 1, url: PAGE, body: newer };
  expect(await send([report], 'application/reports+json')).toBe(204);
  expect(logged()).toEqual([
    { directive: 'script-src-elem', blocked: 'https://evil.example/x.js', document: PAGE },
    { directive: 'img-src', blocked: 'inline', document: PAGE },
  ]);
  expect(JSON.stringify(app.logLines())).not.toContain('secret');
});

test('nonsense is refused, a flood is limited', async () => {
  for (const body of [{}, { 'csp-report': 'x' }, [{ body: 1 }]])
    expect(await send(body, 'application/csp-report')).toBe(400);
  const statuses = await Promise.all(Array.from({ length: 3 }, () => send([], 'application/reports+json')));
  expect(statuses.sort()).toEqual([204, 429, 429]);
});
