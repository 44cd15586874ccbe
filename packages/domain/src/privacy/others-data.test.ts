import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ingestOrThrow,
  joined,
  makeAffiliate,
  makeStaff,
  moderator,
  sale,
  tip,
  useTestDatabase,
} from '@partnerdesk/testing';
import { adjustBalance } from '../payroll/adjust-balance';
import { PayrollRunPageModel } from '../payroll/payroll-run.model';
import { openRun } from '../payroll/payroll-runs';
import { performRun } from '../payroll/perform-run';
import { openStorage } from '../storage/open-storage';
import type { Storage } from '../storage/storage';
import { erasePerson } from './erase-person';
import { exportPerson, ndjsonOf } from './export-person';

useTestDatabase('others-data');

let folder: string;
let storage: Storage;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'others-'));
  storage = openStorage({ dataDir: folder });
});
afterEach(() => rm(folder, { recursive: true }));

const by = { actor: moderator() };
const AT = '2026-03-02T15:00:00Z';

async function exported(kind: 'affiliate' | 'staff' | 'member', id: number): Promise<string> {
  let text = '';
  for await (const line of ndjsonOf(await exportPerson(storage, kind, id, by))) text += line;
  return text;
}

test('an affiliate and a member of staff with the same number have their own rows of payroll', async () => {
  const { affID, trackID } = await makeAffiliate({ lastName: 'Seller' });
  const { staffID } = await makeStaff({ lastName: 'Performer' });
  expect(staffID).toBe(affID);
  await ingestOrThrow(joined(1, trackID));
  await ingestOrThrow(sale('s1', 1, 1000, AT));
  await ingestOrThrow(tip('t1', 1, staffID, 500, AT));
  for (const payrollType of [1, 2] as const) {
    const asked = { kind: 'generate', payrollType, endDate: '2026-03-10', personID: 0 } as const;
    await performRun((await openRun({ ...asked, by: by.actor }))._id);
  }
  const rowsOf = (text: string) => text.split('\n').filter((line) => line.includes('"what":"payrollRow"'));
  const [own, ...further] = rowsOf(await exported('affiliate', affID));
  expect([own, further]).toEqual([expect.stringContaining('Seller'), []]);
  expect(rowsOf(await exported('staff', staffID)).join()).toMatch(/^(?!.*Seller).*Performer/);
  const adjustmentID = '3f0c7f5e-0000-4000-8000-000000000001';
  await adjustBalance({ adjustmentID, kind: 'affiliate', personID: affID, cents: -300, reason: 'closed', by });
  await erasePerson(storage, 'affiliate', affID, by);
  const rows = (await PayrollRunPageModel.find().lean()).flatMap((page) => page.rows);
  expect(rows.map(({ name }) => name).sort()).toEqual([`Erased affiliate ${affID}`, 'Sam Performer']);
});
