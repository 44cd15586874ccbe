import { MAX_TEXT_BLOCK, TEXT_BLOCKS } from '@partnerdesk/contracts';
import { AuditModel } from '@partnerdesk/domain';
import { signedInAdministrator, signedInAffiliate } from '../../testing/people';
import { startTestApp, type TestApp } from '../../testing/test-app';
import type { TestClient } from '../../testing/test-client';
import { presentTextBlock } from './local.routes';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const put = (client: TestClient, body: object, name = 'home_top') =>
  client.send('PUT', `/api/local/${name}`, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

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
  const saved = await put(client, { html, version: 0 });
  expect([saved.status, saved.body]).toEqual([200, { name: 'home_top', html, version: 1 }]);
  expect((await app.client().get('/api/local/home_top')).text).toBe('<h2>News</h2><p>Hello</p>');
  const line = await AuditModel.findOne({ action: 'text-block.updated' }).lean();
  expect(line).toMatchObject({ actor: { kind: 'administrator', id: adminID }, subject: { id: 'home_top' } });
});

test('a preview is what would reach the page, and changes nothing', async () => {
  const { client } = await signedInAdministrator(app, ['accounts']);
  const answer = await client.post('/api/text-block-preview', { html: '<h1 id=x>A</h1><script>1</script>' });
  expect(answer.body).toEqual({ html: '<h2>A</h2>' });
  expect((await client.post('/api/text-block-preview', { html: '' })).status).toBe(400);
});

test('the office reads every text as it wrote it; of two who change one the second is refused', async () => {
  const { client } = await signedInAdministrator(app, ['accounts']);
  const block = async () =>
    (await client.get('/api/text-blocks')).body.find((each: { name: string }) => each.name === 'terms');
  expect((await client.get('/api/text-blocks')).body.map(({ name }: { name: string }) => name)).toEqual(
    TEXT_BLOCKS,
  );
  for (const version of [0, 1]) {
    const seen = await block();
    expect(seen.version).toBe(version);
    const both = await Promise.all(
      ['<p>One</p>', '<p>Two</p>'].map((html) => put(client, { html, version }, 'terms')),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = both.find(({ status }) => status === 200);
    expect(await block()).toEqual(winner?.body);
  }
  expect((await put(client, { html: '<p>Later</p>', version: 9 }, 'terms')).status).toBe(409);
});

test.each([
  ['an empty text', { html: '', version: 0 }, { html: 'Please enter all values' }],
  ['a missing text', { version: 0 }, { html: 'Please enter all values' }],
  [
    'a text that is too long',
    { html: 'x'.repeat(MAX_TEXT_BLOCK + 1), version: 0 },
    { html: expect.any(String) },
  ],
  ['a missing version', { html: 'x' }, { version: expect.any(String) }],
  ['a version that is no number', { html: 'x', version: '0' }, { version: expect.any(String) }],
])('%s is refused', async (_, body, fields) => {
  const { client } = await signedInAdministrator(app, ['accounts']);
  const answer = await put(client, body);
  expect([answer.status, answer.body.error.fields]).toEqual([400, fields]);
});

test('nobody else reads or changes them so', async () => {
  const { client: affiliate } = await signedInAffiliate(app);
  const { client: moderator } = await signedInAdministrator(app, ['moderation']);
  for (const [client, status] of [
    [app.client(), 401],
    [affiliate, 403],
    [moderator, 403],
  ] as const) {
    expect((await put(client, { html: '<p>mine</p>', version: 1 })).status).toBe(status);
    expect((await client.get('/api/text-blocks')).status).toBe(status);
    expect((await client.post('/api/text-block-preview', { html: 'x' })).status).toBe(status);
  }
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
