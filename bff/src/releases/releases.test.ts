import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { signedInAdministrator } from '../testing/people';
import { startTestApp, type TestApp } from '../testing/test-app';
import { VERSION } from '../version';
import { integrityOf, type Rollout, type Rollouts } from './release-files';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await mkdir(path.join(app.builds, 'shell'));
  await writeFile(path.join(app.builds, 'shell/index.html'), '<html><head></head><body></body></html>');
});
afterAll(() => app.close());

const versionOf = (letter: string, product = VERSION) => `${product}-${letter.repeat(10)}`;
const [A, B, OTHER] = [versionOf('a'), versionOf('b'), versionOf('c', '9.9.9')];
const BUILT_IN = versionOf('0');

/** Writes a build of payroll. @returns what its release.json hashes to */
async function writeBuild(folder: string, version: string): Promise<string> {
  const files: Record<string, string> = {
    'mf-manifest.json': `{"of":"${version}"}`,
    'entry.js': `/* ${version} */`,
    'screens.json': '{"/site-stats":["entry.js"]}',
  };
  const hashes = Object.fromEntries(
    Object.entries(files).map(([name, text]) => [name, integrityOf(Buffer.from(text))]),
  );
  const own = JSON.stringify({ name: 'payroll', version, entry: 'entry.js', files: hashes });
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries({ ...files, 'release.json': own }))
    await writeFile(path.join(folder, name), text);
  return integrityOf(Buffer.from(own));
}

const releaseFolder = (version: string) => path.join(app.env.releasesDir, 'payroll', version);
async function release(version: string): Promise<Rollout['released'][number]> {
  const integrity = await writeBuild(releaseFolder(version), version);
  return { version, integrity, releasedAt: '2026-11-22T10:00:00.000Z' };
}
const rollOut = async (rollout: Rollout | unknown) => {
  await mkdir(app.env.releasesDir, { recursive: true });
  await writeFile(
    path.join(app.env.releasesDir, 'rollout.json'),
    JSON.stringify({ payroll: rollout } as Rollouts),
  );
};

/** Which build of payroll a browser is given. */
async function versionFor(client = app.client()): Promise<string> {
  const { body } = await client.get('/api/configuration');
  return body.remotes.find(({ name }: { name: string }) => name === 'payroll').version;
}
const statusOf = async (address: string) => (await app.client().get(address)).status;

test('a release is there for the next page, and its files beside those of the build of the servers', async () => {
  await writeBuild(path.join(app.builds, 'payroll'), BUILT_IN);
  expect(await versionFor()).toBe(BUILT_IN);
  await rollOut({ current: A, released: [await release(A)] });
  expect(await versionFor()).toBe(A);
  const { text } = await app.client().get('/site-stats', { accept: 'text/html' });
  const entry = `/remotes/payroll/${A}/entry.js`;
  expect(text).toMatch(new RegExp(`href="${entry}" as="script" integrity="sha384-`));
  // The configuration says which script to enter it by, so nobody asks for the manifest.
  expect(text).not.toContain('mf-manifest.json');
  expect((await app.client().get(entry)).text).toBe(`/* ${A} */`);
  expect((await app.client().get('/remotes/payroll/entry.js')).text).toBe(`/* ${BUILT_IN} */`);
});

test('what was replaced still has its files, what was never released has none', async () => {
  const released = [await release(A), await release(B)];
  await rollOut({ current: B, released });
  expect(await versionFor()).toBe(B);
  expect(await statusOf(`/remotes/payroll/${A}/entry.js`)).toBe(200);
  await rollOut({ current: B, released: released.slice(1) });
  expect(await statusOf(`/remotes/payroll/${A}/entry.js`)).toBe(404);
  await rollOut({ released });
  expect(await versionFor()).toBe(BUILT_IN);
});

test('a share of the visitors gets a build and keeps it, by a number in a cookie; without a share there is no cookie', async () => {
  const released = [await release(A), await release(B)];
  await rollOut({ current: A, canary: { version: B, share: 30 }, released });
  const withNumber = (number: number) =>
    app
      .client()
      .get('/api/configuration', { cookie: `partnerdesk-share=${number}` })
      .then(({ body }) => body.remotes.find(({ name }: { name: string }) => name === 'payroll').version);
  expect(await Promise.all([0, 29, 30, 99].map(withNumber))).toEqual([B, B, A, A]);
  const visitor = app.client();
  const first = await visitor.get('/api/configuration');
  expect(first.headers.getSetCookie()).toEqual([expect.stringMatching(/^partnerdesk-share=\d\d?;/)]);
  const version = await versionFor(visitor);
  for (let count = 0; count < 5; count += 1) expect(await versionFor(visitor)).toBe(version);
  await rollOut({ current: A, released });
  expect((await app.client().get('/api/configuration')).headers.getSetCookie()).toEqual([]);
});

