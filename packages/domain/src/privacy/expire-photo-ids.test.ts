import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeStaff, pictureBytes, useTestDatabase } from '@partnerdesk/testing';
import { StaffModel } from '../accounts/account.models';
import { processPicture, receivePicture } from '../moderation/picture-files';
import { PictureModel } from '../moderation/review.models';
import { readAudit } from '../platform/audit/read-audit';
import { openStorage, type Storage } from '../platform/storage/storage';
import { expirePhotoIds } from './expire-photo-ids';

useTestDatabase();

let folder: string;
let storage: Storage;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'photo-ids-'));
  storage = openStorage({ dataDir: folder });
});
afterEach(() => rm(folder, { recursive: true }));

const filesLeft = async () =>
  (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.jpg'));
const after = (days: number) => new Date(Date.UTC(2026, 0, 1 + days));
const setStatus = (staffID: number, status: number) =>
  StaffModel.updateOne({ staffID }, { $set: { status } });

async function addPhotoId(staffID: number, seed: number): Promise<number> {
  const { photoID } = await receivePicture(storage, { type: 1, staffID }, await pictureBytes(seed));
  await processPicture(storage, photoID);
  return photoID;
}

test('photo ids are deleted so many days after the account closed, and not of accounts that were opened again', async () => {
  const closed = await makeStaff({ status: 1 });
  const reopened = await makeStaff({ status: 10 });
  const gone = await addPhotoId(closed.staffID, 1);
  await addPhotoId(reopened.staffID, 2);
  expect(await expirePhotoIds(storage, 30, after(0))).toBe(0);
  await setStatus(closed.staffID, 10);
  expect(await expirePhotoIds(storage, 30, after(10))).toBe(0);
  await setStatus(reopened.staffID, 1);
  expect(await expirePhotoIds(storage, 30, after(39))).toBe(0);
  expect(await filesLeft()).toHaveLength(4);
  expect(await expirePhotoIds(storage, 30, after(40))).toBe(1);
  expect(await filesLeft()).toHaveLength(2);
  const removed = await PictureModel.findOne({ photoID: gone }).lean();
  expect(removed).toMatchObject({ stage: 'removed', listed: false, hash: '', uploadKey: `removed:${gone}` });
  const { lines } = await readAudit({ action: 'photo-id.removed' }, 1);
  expect(lines.map(({ subject, after: what }) => [subject?.id, what])).toEqual([
    [String(closed.staffID), { photoID: gone }],
  ]);
  expect(await expirePhotoIds(storage, 30, after(41))).toBe(0);
});

test('an account that was opened and is closed again counts from then, also if no worker ran in between', async () => {
  const { staffID } = await makeStaff({ status: 10 });
  await addPhotoId(staffID, 6);
  await expirePhotoIds(storage, 30, after(0));
  await setStatus(staffID, 1);
  await setStatus(staffID, 10);
  expect(await expirePhotoIds(storage, 30, after(31))).toBe(0);
  expect(await expirePhotoIds(storage, 30, after(60))).toBe(0);
  expect(await expirePhotoIds(storage, 30, after(61))).toBe(1);
});

test('a deletion that died between the two files is finished, and a late job brings no file back', async () => {
  const { staffID } = await makeStaff({ status: 10 });
  const photoID = await addPhotoId(staffID, 3);
  await expirePhotoIds(storage, 0, after(0));
  await PictureModel.updateOne({ photoID }, { $set: { stage: 'received' } });
  const upload = await pictureBytes(4);
  const late: Storage = {
    put: (key, bytes) => storage.put(key, bytes),
    remove: (key) => storage.remove(key),
    tidy: (before) => storage.tidy(before),
    // The job reads the picture; before it writes the thumbnail, the picture is being removed.
    get: async () => {
      await PictureModel.updateOne({ photoID }, { $set: { stage: 'removing' } });
      return upload;
    },
  };
  await processPicture(late, photoID);
  expect(await filesLeft()).toEqual([]);
  expect(await PictureModel.findOne({ photoID }).lean()).toMatchObject({ stage: 'removing' });
  expect(await expirePhotoIds(storage, 0, after(1))).toBe(1);
  expect(await PictureModel.findOne({ photoID }).lean()).toMatchObject({ stage: 'removed' });
});

test('a worker whose clock is ahead deletes nothing before its day', async () => {
  const { staffID } = await makeStaff({ status: 10 });
  await addPhotoId(staffID, 5);
  expect(await expirePhotoIds(storage, 30)).toBe(0);
  const timers = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const;
  const others = [
    'setImmediate',
    'clearImmediate',
    'nextTick',
    'queueMicrotask',
    'performance',
    'hrtime',
  ] as const;
  jest.useFakeTimers({ now: Date.now() + 40 * 86_400_000, doNotFake: [...timers, ...others] });
  expect(await expirePhotoIds(storage, 30)).toBe(0);
  jest.useRealTimers();
  expect(await filesLeft()).toHaveLength(2);
});
