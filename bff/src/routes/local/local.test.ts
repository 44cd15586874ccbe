import { TEXT_BLOCKS } from '@partnerdesk/contracts';
import { AuditModel } from '@partnerdesk/domain';
import { signedInAdministrator, signedInAffiliate } from '../../testing/people';
import { startTestApp, type TestApp } from '../../testing/test-app';
import { presentTextBlock } from './local.presenter';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test.each(TEXT_BLOCKS)('%s has a text before the office writes one', async (name) => {
  const answer = await app.client().get(`/api/local/${name}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
  expect(answer.text).toMatch(/<h[12]>/);
});

test('there are no others', async () => {
  for (const name of ['secret', 'toString', '..%2faff_faq', '__proto__'])
    expect((await app.client().get(`/api/local/${name}`)).status).toBe(404);
});

test('the office changes a text; what could run in a browser never reaches the page', async () => {
  const { client, adminID } = await signedInAdministrator(app, ['accounts']);
  const html = '<h2 onclick="steal()">News</h2><script>steal()</script><p>Hello</p>';
  const saved = await client.send('PUT', '/api/local/home_top', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ html }),
  });
  expect([saved.status, saved.body]).toEqual([200, true]);
  expect((await app.client().get('/api/local/home_top')).text).toBe('<h2>News</h2><p>Hello</p>');
  const line = await AuditModel.findOne({ action: 'text-block.updated' }).lean();
  expect(line).toMatchObject({ actor: { kind: 'administrator', id: adminID }, subject: { id: 'home_top' } });
});

test('nobody else changes it', async () => {
  const put = (client = app.client()) =>
    client.send('PUT', '/api/local/home_top', {
      headers: { 'content-type': 'application/json' },
      body: '{"html":"<p>mine</p>"}',
    });
  const { client: affiliate } = await signedInAffiliate(app);
  const { client: moderator } = await signedInAdministrator(app, ['moderation']);
  expect((await put()).status).toBe(401);
  expect((await put(affiliate)).status).toBe(403);
  expect((await put(moderator)).status).toBe(403);
});

test.each([
  ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
  ['<a href=" java\nscript:alert(1)">x</a>', '<a>x</a>'],
  ['<a href="//evil.example">x</a>', '<a>x</a>'],
  ['<img src=x onerror=alert(1)>', '<img src="x" />'],
  ['<img src="data:text/html,x">', '<img />'],
  ['<svg><script>1</script></svg><iframe src="https://evil.example"></iframe>', ''],
  ['<p style="position:fixed">x</p>', '<p>x</p>'],
  ['<form action="https://evil.example"><input name="Password"></form>', ''],
  [
    '<a href="https://example.com" target="_blank">x</a>',
    '<a href="https://example.com" target="_blank" rel="noopener">x</a>',
  ],
  ['<h1>x</h1>', '<h2>x</h2>'],
  ['<a href="/promo-tools">x</a>', '<a href="/promo-tools">x</a>'],
])('%s', (html, expected) => {
  expect(presentTextBlock(html)).toBe(expected);
});