test('a build with a file that was changed, or for other servers, is given to nobody', async () => {
  const changed = versionOf('d');
  const released = [await release(A), await release(changed), await release(OTHER)];
  await writeFile(path.join(releaseFolder(changed), 'entry.js'), 'something else');
  await rollOut({ current: A, canary: { version: changed, share: 100 }, released });
  expect(await versionFor()).toBe(A);
  expect(await statusOf(`/remotes/payroll/${changed}/entry.js`)).toBe(404);
  expect(app.logLines()).toContainEqual(
    expect.objectContaining({
      msg: 'a released remote is not whole',
      version: changed,
      err: expect.objectContaining({ message: 'entry.js is not the released one' }),
    }),
  );
  await rollOut({ current: OTHER, released });
  expect(await versionFor()).toBe(BUILT_IN);
});

test('only files that a build lists are served, and only while they are what was released', async () => {
  const version = versionOf('e');
  await rollOut({ current: version, released: [await release(version)] });
  const at = (file: string) => `/remotes/payroll/${version}/${file}`;
  await writeFile(path.join(app.builds, 'settings.json'), 'secret');
  await symlink(path.join(app.builds, 'settings.json'), path.join(releaseFolder(version), 'settings.json'));
  await writeFile(path.join(releaseFolder(version), 'notes.txt'), 'not built');
  const statuses = ['settings.json', 'notes.txt', 'release.json', 'constructor', '../rollout.json'].map(
    (file) => statusOf(at(file)),
  );
  expect(await Promise.all(statuses)).toEqual([404, 404, 404, 404, 404]);
  const entry = await app.client().get(at('entry.js'));
  expect([entry.status, entry.headers.get('content-type'), entry.headers.get('cache-control')]).toEqual([
    200,
    'text/javascript; charset=utf-8',
    'no-cache',
  ]);
  await writeFile(path.join(releaseFolder(version), 'entry.js'), '/* altered */');
  await writeFile(path.join(releaseFolder(version), 'screens.json'), '{"/site-stats":["settings.json"]}');
  expect(await statusOf(at('entry.js'))).toBe(404);
  expect((await app.client().get('/site-stats', { accept: 'text/html' })).text).not.toContain(
    'settings.json',
  );
  expect(app.logLines()).toContainEqual(
    expect.objectContaining({ msg: 'a file of a released remote was changed', version }),
  );
});

test('a rollout.json that cannot be used changes nothing, and the log names the field', async () => {
  const released = [await release(A)];
  await rollOut({ current: A, released });
  expect(await versionFor()).toBe(A);
  await rollOut({ current: A, canary: { version: '../../etc', share: 10 }, released });
  expect(await versionFor()).toBe(A);
  const line = app.logLines().find(({ msg }) => String(msg).startsWith('rollout.json cannot be used'));
  expect(JSON.stringify(line)).toContain('payroll.canary.version');
});

test('the office sees each build with its share and what browsers reported of it', async () => {
  const released = [await release(A), await release(B)];
  await rollOut({ current: A, canary: { version: B, share: 20 }, released });
  const report = (body: unknown) => app.client().post('/api/browser-reports', body);
  await report({ loaded: { payroll: B, shell: VERSION }, errors: [] });
  await report({
    loaded: { payroll: B },
    errors: [
      { part: 'payroll', version: B, name: 'TypeError', place: 'a.js:1:2' },
      { part: 'payroll', version: 'made-up', name: 'TypeError', place: '' },
    ],
  });
  expect(app.logLines()).toContainEqual(
    expect.objectContaining({ msg: 'error in a browser', part: 'payroll', version: B }),
  );
  const { client } = await signedInAdministrator(app, ['queues']);
  const { body } = await client.get('/api/releases');
  expect(body.filter(({ name }: { name: string }) => name === 'payroll')).toMatchObject([
    { version: A, state: 'current', share: 80, loads: 0, errors: 0 },
    { version: B, state: 'canary', share: 20, loads: 2, errors: 1 },
    { version: BUILT_IN, state: 'replaced', share: 0, releasedAt: null },
  ]);
});
