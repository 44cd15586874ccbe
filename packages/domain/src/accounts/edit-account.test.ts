import { addAffiliates, addPayees, ingest, joined, sale, useTestDatabase } from '@partnerdesk/testing';
import { EntryModel } from '../ledger/ledger.models';
import { accountFigures } from '../payroll/account-figures';
import { AuditModel } from '../platform/audit/audit';
import { readAudit } from '../platform/audit/read-audit';
import { encryptField } from '../platform/crypto/field-encryption';
import { AffiliateModel } from './account.models';
import { findAccountOrThrow } from './account-kinds';
import { createAdministrator } from './administrators';
import { editAccount, revealNumber, setAffiliateStatus } from './edit-account';
import { maskedNumber } from './hidden-numbers';
import { searchAccounts } from './search-accounts';

useTestDatabase();

const by = { actor: { kind: 'administrator', id: 7, emailAddress: 'olga@example.com' } } as const;
const edit = (values: Record<string, string | number>, more: object = {}) =>
  editAccount({ kind: 'affiliate', id: 1, updateType: 'Info', version: 0, values, by, ...more });
const totalOf = async (name: string) =>
  (await searchAccounts({ kind: 'affiliate', criteria: { name }, page: 1 })).total;

beforeEach(() => addAffiliates(['Ann', 'Lee', 'ann@example.com'], ['Bo', 'Ek', 'bo@example.com']));

test('a save writes its section only, raises the version, moves the search and is audited', async () => {
  const result = await edit({
    lastName: 'Öberg',
    firstName: 'Ann',
    payPalUserName: 'not in Info',
    passcode: 'x',
  });
  expect(result).toMatchObject({
    outcome: 'saved',
    account: { lastName: 'Öberg', payPalUserName: '', passcode: '', version: 1 },
  });
  expect([await totalOf('oberg'), await totalOf('lee')]).toEqual([1, 0]);
  const { lines } = await readAudit({ subject: { type: 'affiliate', id: '1' } }, 1);
  expect(lines).toMatchObject([
    {
      action: 'affiliate.updated',
      actor: by.actor,
      before: { lastName: 'Lee' },
      after: { lastName: 'Öberg' },
    },
  ]);
});

test('a number that ends with a letter of two codes hides no change from the audit log', async () => {
  await edit({ commission: 90, taxID: '12🦄678' });
  const { lines } = await readAudit({ subject: { type: 'affiliate', id: '1' } }, 1);
  expect(lines).toMatchObject([{ after: { commission: 90, taxID: '••🦄678' } }]);
});

test('a save that changes nothing writes nothing', async () => {
  expect(await edit({ lastName: 'Lee' })).toMatchObject({ outcome: 'saved', account: { version: 0 } });
  expect(await AuditModel.countDocuments()).toBe(0);
});

test('of two saves of the same version the second is refused, even in the same moment', async () => {
  const results = await Promise.all(['One', 'Two', 'Three'].map((lastName) => edit({ lastName })));
  expect(results.map(({ outcome }) => outcome).sort()).toEqual(['conflict', 'conflict', 'saved']);
  const winner = results.find(({ outcome }) => outcome === 'saved');
  const late = await edit({ commission: 90 });
  expect(late).toMatchObject({
    outcome: 'conflict',
    account: { lastName: winner?.account.lastName, commission: 30, version: 1 },
  });
  expect(await AuditModel.countDocuments()).toBe(1);
});

test('account numbers are stored encrypted, and the mask that comes back is no change', async () => {
  await edit({ achAccountNumber: '000123456789', achAccountType: 2 }, { updateType: 'Ach' });
  const { achAccountNumberEncrypted } = await findAccountOrThrow('affiliate', 1);
  expect(achAccountNumberEncrypted).not.toContain('123456789');
  const masked = maskedNumber('affiliate', 1, 'achAccountNumber', achAccountNumberEncrypted);
  expect(masked).toBe('••••••••6789');
  const again = await edit(
    { achAccountNumber: masked, achName: 'Ann Lee' },
    { updateType: 'Ach', version: 1 },
  );
  expect(again.account).toMatchObject({ achAccountNumberEncrypted, achName: 'Ann Lee', version: 2 });
  await expect(
    edit({ achAccountNumber: '••••••••67890' }, { updateType: 'Ach', version: 2 }),
  ).rejects.toMatchObject({ fields: { achAccountNumber: 'Please enter the whole account number' } });
  await edit({ achAccountNumber: '' }, { updateType: 'Ach', version: 2 });
  expect((await findAccountOrThrow('affiliate', 1)).achAccountNumberEncrypted).toBe('');
  expect(JSON.stringify(await AuditModel.find().lean())).not.toMatch(/123456/);
});

