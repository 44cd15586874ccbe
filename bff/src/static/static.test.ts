import { mkdir, rm, writeFile } from 'node:fs/promises';
import { get as httpGet } from 'node:http';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { startTestApp, type TestApp } from '../testing/test-app';

let app: TestApp;

async function put(name: string, content: string | Buffer): Promise<void> {
  const file = path.join(app.builds, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
}

beforeAll(async () => {
  app = await startTestApp();
  await put('secret.txt', 'outside of every build');
  await put('shell/index.html', '<html><head><title>Shell</title></head><body></body></html>');
  await put('shell/main.0123abcd.js', `/* ${'shell '.repeat(500)} */`);
  await put('shell/robots.txt', 'User-agent: *');
  await put('shell/.hidden', 'hidden');
  await put('affiliate/mf-manifest.json', '{"name":"affiliate"}');
  await put('affiliate/remoteEntry.js', 'entry');
  await put('affiliate/chunk.89abcdef.js', 'chunk');
  await put('affiliate/chunk.89abcdef.js.br', brotliCompressSync('chunk'));
});
afterAll(() => app.close());

const html = { accept: 'text/html,*/*' };
const get = (address: string, headers: Record<string, string> = {}) => app.client().get(address, headers);

test.each(['/', '/index.html', '/dashboard', '/no/such/screen', '/photoid?x=1'])(
  '%s is the shell’s document for a browser that goes there',
  async (address) => {
    const answer = await get(address, html);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(answer.text).toContain('<title>Shell</title>');
  },
);

test.each(['/', '/dashboard'])('%s is the document also for who takes anything', async (address) => {
  expect((await get(address, { accept: '*/*' })).text).toContain('<title>Shell</title>');
});

test('the document names what the asked-for screen is loaded from', async () => {
  const preload = (address: string) => `<link rel="preload" href="${address}" as="fetch" crossorigin>`;
  const affiliate = await get('/statistics', html);
  expect(affiliate.text).toContain(preload('/api/configuration'));
  expect(affiliate.text).toContain(preload('/remotes/affiliate/mf-manifest.json'));
  expect((await get('/site-stats', html)).text).toContain(preload('/remotes/payroll/mf-manifest.json'));
  expect((await get('/login', html)).text).not.toContain('/remotes/');
});

test('the document names the files of the screen, as the newest build has them', async () => {
  await put('affiliate/screens.json', '{"/faq":["entry.1.js","faq.2.css"]}');
  const { text } = await get('/faq', html);
  expect(text).toContain(
    '<link rel="preload" href="/remotes/affiliate/entry.1.js" as="script" fetchpriority="low">',
  );
  expect(text).toContain(
    '<link rel="preload" href="/remotes/affiliate/faq.2.css" as="style" fetchpriority="low">',
  );
  expect((await get('/terms', html)).text).not.toContain('entry.1.js');
  await put('payroll/screens.json', '{"/payroll":["entry.3.js"]}');
  expect((await get('/payroll/affiliates/2026-10-31', html)).text).toContain('/remotes/payroll/entry.3.js');
  await put('affiliate/screens.json', '{"/faq":["entry.another.js"]}');
  expect((await get('/faq', html)).text).toContain('/remotes/affiliate/entry.another.js');
  await put('affiliate/screens.json', '{"/faq":');
  expect((await get('/faq', html)).text).not.toContain('/remotes/affiliate/entry');
});

test('the document of a remote’s screen names what the screen takes from the shell', async () => {
  const preload = '<link rel="preload" href="/kit.01234567.js" as="script" fetchpriority="low">';
  await put(
    'affiliate/screens.json',
    '{"/faq":["entry.1.js","@partnerdesk/web/kit"],"/terms":["entry.1.js"]}',
  );
  expect((await get('/faq', html)).text).not.toContain('kit');
  await put('shell/provided.json', '{"@partnerdesk/web/kit":["kit.01234567.js"]}');
  expect((await get('/faq', html)).text).toContain(preload);
  for (const address of ['/terms', '/help']) expect((await get(address, html)).text).not.toContain('kit');
});

test.each([
  '/remotes/affiliate/gone.js',
  '/remotes/affiliate/',
  '/remotes/affiliate',
  '/remotes/unknown/remoteEntry.js',
  '/remotes/unknown/package.json',
  '/remotes/toString/package.json',
  '/remotes/moderation/mf-manifest.json',
  '/remotes/affiliate/..%2f..%2fsecret.txt',
  '/remotes/affiliate/%ff',
  '/remotes/affiliate/%00',
])('%s is a true 404, whatever the browser accepts', async (address) => {
  const answer = await get(address, html);
  expect(answer.status).toBe(404);
  expect(answer.text).not.toContain('Shell');
});

test.each(['/main.ffffffff.js', '/.hidden', '/..%2fsecret.txt', '/%ff'])(
  '%s is nothing for a script tag',
  async (address) => {
    const answer = await get(address);
    expect(answer.status).toBe(404);
    expect(answer.text).not.toMatch(/hidden|outside/);
  },
);

test('hashed names are kept for good, manifests and entries are asked for again', async () => {
  const immutable = 'public, max-age=31536000, immutable';
  expect((await get('/main.0123abcd.js')).headers.get('cache-control')).toBe(immutable);
  expect((await get('/remotes/affiliate/chunk.89abcdef.js')).headers.get('cache-control')).toBe(immutable);
  for (const address of [
    '/remotes/affiliate/mf-manifest.json',
    '/remotes/affiliate/remoteEntry.js',
    '/robots.txt',
  ])
    expect((await get(address)).headers.get('cache-control')).toBe('no-cache');
});

/** By Node's own client: fetch adds `no-cache` to every conditional request. */
function statusFor(etag: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    httpGet(
      `${app.url}/remotes/affiliate/remoteEntry.js`,
      { headers: { 'if-none-match': etag } },
      (response) => resolve(response.resume().statusCode),
    ).on('error', reject);
  });
}

test('what has not changed is not sent again; a new build is', async () => {
  const first = await get('/remotes/affiliate/remoteEntry.js');
  const etag = first.headers.get('etag') ?? '';
  expect(await statusFor(etag)).toBe(304);
  await put('affiliate/remoteEntry.js', 'a newer entry');
  expect(await statusFor(etag)).toBe(200);
});

test('large files are compressed, and those that were compressed by the build are sent as they are', async () => {
  const large = await get('/main.0123abcd.js', { 'accept-encoding': 'gzip' });
  expect(large.headers.get('content-encoding')).toBe('gzip');
  expect(large.headers.get('vary')).toMatch(/accept-encoding/i);
  expect(large.text).toContain('shell shell');
  const ready = await get('/remotes/affiliate/chunk.89abcdef.js', { 'accept-encoding': 'br' });
  expect([ready.headers.get('content-encoding'), ready.text]).toEqual(['br', 'chunk']);
});

test('writes are no pages', async () => {
  expect((await app.client().post('/dashboard', {}, html)).status).toBe(404);
});

test('a new document is served without a restart, and without a build there is none', async () => {
  await put('shell/index.html', '<html><head></head><body>a newer build</body></html>');
  expect((await get('/', html)).text).toContain('a newer build');
  await rm(path.join(app.builds, 'shell/index.html'));
  expect((await get('/', html)).status).toBe(404);
  await put('shell/index.html', '<html><head><title>Shell</title></head><body></body></html>');
});
