import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  adjustBalance,
  makeAffiliate,
  makeMember,
  makeStaff,
  moderator,
  pictureBytes,
  useTestDatabase,
} from '@partnerdesk/testing';
import { recordFailedSignIn } from '../access/record-sign-ins';
import { editAccount } from '../accounts/edit-account';
import { saveContactMessage } from '../mail/contact-messages';
import { receivePicture, removePicture } from '../moderation/picture-files';
import { PictureModel } from '../moderation/review.models';
import { executePayroll } from '../payroll/execute-payroll';
import { markPayments } from '../payroll/mark-payments';
import { openRun } from '../payroll/payroll-runs';
import { performRun } from '../payroll/perform-run';
import { AuditModel, writeAudit } from '../platform/audit/audit';
import { today } from '../platform/config';
import { decryptFile, encryptFile } from '../platform/crypto/field-encryption';
import { openStorage, type Storage } from '../platform/storage/storage';
import { reviewSignal, storeSignals } from '../promotion/fraud/fraud-signals';
import { type ExportReader, exportPerson, ndjsonOf, type PersonalRecord } from './export-person';

useTestDatabase();

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

test('a picture that no key reads is named, and the export goes on', async () => {
  const { memberID } = await makeMember({}, { affiliate: null });
  const upload = async (seed: number) =>
    (await receivePicture(storage, { type: 4, memberID }, await pictureBytes(seed))).photoID;
  const [lost, other] = [await upload(1), await upload(2)];
  const photo = (await PictureModel.findOne({ photoID: lost }).lean())?.photo;
  const { get } = storage;
  // A file is readable under its own key only.
  const strange = encryptFile(Buffer.from('moved'), 'elsewhere');
  storage.get = async (key) =>
    key.endsWith(`/${photo}`) ? decryptFile(strange, key) : get.call(storage, key);
  const lines = [];
  const member = { kind: 'member', id: memberID } as const;
  for await (const line of ndjsonOf(await exportPerson(storage, member, 'moderator', by)))
    lines.push(JSON.parse(line));
  const pictures = lines.filter(({ what }) => what === 'picture');
  expect(pictures).toMatchObject([
    { photoID: lost, unreadable: photo },
    { photoID: other, jpeg: expect.any(String) },
  ]);
  expect(pictures[0]).not.toHaveProperty('jpeg');
  storage.get = () => Promise.reject(new Error('the disk is away'));
  await expect(picturesFor('moderator', member)).rejects.toThrow('the disk is away');
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

describe('of an affiliate whom the office has dealt with', () => {
  const clerk = { actor: { ...moderator(), emailAddress: 'clerk@example.com' }, address: '192.0.2.7' };
  const clerkBy = { ...clerk, requestId: 'request-1' };

  async function makeWatchedAffiliate(): Promise<number> {
    const { affID, emailAddress } = await makeAffiliate();
    const values = { firstName: 'Edited' };
    await editAccount({ kind: 'affiliate', id: affID, updateType: 'Info', version: 0, values, by: clerkBy });
    await payToPayPal(affID, 1);
    await payToPayPal((await makeAffiliate()).affID, 0);
    const adjustmentID = '3f0c7f5e-0000-4000-8000-000000000001';
    const bonus = { adjustmentID, kind: 'affiliate', personID: affID, cents: 900, reason: 'bonus' } as const;
    await adjustBalance({ ...bonus, by: clerkBy });
    const shared = {
      rule: 'shared-account',
      about: 'staff:9',
      reason: 'Operator 9 is paid the same',
    } as const;
    const clicks = { rule: 'click-burst', about: '1', reason: 'Many clicks' } as const;
    await storeSignals([shared, clicks].map((signal) => ({ affID, ...signal })));
    const endDate = today();
    const run = { payrollType: 1, endDate, personID: 0, by: clerk.actor } as const;
    await performRun((await openRun({ kind: 'generate', ...run }))._id);
    const items = [{ personID: affID }];
    await executePayroll({ payrollType: 1, endDate, items, by: clerk.actor });
    await markPayments({ payrollIDs: [1], state: 'paid', by: clerkBy });
    await performRun((await openRun({ kind: 'report', ...run, startDate: endDate }))._id);
    await reviewSignal({ id: `${affID}:shared-account:staff:9`, note: 'Watch them' }, clerkBy);
    const origin = { address: '192.0.2.8', requestId: 'request-2' };
    await recordFailedSignIn({
      person: { kind: 'affiliate', id: affID },
      emailAddress,
      why: 'wrong',
      origin,
    });
    await saveContactMessage({ affID, emailAddress, subject: 'Hi', message: 'Hi' }, 'desk@example.com');
    const own = { kind: 'affiliate', id: affID, emailAddress } as const;
    const subject = { type: 'affiliate', id: affID } as const;
    await writeAudit({ actor: own, action: 'sign-in.succeeded', subject, address: '198.51.100.1' });
    return affID;
  }

  const payToPayPal = (id: number, version: number) =>
    editAccount({
      kind: 'affiliate',
      id,
      updateType: 'Paypal',
      version,
      by: clerkBy,
      values: { payPalUserName: 'new@pay.example' },
    });

  const textFor = async (reader: ExportReader, id: number) => {
    const records = [];
    for await (const { what, data } of await exportPerson(storage, { kind: 'affiliate', id }, reader, by))
      records.push({ what, ...data });
    return { text: JSON.stringify(records), kinds: new Set(records.map(({ what }) => what)) };
  };

  test('they get nobody of the office, no reason to watch them and no other payee', async () => {
    const affID = await makeWatchedAffiliate();
    const { text, kinds } = await textFor('person', affID);
    expect([...kinds]).toEqual([
      ...['affiliate', 'paymentChange', 'payment', 'paymentMark', 'entry', 'contactMessage', 'mail'],
      ...['fraudSignal', 'failedSignIns', 'payrollRow', 'auditLine'],
    ]);
    expect(text).not.toMatch(/clerk@|desk@|192\.0\.2|request-\d|Operator 9|Many clicks|Watch them/);
    expect(text).not.toMatch(/accountShared|openSignals|"actor":\{"kind":"administrator","/);
    expect(text).toMatch(/"rule":"shared-account".*198\.51\.100\.1/s);
  });

  test('the office gets its people and its notes, and no other payee either', async () => {
    const { text } = await textFor('office', await makeWatchedAffiliate());
    expect(text).not.toContain('Operator 9');
    for (const part of ['clerk@', '192.0.2.7', 'Many clicks', 'Watch them', 'accountShared', 'openSignals'])
      expect(text).toContain(part);
  });
});
