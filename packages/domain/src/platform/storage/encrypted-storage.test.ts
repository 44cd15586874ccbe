import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEVELOPMENT_PROOF_KEYS } from '@partnerdesk/node';
import { configureDomain } from '../config';
import { LocalStorage, openStorage } from './storage';

const OLD = { id: 'k1', key: randomBytes(32) };
const NEW = { id: 'k2', key: randomBytes(32) };
const useKeys = (...fieldKeys: (typeof OLD)[]) =>
  configureDomain({ fieldKeys, proofKeys: DEVELOPMENT_PROOF_KEYS, timeZone: 'America/New_York' });

const KEY = 'images/operators/0123456789abcdef.jpg';
const BYTES = Buffer.from('\xff\xd8\xff a passport', 'latin1');
let folder: string;
const path = (key = KEY) => join(folder, 'pictures', key);
beforeEach(async () => {
  useKeys(OLD);
  folder = await mkdtemp(join(tmpdir(), 'encrypted-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('a stored file holds nothing readable, and is read under the key that encrypted it', async () => {
  const storage = openStorage({ dataDir: folder });
  await storage.put(KEY, BYTES);
  expect((await readFile(path())).includes('passport')).toBe(false);
  useKeys(NEW, OLD);
  expect(await storage.get(KEY)).toEqual(BYTES);
  expect(await storage.keyIdOf(KEY)).toBe('k1');
  useKeys(NEW);
  await expect(storage.get(KEY)).rejects.toThrow('field key k1 is not configured');
});

test('a file that was put there without encryption is refused, and can be removed', async () => {
  await new LocalStorage(join(folder, 'pictures')).put(KEY, BYTES);
  const storage = openStorage({ dataDir: folder });
  await expect(storage.get(KEY)).rejects.toThrow('not encrypted');
  expect(await storage.keyIdOf(KEY)).toBe('');
  await storage.remove(KEY);
  expect(await storage.get(KEY)).toBeNull();
  expect(await storage.keyIdOf(KEY)).toBeNull();
});

test('a file that was changed, cut or moved to another name is refused', async () => {
  const storage = openStorage({ dataDir: folder });
  await storage.put(KEY, BYTES);
  const other = KEY.replace('0123', '4567');
  await cp(path(), path(other));
  await expect(storage.get(other)).rejects.toThrow();
  const stored = await readFile(path());
  await writeFile(path(), stored.subarray(0, stored.length - 1));
  await expect(storage.get(KEY)).rejects.toThrow();
  await writeFile(path(), stored.subarray(0, 20));
  await expect(storage.get(KEY)).rejects.toThrow();
});
