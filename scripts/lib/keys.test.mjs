import fs, { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { missingKeys } from './data-folder.mjs';

const folder = () => mkdtempSync(join(tmpdir(), 'keys-'));

test('keys are made once and stay, readable by their owner only', () => {
  const dir = folder();
  const first = missingKeys(dir, {});
  expect(Object.keys(first)).toEqual(['SESSION_KEYS', 'FIELD_KEYS', 'PROOF_KEY', 'EVENTS_SECRET']);
  expect(missingKeys(dir, {})).toEqual(first);
  const others = Object.values(missingKeys(folder(), {}));
  expect(Object.values(first).filter((key) => others.includes(key))).toEqual([]);
  expect(statSync(join(dir, 'keys.json')).mode & 0o777).toBe(0o600);
});

test('a data folder that is made for them is this user’s alone, as one that npm start makes', () => {
  const dir = join(folder(), 'data');
  missingKeys(dir, {});
  expect(statSync(dir).mode & 0o777).toBe(0o700);
});

test('a key has the shape that the servers ask for', () => {
  const { FIELD_KEYS, PROOF_KEY, SESSION_KEYS, EVENTS_SECRET } = missingKeys(folder(), {});
  const [id, key] = FIELD_KEYS.split(':');
  expect(id).toBe('k1');
  expect(Buffer.from(key, 'base64')).toHaveLength(32);
  expect(PROOF_KEY).toMatch(/^p1:[A-Za-z0-9+/]{43}=$/);
  expect(SESSION_KEYS.length).toBeGreaterThanOrEqual(32);
  expect(EVENTS_SECRET.length).toBeGreaterThanOrEqual(32);
});

test('a key from the environment is not replaced', () => {
  expect(missingKeys(folder(), { FIELD_KEYS: 'mine', SESSION_KEYS: 'too' })).toEqual({
    PROOF_KEY: expect.any(String),
    EVENTS_SECRET: expect.any(String),
  });
});

/** What two commands have that ask for a folder's keys at once: the second in the moment in which the first writes them. @param {string} dir */
function atOnce(dir) {
  const write = fs.writeFileSync;
  /** @type {Record<string, string>} */
  let others = {};
  const slow = jest.spyOn(fs, 'writeFileSync').mockImplementationOnce((...args) => {
    others = missingKeys(dir, {});
    write(...args);
  });
  const own = missingKeys(dir, {});
  slow.mockRestore();
  return [own, others];
}

test('of two commands that make the first keys of a folder at once both have those that are kept', () => {
  const dir = folder();
  const [own, others] = atOnce(dir);
  expect([own, missingKeys(dir, {})]).toEqual([others, others]);
});

test('of two commands that add a key to an older folder at once both have the one that is kept', () => {
  const dir = folder();
  const { PROOF_KEY, ...older } = missingKeys(dir, {});
  writeFileSync(join(dir, 'keys.json'), JSON.stringify(older));
  const [own, others] = atOnce(dir);
  expect(others).toEqual({ ...older, PROOF_KEY: expect.not.stringMatching(PROOF_KEY) });
  expect([own, missingKeys(dir, {})]).toEqual([others, others]);
});

test('a full disk does not cost the keys there are, when one is added', () => {
  const dir = folder();
  const { SESSION_KEYS, ...kept } = missingKeys(dir, {});
  writeFileSync(join(dir, 'keys.json'), JSON.stringify(kept));
  const write = fs.writeFileSync;
  const full = jest.spyOn(fs, 'writeFileSync').mockImplementation((file, text, options) => {
    write(file, String(text).slice(0, 20), options);
    throw new Error('ENOSPC: no space left on device');
  });
  expect(() => missingKeys(dir, {})).toThrow('ENOSPC');
  full.mockRestore();
  expect(missingKeys(dir, {})).toEqual({ ...kept, SESSION_KEYS: expect.not.stringMatching(SESSION_KEYS) });
});

test('a damaged file is reported, never written over', () => {
  const dir = folder();
  writeFileSync(join(dir, 'keys.json'), '{"FIELD_KEYS": "k1:');
  expect(() => missingKeys(dir, {})).toThrow(/keys\.json is not readable as JSON/);
});
