import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEVELOPMENT_PROOF_KEYS } from '@partnerdesk/node';
import {
  dieAtWrite,
  ingest,
  joined,
  makeAffiliate,
  makeStaff,
  pictureBytes,
  sale,
  sealAsStored,
  useTestDatabase,
} from '@partnerdesk/testing';
import { AffiliateModel, StaffModel } from '../accounts/account.models';
import { revealNumber } from '../accounts/edit-account';
import { catchUpLedger, readJournalState } from '../ledger/journal';
import { processPicture, receivePicture, removePicture } from '../moderation/picture-files';
import { PictureModel } from '../moderation/review.models';
import { executePayroll } from '../payroll/execute-payroll';
import { achCreditOf } from '../payroll/pay-files/download-pay-file';
import { findResultRun, openResultRun, performResultRun } from '../payroll/pay-results/payment-results';
import { PayrollModel } from '../payroll/payroll.models';
import { SYSTEM_ACTOR } from '../platform/audit/audit';
import { sha256 } from '../platform/canonical-json';
import { configureDomain } from '../platform/config';
import { encryptField } from '../platform/crypto/field-encryption';
import { claimMail, storeMail } from '../platform/outbox/mails';
import { type EncryptingStorage, openStorage } from '../platform/storage/storage';
import { encryptedFields, rotateKeys } from './rotate-keys';

useTestDatabase();

const OLD = { id: 'old', key: randomBytes(32) };
const NEW = { id: 'new', key: randomBytes(32) };
const useKeys = (...fieldKeys: (typeof OLD)[]) =>
  configureDomain({ fieldKeys, proofKeys: DEVELOPMENT_PROOF_KEYS, timeZone: 'America/New_York' });
const by = { actor: SYSTEM_ACTOR };
const ACCOUNT = '000123456789';

let folder: string;
let storage: EncryptingStorage;
beforeEach(async () => {
  useKeys(OLD);
  folder = await mkdtemp(join(tmpdir(), 'rotate-'));
  storage = openStorage({ dataDir: folder });
});
afterEach(() => rm(folder, { recursive: true }));

/** Someone paid, with a value in every kind of encrypted field and picture. */
async function everything() {
  const { affID, trackID } = await makeAffiliate({
    paymentType: 1,
    achName: 'Ann',
    achAccountType: 1,
    achRoutingNumber: '021000021',
  });
  await AffiliateModel.updateOne(
    { affID },
    {
      $set: {
        taxIDEncrypted: encryptField('123-45-6789', `affiliate:${affID}:taxID`),
        achAccountNumberEncrypted: encryptField(ACCOUNT, `affiliate:${affID}:achAccountNumber`),
      },
    },
  );
  const { staffID } = await makeStaff();
  await StaffModel.updateOne(
    { staffID },
    { $set: { achAccountNumberEncrypted: encryptField('222', `staff:${staffID}:achAccountNumber`) } },
  );
  await sealAsStored();
  await ingest(joined(1, trackID), sale('s1', 1, 1000, '2026-03-02T15:00:00Z'));
  await executePayroll({
    payrollType: 1,
    endDate: '2026-03-10',
    items: [{ personID: affID }],
    by: SYSTEM_ACTOR,
  });
  const mailID = await storeMail({ kind: 'contact', to: 'a@example.com', subject: 'Hi', text: 'the text' });
  const { photoID } = await receivePicture(storage, { type: 1, staffID }, await pictureBytes(1));
  await processPicture(storage, photoID);
  await receivePicture(storage, { type: 4, memberID: 1 }, await pictureBytes(2));
  return { affID, staffID, mailID };
}

async function expectAllReadable({ affID, staffID, mailID }: Awaited<ReturnType<typeof everything>>) {
  expect(await revealNumber('affiliate', affID, 'taxID', by)).toBe('123-45-6789');
  expect(await revealNumber('affiliate', affID, 'achAccountNumber', by)).toBe(ACCOUNT);
  expect(await revealNumber('staff', staffID, 'achAccountNumber', by)).toBe('222');
  const payroll = await PayrollModel.findOne().orFail().lean();
  expect(achCreditOf(payroll)).toMatchObject({ account: ACCOUNT });
  expect((await claimMail(mailID))?.text).toBe('the text');
  for (const { photo, type } of await PictureModel.find().lean()) {
    const kept = await storage.get(`images/${type === 4 ? 'members' : 'operators'}/${photo}`);
    expect(kept?.subarray(0, 2).toString('hex')).toBe('ffd8');
  }
}

