import { randomBytes } from 'node:crypto';
import {
  addAffiliates,
  dieAtWrite,
  makeAffiliate,
  makeStaff,
  personalInformation,
  useTestDatabase,
} from '@partnerdesk/testing';
import mongoose from 'mongoose';
import { importPeople } from '../ledger/import-people';
import { configureDomain, domainConfig } from '../platform/config';
import { claimMail, MailModel } from '../platform/outbox/mails';
import { AffiliateModel } from './account.models';
import { rehashAccounts } from './account-keys';
import { findAccountOrThrow } from './account-kinds';
import { saveAffiliateAccount } from './affiliate-account';
import { editAccount, type FieldValue } from './edit-account';
import { accountChanges, finishForgottenChanges, PaymentChangeModel } from './payment-changes';

useTestDatabase();

const support = { actor: { kind: 'administrator', id: 9, emailAddress: 'sue@example.com' } } as const;
const ACH = { achName: 'Ann Lee', achAccountType: 1, achRoutingNumber: '021000021' };

/** What affiliates save of themselves the first time. */
const ownDetails = (emailAddress: string) => ({
  personal: personalInformation({ emailAddress }),
  payment: { ...ACH, paymentType: 1, payPalUserName: '', achAccountNumber: '000123456789' },
});

async function edit(
  id: number,
  updateType: 'Info' | 'Paypal' | 'Ach',
  values: Record<string, FieldValue>,
  kind: 'affiliate' | 'staff' = 'affiliate',
) {
  const { version } = await findAccountOrThrow(kind, id);
  return editAccount({ kind, id, updateType, version, values, by: support });
}

const mailsTo = async (kind = 'payment-changed') =>
  (await MailModel.find({ kind }).sort({ _id: 1 }).lean()).map(({ to }) => to);

test('a change by support is kept with the old and the new values masked, who and when', async () => {
  const { affID } = await makeAffiliate({ paymentType: 1 });
  await edit(affID, 'Ach', { ...ACH, achAccountNumber: '000123456789' });
  await edit(affID, 'Ach', { achAccountNumber: '999900001111' });
  const { changes } = await accountChanges('affiliate', affID);
  expect(changes[0]).toMatchObject({
    origin: 'support',
    by: 'sue@example.com',
    before: { achAccountNumber: '••••••••6789', achRoutingNumber: '021000021' },
    after: { achAccountNumber: '••••••••1111' },
  });
  expect(Math.abs(Date.now() - Number(changes[0]?.at))).toBeLessThan(60_000);
  expect(changes).toHaveLength(2);
  const stored = JSON.stringify(await mongoose.connection.db?.collection('paymentChanges').find().toArray());
  expect(stored).not.toMatch(/000123456789|999900001111/);
});

test('a masked PayPal ID begins with whole letters: half of one can’t be stored', async () => {
  const { affID } = await makeAffiliate();
  await edit(affID, 'Paypal', { payPalUserName: 'a🦄nn@pay.example' });
  const { changes } = await accountChanges('affiliate', affID);
  expect(changes[0]?.after.payPalID).toBe('a🦄•••@pay.example');
});

test('who changes the email first does not keep the person from hearing of it: the former address gets a mail', async () => {
  const { affID, emailAddress } = await makeAffiliate();
  await edit(affID, 'Info', { emailAddress: 'thief@example.com' });
  expect(await mailsTo()).toEqual([]);
  await edit(affID, 'Paypal', { payPalUserName: 'thief@pay.example' });
  expect((await mailsTo()).sort()).toEqual([emailAddress, 'thief@example.com'].sort());
  const old = new Date(Date.now() - 40 * 86_400_000);
  await AffiliateModel.updateOne({ affID }, { $set: { formerEmails: [{ emailAddress, until: old }] } });
  await edit(affID, 'Paypal', { payPalUserName: 'ann@pay.example' });
  expect(await mailsTo()).toHaveLength(3);
});

test('the mail names what changed, also where old and new look the same behind their masks', async () => {
  const { affID } = await makeAffiliate({ paymentType: 2, payPalUserName: 'ann@pay.example' });
  await edit(affID, 'Ach', { achAccountType: 2 });
  const typed = await claimMail(`payment-changed.affiliate.${affID}.1.0`);
  expect(typed?.text).toMatch(/\): account type\.\n/);
  expect(/^Before: (.*)$/m.exec(typed?.text ?? '')?.[1]).not.toBe(
    /^Now: (.*)$/m.exec(typed?.text ?? '')?.[1],
  );
  await edit(affID, 'Ach', { achAccountNumber: '000123456789' });
  await edit(affID, 'Ach', { achAccountNumber: '999123456789' });
  const masked = await claimMail(`payment-changed.affiliate.${affID}.3.0`);
  expect(masked?.text).toMatch(/\): account number\.\n/);
});

