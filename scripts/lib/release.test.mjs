import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot } from './paths.mjs';
import { ReleaseFolder } from './release.mjs';

const { writeReleaseFile } = createRequire(inRoot('package.json'))(inRoot('packages/build/release-file.cjs'));
const folder = mkdtempSync(join(tmpdir(), 'partnerdesk-release-'));
afterAll(() => rmSync(folder, { recursive: true }));

const releases = () => new ReleaseFolder(join(folder, 'releases'), 'payroll');
/** @param {string} text @returns {string} the folder of a build of payroll */
function build(text, name = 'payroll') {
  const dir = join(folder, text);
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, 'entry.js'), text);
  const metaData = { name, remoteEntry: { name: 'entry.js' } };
  writeFileSync(join(dir, 'mf-manifest.json'), JSON.stringify({ metaData }));
  writeReleaseFile(dir, '0.1.0');
  return dir;
}
/** @param {...string} texts @returns {Promise<string[]>} their versions */
async function addAll(...texts) {
  const versions = [];
  for (const text of texts) versions.push(await releases().add(build(text)));
  return versions;
}
const fileOf = (/** @type {string} */ version) => join(folder, 'releases/payroll', version, 'entry.js');

test('a build is the same version wherever it was made, and another one with another file', async () => {
  const version = await releases().add(build('one'));
  expect(version).toMatch(/^0\.1\.0-[0-9a-f]{10}$/);
  expect(await releases().add(build('one'))).toBe(version);
  expect(await releases().add(build('two'))).not.toBe(version);
  expect(releases().rollout.released).toHaveLength(2);
});

test('a build that is released already stays where visitors get it from; one that was damaged is put right', async () => {
  const [version] = await addAll('one');
  const { ino } = statSync(join(folder, 'releases/payroll', version));
  await addAll('one');
  expect(statSync(join(folder, 'releases/payroll', version)).ino).toBe(ino);
  writeFileSync(fileOf(version), 'damaged');
  await addAll('one');
  expect(readFileSync(fileOf(version), 'utf8')).toBe('one');
  expect(readdirSync(join(folder, 'releases/payroll')).filter((name) => name.startsWith(version))).toEqual([
    version,
  ]);
});

test('a build with a file that was changed, or of another remote, is refused and named', async () => {
  const changed = build('three');
  writeFileSync(join(changed, 'entry.js'), 'something else');
  await expect(releases().add(changed)).rejects.toThrow(/entry\.js is not what was built/);
  await expect(releases().add(build('four', 'accounts'))).rejects.toThrow(
    'is a build of accounts, not of payroll',
  );
  await expect(releases().add(folder)).rejects.toThrow(/release\.json is missing/);
});

test('a build that names a folder or file outside is refused, and nothing outside is touched', async () => {
  const victim = join(folder, 'victim');
  mkdirSync(victim);
  writeFileSync(join(victim, 'kept'), 'kept');
  /** @param {string} text @param {object} fields */
  const forged = (text, fields) => {
    const dir = build(text);
    const own = JSON.parse(readFileSync(join(dir, 'release.json'), 'utf8'));
    writeFileSync(join(dir, 'release.json'), JSON.stringify({ ...own, ...fields }));
    return dir;
  };
  await expect(releases().add(forged('six', { version: '../../victim' }))).rejects.toThrow('"version"');
  const integrity = `sha384-${'a'.repeat(64)}`;
  for (const name of ['../../victim/kept', '/etc/passwd', 'a/../b', '.env', 'a//b'])
    await expect(releases().add(forged('seven', { files: { [name]: integrity } }))).rejects.toThrow(
      `"files.${name}"`,
    );
  await expect(releases().add(forged('eight', { entry: 'other.js' }))).rejects.toThrow('"entry"');
  expect(readFileSync(join(victim, 'kept'), 'utf8')).toBe('kept');
});

test('links are refused, and files that no build lists stay behind', async () => {
  const unlisted = build('nine');
  writeFileSync(join(folder, 'settings.json'), 'secret');
  symlinkSync(join(folder, 'settings.json'), join(unlisted, 'settings.json'));
  writeFileSync(join(unlisted, 'notes.txt'), 'not built');
  const other = new ReleaseFolder(join(folder, 'other-releases'), 'payroll');
  const version = await other.add(unlisted);
  expect(readdirSync(join(folder, 'other-releases/payroll', version)).sort()).toEqual([
    'entry.js',
    'mf-manifest.json',
    'release.json',
  ]);
  const linked = build('ten');
  rmSync(join(linked, 'entry.js'));
  writeFileSync(join(folder, 'elsewhere.js'), 'ten');
  symlinkSync(join(folder, 'elsewhere.js'), join(linked, 'entry.js'));
  await expect(releases().add(linked)).rejects.toThrow(/entry\.js is not what was built/);
});

test('back goes from a share to what the others have, then to the build before, then to that of the servers', async () => {
  const [one, two, three] = await addAll('one', 'two', 'five');
  releases().use(one);
  releases().use(two);
  releases().use(three, 10);
  expect(releases().rollout).toMatchObject({ current: two, canary: { version: three, share: 10 } });
  for (const expected of [two, one, undefined]) {
    const before = releases().before();
    expect(before).toBe(expected);
    releases().use(before);
    expect(releases().rollout.canary).toBeUndefined();
    expect(releases().rollout.current).toBe(expected);
  }
});

test('a share of what every visitor has already is refused: it would narrow nothing', async () => {
  const [one, two] = await addAll('one', 'two');
  releases().use(one);
  releases().use(two);
  const before = releases().rollout;
  expect(() => releases().use(two, 10)).toThrow(`Every visitor has payroll ${two} already`);
  expect(releases().rollout).toEqual(before);
  releases().use(releases().before());
  releases().use(two, 10);
  expect(releases().rollout).toMatchObject({ current: one, canary: { version: two, share: 10 } });
});

test('two people release at the same time: nothing of either is lost, and none changes what the other is changing', async () => {
  const [mine, others] = [releases(), new ReleaseFolder(join(folder, 'releases'), 'accounts')];
  const version = await mine.add(build('mine'));
  const other = await others.add(build('others', 'accounts'));
  mine.use(version);
  others.use(other);
  expect([releases().rollout.current, others.rollout.current]).toEqual([version, other]);
  const lock = join(folder, 'releases/rollout.json.lock');
  mkdirSync(lock);
  expect(() => releases().use(undefined)).toThrow('Somebody else is releasing at this moment');
  rmSync(lock, { recursive: true });
  expect(releases().rollout.current).toBe(version);
});

test('what was replaced more than a week ago is removed with the next change, what is in use never', async () => {
  const [one, two] = await addAll('one', 'two');
  releases().use(one);
  releases().use(two);
  const file = join(folder, 'releases/rollout.json');
  const all = JSON.parse(readFileSync(file, 'utf8'));
  for (const each of all.payroll.released)
    if (each.version === one) each.replacedAt = '2026-01-01T00:00:00.000Z';
  writeFileSync(file, JSON.stringify(all));
  expect(existsSync(fileOf(one))).toBe(true);
  releases().use(two);
  expect([existsSync(fileOf(one)), existsSync(fileOf(two))]).toEqual([false, true]);
  expect(() => releases().use(one)).toThrow(`There is no payroll ${one}`);
});
