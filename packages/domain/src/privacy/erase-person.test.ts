/* One erasure, of each kind of person, whole, cut short and at once with others: the tests share the people. */

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KEPT_DATA_TEXT } from '@partnerdesk/contracts';
import {
  adjustBalance,
  auditVerify,
  dieAtWrite,
  ingest,
  joined,
  makeAffiliate,
  makeMember,
  makeStaff,
  moderator,
  pictureBytes,
  sale,
  tip,
  useTestDatabase,
} from '@partnerdesk/testing';
import { sized } from '@partnerdesk/testing/services';
import mongoose from 'mongoose';
import { makeResetToken } from '../access/password-reset';
import { AffiliateModel, MemberModel, StaffModel } from '../accounts/account.models';
import { changeAffiliatePassword } from '../accounts/affiliate-account';
import { editAccount } from '../accounts/edit-account';
import { readKeptIdentity } from '../accounts/kept-identities';
import { ChangeNoticeModel } from '../accounts/noticed-changes';
import { PaymentChangeModel } from '../accounts/payment-changes';
import { catchUpLedger } from '../ledger/journal';
import { EntryModel } from '../ledger/ledger.models';
import { saveContactMessage } from '../mail/contact-messages';
import { decidePicture } from '../moderation/decide-item';
import { processPicture, receivePicture } from '../moderation/picture-files';
import { PictureModel, ProfileModel } from '../moderation/review.models';
import { submitProfile } from '../moderation/submit-profile';
import { auditPayroll } from '../payroll/audit/audit-payroll';
import { executePayroll } from '../payroll/execute-payroll';
import { markPayments } from '../payroll/mark-payments';
import { openBalances } from '../payroll/open-balances';
import { beginPayFile, finishPayFile } from '../payroll/pay-files/make-pay-file';
import { PayrollModel } from '../payroll/payroll.models';
import { openRun } from '../payroll/payroll-runs';
import { performRun } from '../payroll/perform-run';
import { exportLedger } from '../payroll/proof/export-ledger';
import { SYSTEM_ACTOR, writeAudit } from '../platform/audit/audit';
import { encryptField } from '../platform/crypto/field-encryption';
import type { EncryptingStorage, Storage } from '../platform/storage/storage';
import { openStorage } from '../platform/storage/storage';
import { erasePerson } from './erase-person';
import { exportPerson, hasFilesOf, ndjsonOf } from './export-person';
import { PERSONAL_DATA_SOURCES } from './personal-data-sources';

useTestDatabase();

let folder: string;
let storage: EncryptingStorage;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'erase-'));
  storage = openStorage({ dataDir: folder });
});
afterEach(() => rm(folder, { recursive: true }));

const by = { actor: moderator() };
const AT = '2026-03-02T15:00:00Z';
const PLANTED = /planted|123-45-6789|000123456789/i;

/** Where planted texts are found in the whole database: names of collections. */
async function plantedIn(): Promise<string[]> {
  const found: string[] = [];
  for (const { collection } of Object.values(mongoose.models)) {
    const documents = await collection.find({}).toArray();
    if (documents.some((document) => PLANTED.test(JSON.stringify(document))))
      found.push(collection.collectionName);
  }
  return found.sort();
}

