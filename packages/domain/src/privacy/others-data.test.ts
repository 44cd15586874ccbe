import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccountKind } from '@partnerdesk/contracts';
import {
  adjustBalance,
  ingestOrThrow,
  joined,
  makeAffiliate,
  makeStaff,
  moderator,
  personalInformation,
  sale,
  tip,
  useTestDatabase,
} from '@partnerdesk/testing';
import { StaffModel } from '../accounts/account.models';
import { saveAffiliateAccount } from '../accounts/affiliate-account';
import { editAccount } from '../accounts/edit-account';
import { ContactMessageModel, saveContactMessage } from '../mail/contact-messages';
import { openRun, PayrollRunPageModel } from '../payroll/payroll-runs';
import { performRun } from '../payroll/perform-run';
import { AuditModel, writeAudit } from '../platform/audit/audit';
import { MailModel, type NewMail, storeMail } from '../platform/outbox/mails';
import { openStorage, type Storage } from '../platform/storage/storage';
import { erasePerson } from './erase-person';
import { type ExportReader, exportPerson, ndjsonOf } from './export-person';

useTestDatabase();

let folder: string;
let storage: Storage;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'others-'));
  storage = openStorage({ dataDir: folder });
});
afterEach(() => rm(folder, { recursive: true }));

const by = { actor: moderator() };
const AT = '2026-03-02T15:00:00Z';

async function exported(kind: AccountKind, id: number, reader: ExportReader = 'office'): Promise<string> {
  let text = '';
  for await (const line of ndjsonOf(await exportPerson(storage, { kind, id }, reader, by))) text += line;
  return text;
}

const OFFICE = 'office@example.com';
const written = (affID: number, emailAddress: string, message: string) =>
  saveContactMessage({ affID, emailAddress, subject: message, message }, OFFICE);

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
  await adjustBalance({
    adjustmentID,
    kind: 'affiliate',
    personID: affID,
    cents: -300,
    reason: 'closed',
    by,
  });
  await erasePerson(storage, 'affiliate', affID, by);
  const rows = (await PayrollRunPageModel.find().lean()).flatMap((page) => page.rows);
  expect(rows.map(({ name }) => name).sort()).toEqual([`Erased affiliate ${affID}`, 'Sam Performer']);
});