test('what changes no payment details leaves no record: another name, or a save of the mask', async () => {
  const { affID } = await makeAffiliate({ paymentType: 1 });
  await edit(affID, 'Info', { firstName: 'Anne' });
  await edit(affID, 'Ach', { ...ACH, achAccountNumber: '000123456789' });
  await edit(affID, 'Ach', { ...ACH, achAccountNumber: '••••••••6789' });
  expect((await accountChanges('affiliate', affID)).changes).toHaveLength(1);
});

test('whichever write it dies at: the sweep leaves one record and one mail to each address', async () => {
  const { affID } = await makeAffiliate();
  await edit(affID, 'Info', { emailAddress: 'new@example.com' });
  let changes = 0;
  for (let write = 1, died = true; died; write += 1) {
    const before = (await findAccountOrThrow('affiliate', affID)).payPalUserName;
    const revive = dieAtWrite(write);
    await edit(affID, 'Paypal', { payPalUserName: `ann${write}@pay.example` }).catch(() => undefined);
    died = revive();
    await finishForgottenChanges();
    if ((await findAccountOrThrow('affiliate', affID)).payPalUserName !== before) changes += 1;
    expect(await PaymentChangeModel.countDocuments()).toBe(changes);
    expect(await mailsTo()).toHaveLength(2 * changes);
    expect(await finishForgottenChanges()).toBe(0);
  }
  expect(changes).toBeGreaterThan(3);
});

test('whichever write it dies at: an email that support changed is mailed to the former address once', async () => {
  const { affID, emailAddress } = await makeAffiliate();
  const former: string[] = [];
  for (let write = 1, died = true, present = emailAddress; died; write += 1) {
    const revive = dieAtWrite(write);
    await edit(affID, 'Info', { emailAddress: `ann${write}@example.com` }).catch(() => undefined);
    died = revive();
    await finishForgottenChanges();
    const { emailAddress: now } = await findAccountOrThrow('affiliate', affID);
    if (now !== present) former.push(present);
    present = now;
    expect((await mailsTo('password-changed')).sort()).toEqual([...former].sort());
    expect(await finishForgottenChanges()).toBe(0);
  }
  expect(former.length).toBeGreaterThan(3);
});

test('a changed email whose process died is mailed before the next one overwrites it', async () => {
  const { affID, emailAddress } = await makeAffiliate();
  // After the claim of the email and the record itself.
  const revive = dieAtWrite(3);
  await edit(affID, 'Info', { emailAddress: 'one@example.com' }).catch(() => undefined);
  revive();
  await edit(affID, 'Info', { emailAddress: 'two@example.com' });
  expect(await mailsTo('password-changed')).toEqual([emailAddress, 'one@example.com']);
});

test('nobody is mailed about the email of staff, who do not sign in, nor about other letters of the same email', async () => {
  const { affID, emailAddress } = await makeAffiliate();
  await edit(affID, 'Info', { emailAddress: emailAddress.toUpperCase() });
  const { staffID } = await makeStaff();
  await edit(staffID, 'Info', { emailAddress: 'elsewhere@example.com' }, 'staff');
  expect(await MailModel.countDocuments()).toBe(0);
});

test('a change whose process died is stored before the next one overwrites it', async () => {
  const { affID } = await makeAffiliate();
  const revive = dieAtWrite(2);
  await edit(affID, 'Paypal', { payPalUserName: 'one@pay.example' }).catch(() => undefined);
  revive();
  await edit(affID, 'Paypal', { payPalUserName: 'two@pay.example' });
  const { changes } = await accountChanges('affiliate', affID);
  expect(changes.map(({ after }) => after.payPalID)).toEqual(['t•••@pay.example', 'o•••@pay.example']);
});