const files = async () =>
  (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.jpg'));

async function makePlantedAffiliate(): Promise<number> {
  const { affID, trackID } = await makeAffiliate({
    firstName: 'Plantedfirst',
    lastName: 'Plantedlast',
    emailAddress: 'Planted.Öld@example.com',
    address1: '1 Planted St',
    address2: 'Planted',
    postalCode: 'PLANTED1',
    skypeUserName: 'planted',
    paymentType: 2,
    payPalUserName: 'planted@paypal.example',
    achName: 'Planted',
    taxIDType: 1,
    passcode: 'planted',
    companyName: 'Planted Inc.',
  });
  const taxIDEncrypted = encryptField('123-45-6789', `affiliate:${affID}:taxID`);
  await AffiliateModel.updateOne({ affID }, { $set: { taxIDEncrypted } });
  const values = { emailAddress: 'planted.new@example.com', lastName: 'Plantedlast Second' };
  await editAccount({ kind: 'affiliate', id: affID, updateType: 'Info', version: 0, values, by });
  const message = { affID, emailAddress: 'planted.new@example.com', subject: 'Planted', message: 'planted' };
  await saveContactMessage(message, 'office@example.com');
  await saveContactMessage(
    { ...message, affID: 0, emailAddress: 'Planted.Öld@example.com' },
    'office@example.com',
  );
  await saveContactMessage(
    { ...message, affID: 0, emailAddress: 'PLANTED.Öld@Example.com'.normalize('NFD') },
    'office@example.com',
  );
  await makeResetToken('planted.new@example.com');
  const own = { kind: 'affiliate', id: affID, emailAddress: 'planted.new@example.com' } as const;
  const subject = { type: 'affiliate', id: affID } as const;
  await writeAudit({ actor: own, action: 'affiliate.tax-information-saved', subject, address: '192.0.2.7' });
  const after = { Email: 'planted.new' };
  await writeAudit({ ...by, action: 'affiliate.exported', subject: { type: 'export', id: 'x' }, after });
  await ingest(joined(1, trackID), sale('s1', 1, 1000, AT));
  const asked = { payrollType: 1, endDate: '2026-03-10', personID: 0, by: by.actor } as const;
  const generated = await openRun({ ...asked, kind: 'generate' });
  await performRun(generated._id);
  // A row that was reviewed as something else: it is stored with what it is now.
  const items = [{ personID: affID, fingerprint: 'another' }];
  const changed = await openRun({ ...asked, kind: 'execute', items, digest: 'changed' });
  await performRun(changed._id);
  return affID;
}

/** What the auditor's program says in the end about the books and the audit log. */
async function verified(): Promise<string | undefined> {
  const out = join(folder, 'export');
  await exportLedger(out);
  return (await auditVerify(out)).lines.at(-1);
}

async function pay(affID: number): Promise<void> {
  const items = [{ personID: affID }];
  await executePayroll({ payrollType: 1, endDate: '2026-03-10', items, by: SYSTEM_ACTOR });
}

test('nothing of an affiliate remains but the books, which say why; the ledger keeps its sums', async () => {
  const affID = await makePlantedAffiliate();
  await pay(affID);
  await markPayments({ payrollIDs: [1], state: 'paid', by });
  const entries = await EntryModel.countDocuments();
  const { erased, kept } = await erasePerson(storage, 'affiliate', affID, by);
  expect(erased).toBe(true);
  expect(await plantedIn()).toEqual(['journal', 'payrolls']);
  expect(kept.map(({ what, documents }) => `${what} ${documents}`)).toEqual([
    'keptIdentity 1',
    'payment 1',
    'paymentMark 1',
    'entry 1',
  ]);
  expect(await readKeptIdentity(`affiliate:${affID}`)).toMatchObject({
    lastName: 'Plantedlast Second',
    taxIDType: 1,
    taxID: '123-45-6789',
  });
  expect(await EntryModel.countDocuments()).toBe(entries);
  expect((await auditPayroll()).differences).toEqual([]);
  expect(await verified()).toBe('Nothing differs.');
  expect(await AffiliateModel.findOne({ affID }).lean()).toMatchObject({
    firstName: 'Erased',
    lastName: `affiliate ${affID}`,
    status: 2,
    taxIDEncrypted: '',
    achKey: '',
    payPalKey: '',
    emailAddress: `affiliate-${affID}@erased.invalid`,
  });
  expect(await erasePerson(storage, 'affiliate', affID, by)).toEqual({ erased: false, kept });
  const { version } = await AffiliateModel.findOne({ affID }).orFail().lean();
  const values = { firstName: 'Ann' };
  const edit = { kind: 'affiliate', id: affID, updateType: 'Info', version, values, by } as const;
  await expect(editAccount(edit)).rejects.toThrow('was erased');
});

test('an affiliate who was never paid leaves nothing at all', async () => {
  const affID = await makePlantedAffiliate();
  await adjustBalance({
    adjustmentID: '3f0c7f5e-0000-4000-8000-000000000001',
    kind: 'affiliate',
    personID: affID,
    cents: -300,
    reason: 'closed',
    by,
  });
  await erasePerson(storage, 'affiliate', affID, by);
  expect(await plantedIn()).toEqual([]);
});

test('pictures, profiles and what moderators wrote go with a member of staff and a member', async () => {
  const { staffID } = await makeStaff({
    lastName: 'Planted',
    mobilePhone: 'planted',
    emailAddress: 'planted@example.com',
  });
  const texts = { profileName: 'Planted', tagLine: 'planted', description: 'planted' };
  await ProfileModel.create({ profileID: 7, staffID, ...texts });
  const { memberID } = await makeMember(
    { username: 'planted', emailAddress: 'planted@example.com' },
    { affiliate: null },
  );
  const owners = [
    { type: 1, staffID },
    { type: 3, staffID, profileID: 7 },
    { type: 4, memberID },
  ] as const;
  for (const [seed, owner] of owners.entries()) {
    const { photoID } = await receivePicture(storage, owner, await pictureBytes(seed));
    await processPicture(storage, photoID);
    const judged = { photoID, type: owner.type, to: 2, reason: 'planted', note: 'planted' };
    await decidePicture(judged, { actor: moderator() });
  }
  await erasePerson(storage, 'member', memberID, by);
  expect(await files()).toHaveLength(4);
  const { kept } = await erasePerson(storage, 'staff', staffID, by);
  expect(await files()).toEqual([]);
  expect(await plantedIn()).toEqual([]);
  expect(kept).toEqual([]);
  expect(await PictureModel.distinct('stage')).toEqual(['removed']);
  expect(await StaffModel.findOne({ staffID }).lean()).toMatchObject({ status: 10, mobilePhone: '' });
  // What the service sends again, or late, does not bring anything of theirs back.
  for (const [seed, owner] of owners.entries())
    await expect(receivePicture(storage, owner, await pictureBytes(seed))).rejects.toThrow('was erased');
  await expect(submitProfile({ profileID: 7, staffID, ...texts })).rejects.toThrow('was erased');
  expect([await files(), await plantedIn()]).toEqual([[], []]);
});

test('the books verify when staff are erased whose commission was changed', async () => {
  const { trackID } = await makeAffiliate();
  const { staffID } = await makeStaff({ commission: 40 });
  await ingest(joined(1, trackID), tip('t1', 1, staffID, 500, AT));
  await editAccount({ kind: 'staff', id: staffID, updateType: 'Info', values: { commission: 45 }, by });
  await adjustBalance({
    adjustmentID: '3f0c7f5e-0000-4000-8000-000000000002',
    kind: 'staff',
    personID: staffID,
    cents: -200,
    reason: 'closed',
    by,
  });
  await erasePerson(storage, 'staff', staffID, by);
  expect(await verified()).toBe('Nothing differs.');
});

test('a storage that has none of a person’s pictures is distinguished from the servers’', async () => {
  const { memberID } = await makeMember({}, { affiliate: null });
  const other = openStorage({ dataDir: join(folder, 'other') });
  const found = () => Promise.all([other, storage].map((each) => hasFilesOf(each, 'member', memberID)));
  expect(await found()).toEqual([true, true]);
  await receivePicture(storage, { type: 4, memberID }, await pictureBytes(1));
  expect(await found()).toEqual([false, true]);
  await erasePerson(storage, 'member', memberID, by);
  expect(await found()).toEqual([true, true]);
});

test('a picture that is being read while its owner is erased does not stay', async () => {
  const { memberID } = await makeMember({}, { affiliate: null });
  const { put } = storage;
  const slow: Storage = Object.assign(Object.create(storage), {
    put: async (...args: Parameters<typeof put>) => {
      await erasePerson(storage, 'member', memberID, by);
      return put.apply(storage, args);
    },
  });
  const received = receivePicture(slow, { type: 4, memberID }, await pictureBytes(1));
  await expect(received).rejects.toThrow('was erased');
  expect([await files(), await PictureModel.distinct('stage')]).toEqual([[], ['removed']]);
});

test.each([
  ['new', 'insertOne', undefined],
  ['sent again', 'updateOne', 7],
] as const)(
  'a profile that is %s and being stored while its owner is erased keeps no text',
  async (_, write, profileID) => {
    const { staffID } = await makeStaff();
    if (profileID) await ProfileModel.create({ profileID, staffID, profileName: 'Ann' });
    const { collection } = ProfileModel;
    const original = collection[write].bind(collection) as (...args: unknown[]) => unknown;
    const spy = jest.spyOn(collection, write).mockImplementationOnce((async (...args: unknown[]) => {
      await erasePerson(storage, 'staff', staffID, by);
      return original(...args);
    }) as never);
    const texts = { profileName: 'Planted', tagLine: 'planted', description: 'planted' };
    await expect(submitProfile({ profileID, staffID, ...texts })).rejects.toThrow('was erased');
    expect(spy).toHaveBeenCalled();
    spy.mockRestore();
    expect([await plantedIn(), await ProfileModel.distinct('status')]).toEqual([[], [2]]);
  },
);

test('a profile stays as it was sent when nobody knows whether its owner is erased meanwhile', async () => {
  const { staffID } = await makeStaff();
  const { collection } = ProfileModel;
  const original = collection.insertOne.bind(collection) as (...args: unknown[]) => unknown;
  let lost: jest.SpyInstance | undefined;
  const stored = jest.spyOn(collection, 'insertOne').mockImplementationOnce((async (...args: unknown[]) => {
    lost = jest.spyOn(StaffModel, 'exists').mockImplementationOnce(() => {
      throw new Error('connection lost');
    });
    return original(...args);
  }) as never);
  const texts = { profileName: 'Ann', tagLine: 'Hello', description: 'Hi' };
  await expect(submitProfile({ profileID: 7, staffID, ...texts })).rejects.toThrow('connection lost');
  for (const spy of [stored, lost]) spy?.mockRestore();
  expect(await ProfileModel.findOne().lean()).toMatchObject({ ...texts, status: 0 });
});

test('refused, and nothing is changed, while a balance is open or a payment is on its way', async () => {
  const affID = await makePlantedAffiliate();
  const before = await AffiliateModel.findOne({ affID }).lean();
  const erase = () => erasePerson(storage, 'affiliate', affID, by);
  await expect(erase()).rejects.toThrow('A balance is open');
  await pay(affID);
  await expect(erase()).rejects.toThrow('Payment 1 is neither paid nor returned');
  const { _id } = await beginPayFile({ payrollType: 1, format: 'paypal', payrollIDs: [1], by });
  await finishPayFile(_id);
  await expect(erase()).rejects.toThrow(`Pay file ${_id} has an open payment`);
  expect(await AffiliateModel.findOne({ affID }).lean()).toEqual(before);
});

test('of a member whom somebody saves as it begins nothing is sealed that is not so: asked again, it finishes', async () => {
  const { memberID } = await makeMember({ username: 'planted', credits: 1 }, { affiliate: null });
  const { collection } = MemberModel;
  const original = collection.updateOne.bind(collection);
  const spy = jest.spyOn(collection, 'updateOne').mockImplementationOnce((async (
    ...args: Parameters<typeof original>
  ) => {
    const values = { credits: 2 };
    await editAccount({ kind: 'member', id: memberID, updateType: 'Info', version: 0, values, by });
    return original(...args);
  }) as never);
  await expect(erasePerson(storage, 'member', memberID, by)).rejects.toThrow('changed this record just now');
  spy.mockRestore();
  const stored = await MemberModel.findOne({ memberID }).orFail().lean();
  expect([stored.credits, stored.erasingAt]).toEqual([2, undefined]);
  expect((await erasePerson(storage, 'member', memberID, by)).erased).toBe(true);
  expect(await plantedIn()).toEqual([]);
  expect(await verified()).toBe('Nothing differs.');
});

test.each([
  [
    'payment details',
    PaymentChangeModel,
    (id: number) => {
      const values = { payPalUserName: 'planted.again@paypal.example' };
      return editAccount({ kind: 'affiliate', id, updateType: 'Paypal', values, by });
    },
  ],
  ['the password', ChangeNoticeModel, (id: number) => changeAffiliatePassword(id, 'a new and long one', by)],
])(
  'who is erased while a change of %s is being stored leaves nothing of it',
  async (_, { collection }, change) => {
    const affID = await makePlantedAffiliate();
    const adjustmentID = '3f0c7f5e-0000-4000-8000-000000000003';
    const settled = {
      adjustmentID,
      kind: 'affiliate',
      personID: affID,
      cents: -300,
      reason: 'closed',
    } as const;
    await adjustBalance({ ...settled, by });
    const original = collection.insertOne.bind(collection);
    const spy = jest.spyOn(collection, 'insertOne').mockImplementationOnce((async (
      ...args: Parameters<typeof original>
    ) => {
      await erasePerson(storage, 'affiliate', affID, by);
      return original(...args);
    }) as never);
    await change(affID);
    expect(spy).toHaveBeenCalled();
    spy.mockRestore();
    expect(await plantedIn()).toEqual([]);
  },
);

test('refused for a sale that the journal has and a dead process did not apply', async () => {
  let reached = true;
  let refused = 0;
  for (let write = 1; reached; write += 1) {
    const { affID, trackID } = await makeAffiliate();
    await ingest(joined(write, trackID));
    const stop = dieAtWrite(write);
    await ingest(sale(`s${write}`, write, 1000, AT)).catch(() => {});
    reached = stop();
    const isErased = await erasePerson(storage, 'affiliate', affID, by).then(
      () => true,
      () => false,
    );
    await catchUpLedger();
    expect([write, isErased]).toEqual([
      write,
      (await openBalances('affiliate', '9999-12-31', [affID])).length === 0,
    ]);
    if (!isErased) refused += 1;
  }
  expect(refused).toBeGreaterThan(1);
});

test('killed at any write it is started again and finishes', async () => {
  const affID = await makePlantedAffiliate();
  await pay(affID);
  await markPayments({ payrollIDs: [1], state: 'paid', by });
  let reached = true;
  for (let write = 1; reached; write += sized(3, 1)) {
    const stop = dieAtWrite(write);
    await erasePerson(storage, 'affiliate', affID, by).catch(() => {});
    reached = stop();
  }
  expect(await plantedIn()).toEqual(['journal', 'payrolls']);
  expect((await erasePerson(storage, 'affiliate', affID, by)).erased).toBe(false);
});

test('an export has everything about the person, numbers in clear, and nothing of others or that opens the account', async () => {
  const affID = await makePlantedAffiliate();
  await pay(affID);
  const other = await makeAffiliate({ lastName: 'Stranger' });
  await ingest(joined(2, other.trackID), sale('s2', 2, 500, AT));
  const lines: { what: string }[] = [];
  for await (const line of ndjsonOf(
    await exportPerson(storage, { kind: 'affiliate', id: affID }, 'office', by),
  ))
    lines.push(JSON.parse(line));
  expect([...new Set(lines.map(({ what }) => what))]).toEqual(
    [
      'affiliate',
      'paymentChange',
      'payment',
      'entry',
      'contactMessage',
      'mail',
      'resetToken',
      'changeNotice',
      'payrollRow',
      'auditLine',
    ].filter((what) => what !== 'paymentChange' || lines.some((line) => line.what === what)),
  );
  expect(lines[0]).toMatchObject({
    what: 'affiliate',
    affID,
    taxID: '123-45-6789',
    skypeUserName: 'planted',
  });
  const text = JSON.stringify(lines);
  expect(text).not.toMatch(/Stranger|argon2|Encrypted"/);
  expect(lines.at(-1)).toMatchObject({ what: 'auditLine' });
  expect(text).toContain('personal-data.exported');
});

/** Collections without data of affiliates, staff or members, and why. */
const WITHOUT_PERSONS: Record<string, string> = {
  emailClaims: 'hashes of emails that are just being given to an account; gone after ten minutes',
  approvals: 'sums, adjustments by the number of a person, and who of the office prepared and approved them',
  administrators: 'people of the office, who manage their own records',
  clickTotals: 'counts by source',
  commissionGroups: 'percentages of groups, and who of the office set them',
  counters: 'the next ids',
  linkCursor: 'how far the ledger is counted into link days',
  linkDays: 'sums by link and day',
  dayTotals: 'sums by the number of a person',
  format: 'the version of the stored documents',
  writtenKeys: 'digests of the keys by which data was written',
  identity: 'the id of the installation',
  installation: 'the time zone of the installation',
  journal: 'kept with the payments: it is the proof of the books, in a chain that no change survives',
  mailedReturns: 'how far returned payments were mailed',
  payFileLines: 'numbers of payments',
  payFileSteps: 'numbers of payments',
  payFiles: 'sums; who made them',
  payees: 'how far somebody is paid, by their number',
  pendingUploads: 'names of files that are being stored',
  payrollRuns: 'what a clerk asked for; their rows are in payrollRunPages',
  noticeCursors: 'how far mails were stored, by the numbers of records and affiliates',
  postbackCursor: 'how far the ledger was looked through for postbacks',
  pendingReleases: 'keys that events wait for',
  recordedSettings: 'with what settings the servers started',
  resultRuns:
    'lines of results by the numbers of payments, and who of the office sent them; gone after a day',
  refusedEvents: 'events that the ledger refused, as they came; kept for some days',
  sourceTotals: 'sums by source',
  stalePerformances: 'numbers of affiliates whose sums are to be computed again',
  staleStaffPerformances: 'numbers of staff whose sums are to be computed again',
  staleMemberPerformances: 'numbers of members whose sums are to be computed again',
  statisticsRebuilds: 'how far a recount is',
  textBlocks: 'texts of the public pages',
};

test('every collection is known to hold persons or not to', () => {
  const known = new Set([
    ...PERSONAL_DATA_SOURCES.map(({ model }) => model.collection.collectionName),
    ...Object.keys(WITHOUT_PERSONS),
  ]);
  const all = Object.values(mongoose.models).map(({ collection }) => collection.collectionName);
  expect(all.filter((name) => !known.has(name))).toEqual([]);
});

test('what stays has a name that people read', () => {
  const names = PERSONAL_DATA_SOURCES.filter(({ erased }) => typeof erased !== 'string').map(
    ({ name }) => name,
  );
  expect(names.filter((name) => !(name in KEPT_DATA_TEXT))).toEqual([]);
});

test('all payments of the books survive an erasure', async () => {
  const affID = await makePlantedAffiliate();
  await pay(affID);
  const before = await PayrollModel.find().lean();
  await markPayments({ payrollIDs: [1], state: 'paid', by });
  await erasePerson(storage, 'affiliate', affID, by);
  expect(await PayrollModel.find().lean()).toEqual(before);
});
