import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeMember, moderator, pictureBytes, useTestDatabase } from '@partnerdesk/testing';
import { receivePicture } from '../moderation/receive-picture';
import { openStorage } from '../storage/open-storage';
import type { Storage } from '../storage/storage';
import { exportPerson } from './export-person';

useTestDatabase('export-person');

let folder: string;
let storage: Storage;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'export-'));
  storage = openStorage({ dataDir: folder });
});
afterEach(() => rm(folder, { recursive: true }));

const by = { actor: moderator() };

test('a picture comes with its line of the export', async () => {
  const { memberID } = await makeMember({}, { affiliate: null });
  const { photoID } = await receivePicture(storage, { type: 4, memberID }, await pictureBytes(1));
  const member = { kind: 'member', id: memberID } as const;
  for await (const { what, data, picture } of await exportPerson(storage, member, 'office', by)) {
    if (what !== 'picture') continue;
    expect(data).toMatchObject({ photoID, memberID });
    expect(picture?.bytes.subarray(0, 2).toString('hex')).toBe('ffd8');
    return;
  }
  throw new Error('no picture');
});