test('the affiliate’s own first details are a change, those that an import brings are kept and mail nobody', async () => {
  const { affID, emailAddress } = await makeAffiliate();
  const { personal, payment } = ownDetails(emailAddress);
  const actor = { kind: 'affiliate', id: affID, emailAddress } as const;
  await saveAffiliateAccount(affID, { personal, payment, tax: null }, { actor }, { sessionVersion: 0 });
  expect((await accountChanges('affiliate', affID)).changes[0]).toMatchObject({
    origin: 'affiliate',
    by: emailAddress,
    before: { paymentType: 0, achAccountNumber: '' },
    after: { paymentType: 1, achAccountNumber: '••••••••6789' },
  });
  expect(await mailsTo()).toEqual([emailAddress]);

  const person = { emailAddress: 'i@example.com', commission: 20, trackID: 'T77' };
  const file = (number: string) => ({
    affiliates: [{ ...person, affID: 77, paymentType: 1, ...ACH, achAccountNumber: number }],
  });
  await importPeople(file('000123456789'));
  await importPeople(file('5555'));
  const { changes } = await accountChanges('affiliate', 77);
  expect(changes).toHaveLength(1);
  expect(changes[0]).toMatchObject({ origin: 'import', after: { achAccountNumber: '••••••••6789' } });
  expect(changes[0]?.before).toBeUndefined();
  expect(await mailsTo()).toHaveLength(1);
});

test('a save that is under way when the affiliate’s sessions end changes nothing', async () => {
  const { affID, emailAddress } = await makeAffiliate();
  const { personal, payment } = ownDetails(emailAddress);
  const actor = { kind: 'affiliate', id: affID, emailAddress } as const;
  const { collection } = AffiliateModel;
  const write = collection.findOneAndUpdate.bind(collection) as (...args: unknown[]) => Promise<never>;
  const spy = jest.spyOn(collection, 'findOneAndUpdate').mockImplementationOnce((async (
    ...args: unknown[]
  ) => {
    await collection.updateOne({ affID }, { $inc: { sessionVersion: 1 } });
    return write(...args);
  }) as never);
  const late = saveAffiliateAccount(
    affID,
    { personal, payment, tax: null },
    { actor },
    { sessionVersion: 0 },
  );
  await expect(late).rejects.toMatchObject({ code: 'not_signed_in' });
  spy.mockRestore();
  expect(await AffiliateModel.findOne({ affID }).lean()).toMatchObject({ paymentType: 0 });
});

test('two payees with the same account or PayPal id find each other, however it is written', async () => {
  await addAffiliates(['Ann', 'Lee'], ['Bob', 'Ray']);
  const { staffID } = await makeStaff();
  await edit(1, 'Ach', { ...ACH, achAccountNumber: '000-123 45ab' });
  await edit(staffID, 'Ach', { ...ACH, achAccountNumber: '00012345AB' }, 'staff');
  await edit(1, 'Paypal', { payPalUserName: 'ann@pay.example' });
  await edit(2, 'Paypal', { payPalUserName: 'Ann@Pay.example' });
  expect((await accountChanges('affiliate', 1)).shared).toEqual([
    { kind: 'affiliate', id: 2, name: 'Bob Ray', same: 'payPalID' },
    { kind: 'staff', id: staffID, name: expect.any(String), same: 'account' },
  ]);
  expect((await accountChanges('affiliate', 2)).shared).toHaveLength(1);
  // The same number at another bank is another account.
  await edit(staffID, 'Ach', { achRoutingNumber: '011000015' }, 'staff');
  expect((await accountChanges('staff', staffID)).shared).toEqual([]);
});

test('accounts that are not hashed, and those hashed under an older key, are hashed again', async () => {
  await addAffiliates(['Ann', 'Lee'], ['Bob', 'Ray']);
  await edit(1, 'Ach', { ...ACH, achAccountNumber: '000123456789' });
  await AffiliateModel.collection.updateOne({ affID: 1 }, { $unset: { achKey: '', payPalKey: '' } });
  const config = domainConfig();
  configureDomain({ ...config, fieldKeys: [{ id: 'k2', key: randomBytes(32) }, ...config.fieldKeys] });
  try {
    await edit(2, 'Ach', { ...ACH, achAccountNumber: '000123456789' });
    expect((await accountChanges('affiliate', 2)).shared).toEqual([]);
    expect(await rehashAccounts()).toBe(1);
    expect((await accountChanges('affiliate', 2)).shared).toMatchObject([{ id: 1 }]);
    expect(await rehashAccounts()).toBe(0);
  } finally {
    configureDomain(config);
  }
});
