import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeMember, makeStaff, moderator, pictureBytes, useTestDatabase } from '@partnerdesk/testing';
import { AuditModel } from '../audit/audit';
import { receivePicture } from '../moderation/receive-picture';
import { removePicture } from '../moderation/remove-picture';
import { openStorage } from '../storage/open-storage';
import type { Storage } from '../storage/storage';
import { type ExportReader, exportPerson, type PersonalRecord } from './export-person';

useTestDatabase('export-person');

let folder: string;
let storage: Storage;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'export-'));
  storage = openStorage({ dataDir: folder });
});
afterEach(() => rm(folder, { recursive: true }));

const by = { actor: moderator() };

async function picturesFor(reader: ExportReader, person: { kind: 'staff' | 'member'; id: number }) {
  const found: PersonalRecord[] = [];
  for await (const each of await exportPerson(storage, person, reader, by)) {
    // What is given out is in the log by then.
    if (each.what === 'picture') found.push({ ...each, data: { ...each.data, opened: await opened() } });
  }
  return found;
}

const opened = async () =>
  (await AuditModel.find({ action: 'photo-id.opened' }).lean()).map(({ subject }) => subject?.id);

test('a picture comes with its line, to those who may see pictures', async () => {
  const { memberID } = await makeMember({}, { affiliate: null });
  const { photoID } = await receivePicture(storage, { type: 4, memberID }, await pictureBytes(1));
  const member = { kind: 'member', id: memberID } as const;
  const [found] = await picturesFor('moderator', member);
  expect(found?.data).toMatchObject({ photoID, memberID, opened: [] });
  expect(found?.picture?.bytes.subarray(0, 2).toString('hex')).toBe('ffd8');
  const [record] = await picturesFor('office', member);
  expect(record?.data).toMatchObject({ photoID, memberID });
  expect(record).not.toHaveProperty('picture');
});

test('each photo id that is given out is recorded before as opened, no other one', async () => {
  const { staffID } = await makeStaff();
  const upload = async (owner: { type: 1 } | { type: 2; profileID: number }, seed: number) =>
    (await receivePicture(storage, { ...owner, staffID }, await pictureBytes(seed))).photoID;
  const first = await upload({ type: 1 }, 1);
  await upload({ type: 2, profileID: 7 }, 2);
  const gone = await upload({ type: 1 }, 3);
  await removePicture(storage, gone);
  const staff = { kind: 'staff', id: staffID } as const;
  await picturesFor('office', staff);
  expect(await opened()).toEqual([]);
  const found = await picturesFor('moderator', staff);
  expect(found.map(({ data, picture }) => [data.opened, picture !== undefined])).toEqual([
    [[String(first)], true],
    [[String(first)], true],
    [[String(first)], false],
  ]);
});
