import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
const fileOf = (/** @type {string} */ version) => join(folder, 'releases/payroll', version, 'entry.js');

test('a build is the same version wherever it was made, and another one with another file', () => {
  const version = releases().add(build('one'));
  expect(version).toMatch(/^0\.1\.0-[0-9a-f]{10}$/);
  expect(releases().add(build('one'))).toBe(version);
  expect(releases().add(build('two'))).not.toBe(version);
  expect(releases().rollout.released).toHaveLength(2);
});

test('a build with a file that was changed, or of another remote, is refused and named', () => {
  const changed = build('three');
  writeFileSync(join(changed, 'entry.js'), 'something else');
  expect(() => releases().add(changed)).toThrow(/entry\.js is not what was built/);
  expect(() => releases().add(build('four', 'accounts'))).toThrow('is a build of accounts, not of payroll');
  expect(() => releases().add(folder)).toThrow(/release\.json is missing/);
});

test('back goes from a share to what the others have, then to the build before, then to that of the servers', () => {
  const [one, two, three] = ['one', 'two', 'five'].map((text) => releases().add(build(text)));
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

test('a share of what every visitor has already is refused: it would narrow nothing', () => {
  const [one, two] = ['one', 'two'].map((text) => releases().add(build(text)));
  releases().use(one);
  releases().use(two);
  const before = releases().rollout;
  expect(() => releases().use(two, 10)).toThrow(`Every visitor has payroll ${two} already`);
  expect(releases().rollout).toEqual(before);
  releases().use(releases().before());
  releases().use(two, 10);
  expect(releases().rollout).toMatchObject({ current: one, canary: { version: two, share: 10 } });
});

test('two people release at the same time: nothing of either is lost, and none changes what the other is changing', () => {
  const [mine, others] = [releases(), new ReleaseFolder(join(folder, 'releases'), 'accounts')];
  const version = mine.add(build('mine'));
  const other = others.add(build('others', 'accounts'));
  mine.use(version);
  others.use(other);
  expect([releases().rollout.current, others.rollout.current]).toEqual([version, other]);
  const lock = join(folder, 'releases/rollout.json.lock');
  mkdirSync(lock);
  expect(() => releases().use(undefined)).toThrow('Somebody else is releasing at this moment');
  rmSync(lock, { recursive: true });
  expect(releases().rollout.current).toBe(version);
});

test('what was replaced more than a week ago is removed with the next change, what is in use never', () => {
  const [one, two] = ['one', 'two'].map((text) => releases().add(build(text)));
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