test('everything is readable by the new key alone, and a second run finds nothing', async () => {
  const people = await everything();
  const before = (await PayrollModel.findOne().orFail().lean()).achAccountNumberEncrypted;
  useKeys(NEW, OLD);
  expect(await rotateKeys(storage)).toEqual({ keyID: 'new', fields: 5, files: 3, unreadable: [] });
  expect(await PayrollModel.findOne().lean()).toMatchObject({ achAccountNumberSha256: sha256(before) });
  expect((await AffiliateModel.findOne().orFail().lean()).achKey).toMatch(/^new\./);
  expect(await rotateKeys(storage)).toEqual({ keyID: 'new', fields: 0, files: 0, unreadable: [] });
  useKeys(NEW);
  await expectAllReadable(people);
});

test('a payment that the journal has and a dead process did not apply is encrypted again', async () => {
  const { affID } = await everything();
  await ingest(sale('s2', 1, 3000, '2026-03-11T15:00:00Z'));
  const items = [{ personID: affID }];
  const executed = { payrollType: 1, endDate: '2026-03-12', items, by: SYSTEM_ACTOR } as const;
  // One write further with each, until the record is there and nothing of it applied.
  for (let write = 1; (await readJournalState()).unapplied === 0 && write < 8; write += 1) {
    const revive = dieAtWrite(write);
    await executePayroll(executed).catch(() => undefined);
    revive();
  }
  expect(await PayrollModel.countDocuments()).toBe(1);
  useKeys(NEW, OLD);
  await rotateKeys(storage);
  expect(await rotateKeys(storage)).toMatchObject({ fields: 0, unreadable: [] });
  useKeys(NEW);
  await catchUpLedger();
  const accounts = (await PayrollModel.find().lean()).map((payroll) => achCreditOf(payroll));
  expect(accounts).toMatchObject([{ account: ACCOUNT }, { account: ACCOUNT }]);
});

test('pictures that another storage than the servers’ lacks are named, and done once it is the right one', async () => {
  const people = await everything();
  useKeys(NEW, OLD);
  const other = openStorage({ dataDir: join(folder, 'other') });
  const { files, unreadable } = await rotateKeys(other);
  expect([files, unreadable]).toEqual([
    0,
    Array(2).fill(expect.stringMatching(/^file images\S+: is not in this/)),
  ]);
  expect(await rotateKeys(storage)).toMatchObject({ files: 3, unreadable: [] });
  useKeys(NEW);
  await expectAllReadable(people);
});

test('a picture that was removed is not asked for: a bucket may answer 403 for what is gone', async () => {
  await everything();
  await processPicture(storage, 2);
  await removePicture(storage, 1);
  const keyIdOf = async (key: string) => {
    const found = await storage.keyIdOf(key);
    if (found === null) throw new Error(`storage answered 403 for ${key}`);
    return found;
  };
  const bucket: EncryptingStorage = Object.assign(Object.create(storage), { keyIdOf });
  useKeys(NEW, OLD);
  expect(await rotateKeys(bucket)).toMatchObject({ files: 2, unreadable: [] });
});

test('a payment’s account cannot be replaced by another ciphertext of its person once it was rotated', async () => {
  const { affID } = await everything();
  useKeys(NEW, OLD);
  await rotateKeys(storage);
  const other = encryptField('999', `affiliate:${affID}:achAccountNumber`);
  const payroll = await PayrollModel.findOne().orFail().lean();
  expect(() => achCreditOf({ ...payroll, achAccountNumberEncrypted: other })).toThrow('cannot be read');
});