describe('an email that nobody has verified', () => {
  const EMAIL = 'shared@example.com';
  const mailTo = (mail: Pick<NewMail, 'owner' | 'about' | 'subject'>) =>
    storeMail({ kind: 'tax-id', to: EMAIL, text: 'x', ...mail });

  test('gives people for themselves nothing that does not name them by their id', async () => {
    const { affID } = await makeAffiliate({ emailAddress: EMAIL });
    await written(affID, 'another@example.com', 'Mine');
    await written(0, EMAIL, 'Strange');
    await written(affID + 1, EMAIL, 'Strange');
    await mailTo({ subject: 'My form', owner: { kind: 'affiliate', id: affID } });
    await mailTo({
      subject: 'My week',
      about: { kind: 'affiliate', id: affID, notice: 'weekly-summary' },
    });
    await mailTo({ subject: 'Strange' });
    await mailTo({ subject: 'Strange', owner: { kind: 'staff', id: affID } });
    const text = await exported('affiliate', affID, 'person');
    expect(text).not.toContain('Strange');
    for (const own of ['"message":"Mine"', 'Contact: Mine', 'My form', 'My week'])
      expect(text).toContain(own);
  });

  test('gives the office, and takes with an erasure, what names nobody else', async () => {
    const { affID } = await makeAffiliate({ emailAddress: EMAIL });
    await written(0, EMAIL, 'Asked before');
    await written(affID + 1, EMAIL, 'Of another');
    await mailTo({ subject: 'Old mail' });
    await mailTo({ subject: 'Of an operator', owner: { kind: 'staff', id: affID } });
    const text = await exported('affiliate', affID);
    expect(text).toMatch(/Asked before.*Old mail/s);
    expect(text).not.toMatch(/Of another|Of an operator/);
    await erasePerson(storage, 'affiliate', affID, by);
    const messages = await ContactMessageModel.find().lean();
    expect(messages.map(({ message }) => message)).toEqual(['Of another']);
    const mails = await MailModel.find().lean();
    expect(mails.map(({ subject }) => subject).sort()).toEqual(['Contact: Of another', 'Of an operator']);
  });

  test('is the same address however the account wrote it', async () => {
    const { affID, version } = await makeAffiliate({ emailAddress: 'Shared@Example.com', emailKey: EMAIL });
    const values = { emailAddress: 'SHARED@example.com' };
    await editAccount({ kind: 'affiliate', id: affID, updateType: 'Info', version, values, by });
    for (const address of [EMAIL, 'Shared@Example.com', 'SHARED@example.com'])
      await written(0, address, 'Asked');
    await erasePerson(storage, 'affiliate', affID, by);
    expect(await ContactMessageModel.countDocuments()).toBe(0);
    expect(await MailModel.countDocuments()).toBe(0);
  });

  test('is found however much visitors have written: more addresses than one answer of the database holds', async () => {
    const { affID } = await makeAffiliate({ emailAddress: EMAIL });
    await written(0, 'SHARED@example.com', 'Asked');
    const of = (n: number) => ({ affID: 0, emailAddress: `${n}@${'x'.repeat(1_000_000)}.example` });
    for (let n = 0; n < 17; n += 1)
      await ContactMessageModel.collection.insertOne({ ...of(n), _id: `long-${n}` } as never);
    await erasePerson(storage, 'affiliate', affID, by);
    expect(await ContactMessageModel.countDocuments({ message: 'Asked' })).toBe(0);
  });

  test('is nobody’s while an affiliate has only entered it', async () => {
    const { affID, emailAddress } = await makeAffiliate({ paymentType: 2 });
    const actor = { kind: 'affiliate', id: affID, emailAddress } as const;
    const enter = (entered: string) => {
      const personal = personalInformation({ emailAddress: entered });
      return saveAffiliateAccount(
        affID,
        { personal, payment: null, tax: null },
        { actor },
        { sessionVersion: 0 },
      );
    };
    await enter(EMAIL);
    await enter(emailAddress);
    await written(0, EMAIL, 'Of a visitor');
    await written(0, emailAddress, 'Asked before');
    expect(await exported('affiliate', affID)).toMatch(/^(?!.*Of a visitor).*Asked before/s);
    await erasePerson(storage, 'affiliate', affID, by);
    const messages = await ContactMessageModel.find().lean();
    expect(messages.map(({ message }) => message)).toEqual(['Of a visitor']);
  });

  test('of two accounts goes with the last of them', async () => {
    const { affID } = await makeAffiliate({ emailAddress: EMAIL });
    const { staffID } = await makeStaff({ emailAddress: 'SHARED@example.com' });
    await written(0, EMAIL, 'Whose?');
    expect(await exported('affiliate', affID)).not.toContain('Whose?');
    await erasePerson(storage, 'affiliate', affID, by);
    expect(await ContactMessageModel.countDocuments()).toBe(1);
    await StaffModel.updateOne({ staffID }, { emailAddress: EMAIL });
    await erasePerson(storage, 'staff', staffID, by);
    expect(await ContactMessageModel.countDocuments()).toBe(0);
  });

  test('leaves what others did under it in the audit log', async () => {
    const { staffID } = await makeStaff({ emailAddress: EMAIL });
    const actor = { kind: 'administrator', id: 7, emailAddress: EMAIL } as const;
    const subject = { type: 'affiliate', id: 1 } as const;
    await writeAudit({ actor, action: 'affiliate.updated', subject, address: '192.0.2.7' });
    const own = { type: 'staff', id: staffID } as const;
    await writeAudit({ actor, action: 'staff.updated', subject: own, after: { city: 'Rome' } });
    expect(await exported('staff', staffID)).not.toContain('192.0.2.7');
    await erasePerson(storage, 'staff', staffID, by);
    expect(await AuditModel.findOne({ 'actor.id': 7, action: 'affiliate.updated' }).lean()).toMatchObject({
      actor,
      address: '192.0.2.7',
    });
    const line = await AuditModel.findOne({ action: 'staff.updated' }).lean();
    expect([line?.actor, line?.after]).toEqual([actor, undefined]);
  });
});