test('a look at a number is in the audit log; a number that is not there is not found', async () => {
  await AffiliateModel.updateOne(
    { affID: 1 },
    { $set: { taxIDEncrypted: encryptField('123-45-6789', 'affiliate:1:taxID') } },
  );
  expect(await revealNumber('affiliate', 1, 'taxID', by)).toBe('123-45-6789');
  expect((await readAudit({ action: 'tax-id.revealed' }, 1)).lines).toMatchObject([
    { actor: by.actor, subject: { type: 'affiliate', id: '1' } },
  ]);
  await expect(revealNumber('affiliate', 1, 'achAccountNumber', by)).rejects.toMatchObject({
    code: 'not_found',
  });
  await expect(revealNumber('affiliate', 99, 'taxID', by)).rejects.toMatchObject({ code: 'not_found' });
});

test('a number that was moved from another record shows nothing and does not break the screen', () => {
  const moved = encryptField('12345678', 'affiliate:2:achAccountNumber');
  expect(maskedNumber('affiliate', 1, 'achAccountNumber', moved)).toBe('••••');
});

test.each(['BO@example.com', 'office@example.com'])(
  'the email %s of somebody else is refused',
  async (emailAddress) => {
    await createAdministrator({
      emailAddress: 'office@example.com',
      password: 'long-pass-1',
      firstName: '',
      permissions: [],
    });
    await expect(edit({ emailAddress })).rejects.toMatchObject({
      code: 'conflict',
      fields: { emailAddress: expect.any(String) },
    });
    expect(await AuditModel.countDocuments({ 'subject.type': 'affiliate' })).toBe(0);
  },
);

test('closing an account ends its sessions and keeps the reason; approving opens it again', async () => {
  const closed = await setAffiliateStatus({ affID: 1, status: 2, reason: 'Fraud', version: 0, by });
  expect(closed).toMatchObject({ outcome: 'saved', account: { status: 2, sessionVersion: 1, version: 1 } });
  expect(await setAffiliateStatus({ affID: 1, status: 1, reason: 'No', version: 0, by })).toMatchObject({
    outcome: 'conflict',
  });
  await setAffiliateStatus({ affID: 1, status: 1, reason: 'A mistake', version: 1, by });
  const { lines } = await readAudit({ subject: { type: 'affiliate', id: '1' } }, 1);
  expect(lines.map(({ action, after }) => [action, after])).toEqual([
    ['affiliate.approved', { status: 1, reason: 'A mistake' }],
    ['affiliate.closed', { status: 2, reason: 'Fraud' }],
  ]);
});

test('a payment type that the office sets completes the account', async () => {
  expect((await edit({ paymentType: 2 })).account).toMatchObject({ paymentInfoSet: true, accountStatus: 1 });
});

test('an email keeps leading to the same address, whatever letters it is saved in', async () => {
  await edit({ emailAddress: 'kate@example.com' });
  const saved = await edit({ emailAddress: '\u212aate@example.com' }, { version: 1 });
  expect(saved.account).toMatchObject({ emailAddress: 'Kate@example.com', version: 2 });
});

test('who is not there is not found', async () => {
  await expect(edit({ lastName: 'X' }, { id: 99 })).rejects.toMatchObject({ code: 'not_found' });
});

test('a changed commission counts for the next sale of today, and the figures beside the record say so', async () => {
  await addPayees({ staff: [50] });
  await ingest(joined(1, 'T1'), sale('before', 1, 10_000, '2026-03-02T15:00:00Z'));
  await edit({ commission: 10 });
  await ingest(sale('after', 1, 10_000, new Date().toISOString()));
  const entries = await EntryModel.find({ payee: 'affiliate:1' }).sort({ day: 1, at: 1 }).lean();
  expect(entries.map(({ payoutCents }) => payoutCents)).toEqual([3000, 1000]);
  const figures = await accountFigures('affiliate', 1);
  expect(figures).toMatchObject({ balanceCents: 4000, payouts: [] });
  expect(figures.months).toHaveLength(12);
  expect(await accountFigures('member', 1)).toEqual({ payouts: [], months: [], affID: 1 });
});