test('killed at any write it is started again and finishes', async () => {
  const people = await everything();
  useKeys(NEW, OLD);
  let reached = true;
  for (let write = 1; reached; write += 1) {
    const stop = dieAtWrite(write);
    await rotateKeys(storage).catch(() => {});
    reached = stop();
  }
  expect(await rotateKeys(storage)).toMatchObject({ fields: 0, files: 0, unreadable: [] });
  useKeys(NEW);
  await expectAllReadable(people);
});

test('what somebody saves between reading and writing is kept', async () => {
  const { affID } = await everything();
  useKeys(NEW, OLD);
  const saved = encryptField('777', `affiliate:${affID}:achAccountNumber`);
  const collection = AffiliateModel.collection;
  const original = collection.updateOne.bind(collection);
  const spy = jest.spyOn(collection, 'updateOne').mockImplementation((async (filter: object, ...rest: []) => {
    if ('achAccountNumberEncrypted' in filter)
      await collection.findOneAndUpdate({ affID }, { $set: { achAccountNumberEncrypted: saved } });
    return original(filter, ...(rest as unknown as [never]));
  }) as never);
  await rotateKeys(storage);
  spy.mockRestore();
  expect(await revealNumber('affiliate', affID, 'achAccountNumber', by)).toBe('777');
});

describe('a file of results that waits for a worker', () => {
  const sent = (id: number) =>
    openResultRun(storage, {
      format: 'paypal',
      settings: undefined,
      bytes: Buffer.from('no,such,file\n'),
      by: { actor: { ...SYSTEM_ACTOR, id } },
    });

  test('is encrypted again, and read once the old key is gone', async () => {
    const { _id, file } = await sent(1);
    useKeys(NEW, OLD);
    expect(await rotateKeys(storage)).toMatchObject({ files: 1, unreadable: [] });
    expect(await rotateKeys(storage)).toMatchObject({ files: 0, unreadable: [] });
    useKeys(NEW);
    await performResultRun(storage, _id);
    // It was read: what is wrong with it is its answer.
    expect((await findResultRun(_id))?.refusal?.message).toBe('Line 1: There is no column for the id');
    expect(await storage.keyIdOf(file)).toBeNull();
  });

  test('is not brought back by a rotation that a worker overtakes', async () => {
    const { _id, file } = await sent(1);
    useKeys(NEW, OLD);
    const put = storage.put.bind(storage);
    jest.spyOn(storage, 'put').mockImplementation(async (...args) => {
      await performResultRun(storage, _id);
      await put(...args);
    });
    await rotateKeys(storage);
    expect(await storage.keyIdOf(file)).toBeNull();
  });

  test('is named where no key reads it: the rotation says that no key may go', async () => {
    const { file } = await sent(1);
    useKeys(NEW);
    expect((await rotateKeys(storage)).unreadable).toEqual([`file ${file}: field key old is not configured`]);
  });
});

test('a value that no key reads is named and stays', async () => {
  const { staffID } = await makeStaff();
  useKeys({ id: 'lost', key: randomBytes(32) });
  const lost = encryptField('222', `staff:${staffID}:achAccountNumber`);
  await StaffModel.updateOne({ staffID }, { $set: { achAccountNumberEncrypted: lost } });
  useKeys(NEW, OLD);
  const { unreadable } = await rotateKeys(storage);
  expect(unreadable).toEqual([
    expect.stringMatching(/^staff \S+ achAccountNumberEncrypted: field key lost is not configured$/),
  ]);
  expect((await StaffModel.findOne({ staffID }).lean())?.achAccountNumberEncrypted).toBe(lost);
});

test('every field of the sources whose name says that it is encrypted is rotated', () => {
  const root = join(__dirname, '..');
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.ts$/.test(name),
  );
  const named = sources.flatMap(
    (name) => readFileSync(join(root, name), 'utf8').match(/\b[a-z]\w*Encrypted\b/g) ?? [],
  );
  const known = new Set(encryptedFields().map(({ field }) => field.split('.').at(-1)));
  expect([...new Set(named)].filter((name) => !known.has(name))).toEqual([]);
  expect(known.size).toBeGreaterThan(2);
});
