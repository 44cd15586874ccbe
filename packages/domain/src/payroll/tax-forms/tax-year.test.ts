import { randomUUID } from 'node:crypto';
import { NOT_SENT_TO_BANK, PAYROLL_TYPE } from '@partnerdesk/contracts';
import type { TaxSettings } from '@partnerdesk/node';
import {
  adjustBalance,
  atTime,
  makeAffiliate,
  makeStaff,
  sealAsStored,
  useTestDatabase,
} from '@partnerdesk/testing';
import { AffiliateModel } from '../../accounts/account.models';
import { numberContext } from '../../accounts/hidden-numbers';
import { SYSTEM_ACTOR } from '../../platform/audit/audit';
import { today } from '../../platform/config';
import { encryptField } from '../../platform/crypto/field-encryption';
import type { Storage } from '../../platform/storage/storage';
import { erasePerson } from '../../privacy/erase-person';
import { discardPayFile } from '../approval/requests';
import { executePayroll } from '../execute-payroll';
import { markPayments } from '../mark-payments';
import { beginPayFile, finishPayFile } from '../pay-files/make-pay-file';
import { PayFileLineModel } from '../pay-files/pay-file.models';
import { PayrollModel } from '../payroll.models';
import { affiliateTaxForms, payeeCopy, taxCopies, taxFile } from './tax-documents';
import { askPayees, readTaxYear } from './tax-year';

useTestDatabase();

const by = { actor: SYSTEM_ACTOR };
const NO_PICTURES = {} as Storage;
const PAYER = { ein: '981234567', phone: '2125550100' } as TaxSettings['payer'];
const SETTINGS: TaxSettings = { payer: PAYER, thresholdCents: {} };

const ADDRESS = { address1: '2 Oak Ave', city: 'Austin', state: 'TX', postalCode: '78701', countryID: 1 };
const ACH = {
  paymentType: 1,
  achName: 'Ann Ellis',
  achAccountType: 1,
  achRoutingNumber: '110000000',
} as const;

/** Somebody paid by direct deposit of whom all is known that a form needs. @returns affID */
async function payee(fields: object = {}): Promise<number> {
  const { affID } = await makeAffiliate({ ...ACH, ...ADDRESS, taxIDType: 1, ...fields });
  await AffiliateModel.updateOne(
    { affID },
    {
      taxIDEncrypted: encryptField('219-09-9999', numberContext('affiliate', affID, 'taxID')),
      achAccountNumberEncrypted: encryptField('1234', numberContext('affiliate', affID, 'achAccountNumber')),
    },
  );
  await sealAsStored();
  return affID;
}

/** Pays somebody all that is open and an amount besides. @returns payrollID */
async function pay(
  personID: number,
  cents: number,
  kind: 'affiliate' | 'staff' = 'affiliate',
): Promise<number> {
  if (cents) await adjustBalance({ adjustmentID: randomUUID(), kind, personID, cents, reason: 'earned', by });
  const endDate = today();
  const payrollType = kind === 'affiliate' ? PAYROLL_TYPE.affiliates : PAYROLL_TYPE.operators;
  await executePayroll({ payrollType, endDate, items: [{ personID }], by: SYSTEM_ACTOR });
  return (await PayrollModel.findOne({ kind, personID, endPeriod: endDate }).orFail().lean())._id;
}

async function makeFile(payrollIDs: number[]): Promise<number> {
  const { _id } = await beginPayFile({
    payrollType: PAYROLL_TYPE.affiliates,
    format: 'nacha',
    payrollIDs,
    by,
  });
  expect(await finishPayFile(_id)).toMatchObject({ lines: payrollIDs.length });
  return _id;
}

async function totalsOf(year: number): Promise<[personID: number, cents: number][]> {
  const { ready, problems, below } = await readTaxYear(year, SETTINGS);
  return [...ready, ...problems, ...below]
    .map(({ personID, cents }): [number, number] => [personID, cents])
    .sort(([a], [b]) => a - b);
}

// 23:59 and 00:01 in New York.
const LAST_MINUTE = '2026-01-01T04:59:00Z';
const FIRST_MINUTE = '2026-01-01T05:01:00Z';

test('a payment belongs to the year of its day in the business’s time zone, with the threshold of that year', async () => {
  const [first, second] = [await payee(), await payee()];
  await atTime(LAST_MINUTE, () => pay(first, 60_000));
  await atTime(FIRST_MINUTE, () => pay(second, 199_999));
  const [lastYear, year] = [await readTaxYear(2025, SETTINGS), await readTaxYear(2026, SETTINGS)];
  expect(lastYear).toMatchObject({
    thresholdCents: 60_000,
    ready: [{ personID: first, cents: 60_000 }],
    below: [],
  });
  expect(year).toMatchObject({
    thresholdCents: 200_000,
    ready: [],
    below: [{ personID: second, cents: 199_999 }],
  });
  const set = { ...SETTINGS, thresholdCents: { 2026: 199_999 } };
  expect((await readTaxYear(2026, set)).ready).toMatchObject([{ personID: second }]);
  expect(lastYear.digest).not.toBe(year.digest);
});

test('who asks for a year at once has it added up once, and again when that failed', async () => {
  const affID = await payee();
  await atTime('2025-06-02T17:00:00Z', () => pay(affID, 60_000));
  const asked = jest.spyOn(PayFileLineModel, 'find').mockImplementationOnce(() => {
    throw new Error('no database');
  });
  await expect(readTaxYear(2025, SETTINGS)).rejects.toThrow('no database');
  const [one, other] = await Promise.all([readTaxYear(2025, SETTINGS), readTaxYear(2025, SETTINGS)]);
  expect(one).toMatchObject({ ready: [{ personID: affID, cents: 60_000 }] });
  expect(other).toEqual(one);
  const ofFiles = asked.mock.calls.filter(([filter]) => filter && 'payFileID' in filter);
  expect(ofFiles).toHaveLength(1);
  asked.mockRestore();
});

test('in a bank file it belongs to the day on which the banks book it, unless the file was discarded', async () => {
  const affID = await payee();
  const payrollID = await atTime('2025-12-31T17:00:00Z', () => pay(affID, 70_000));
  expect((await readTaxYear(2025, SETTINGS)).unsent).toEqual({ count: 1, cents: 70_000 });
  // The banks book it on Friday, January 2.
  const file = await atTime('2025-12-31T18:00:00Z', () => makeFile([payrollID]));
  expect(await totalsOf(2025)).toEqual([]);
  expect(await totalsOf(2026)).toEqual([[affID, 70_000]]);
  expect((await readTaxYear(2026, SETTINGS)).unsent).toEqual({ count: 0, cents: 0 });
  await atTime('2026-01-02T17:00:00Z', () => discardPayFile(file, by, NOT_SENT_TO_BANK));
  expect(await totalsOf(2025)).toEqual([[affID, 70_000]]);
  expect(await totalsOf(2026)).toEqual([]);
  // A payment of the last year among those of a file of this one.
  const other = await payee();
  const late = await atTime('2026-01-05T17:00:00Z', () => pay(other, 100));
  await atTime('2026-01-06T17:00:00Z', () => makeFile([late, payrollID]));
  expect(await totalsOf(2026)).toEqual([
    [affID, 70_000],
    [other, 100],
  ]);
});

test('a returned payment was not paid; paid again, it counts then, and taking the mark back counts it again', async () => {
  const affID = await payee();
  const payrollID = await atTime('2025-11-03T17:00:00Z', () => pay(affID, 90_000));
  expect(await totalsOf(2025)).toEqual([[affID, 90_000]]);
  await atTime('2025-11-05T17:00:00Z', () =>
    markPayments({ payrollIDs: [payrollID], state: 'returned', reason: 'no account', by }),
  );
  expect(await totalsOf(2025)).toEqual([]);
  await atTime('2026-01-08T17:00:00Z', () => pay(affID, 0));
  expect(await totalsOf(2025)).toEqual([]);
  expect(await totalsOf(2026)).toEqual([[affID, 90_000]]);
  const other = await payee();
  const mistaken = await atTime('2026-01-09T17:00:00Z', () => pay(other, 100));
  const mark = { payrollIDs: [mistaken], reason: 'the wrong line', by };
  await atTime('2026-01-10T17:00:00Z', () => markPayments({ ...mark, state: 'returned' }));
  await atTime('2026-01-11T17:00:00Z', () => markPayments({ ...mark, state: 'executed', from: 'returned' }));
  expect(await totalsOf(2026)).toEqual([
    [affID, 90_000],
    [other, 100],
  ]);
});

test('PayPal reports its own; of type Unknown is counted apart; closed accounts and staff get forms', async () => {
  const closed = await payee({ status: 2 });
  const byPayPal = await payee({ paymentType: 2, payPalUserName: 'a@paypal.example' });
  const unknown = await payee({ paymentType: 0 });
  const { staffID } = await makeStaff(ACH);
  await atTime('2025-06-02T17:00:00Z', async () => {
    for (const affID of [closed, byPayPal, unknown]) await pay(affID, 60_000);
    await pay(staffID, 60_000, 'staff');
  });
  const { ready, problems, unknownType } = await readTaxYear(2025, SETTINGS);
  expect(ready).toMatchObject([{ kind: 'affiliate', personID: closed }]);
  expect(problems).toMatchObject([{ kind: 'staff', personID: staffID, reason: 'no tax id' }]);
  expect(unknownType).toEqual({ count: 1, cents: 60_000 });
  expect(JSON.stringify(ready)).not.toMatch(/219-?09-?9999/);
});

test('whose address was emptied, who lives abroad, and whose tax id can’t be decrypted is listed, not failed on', async () => {
  const ids = [
    await payee({ firstName: '', lastName: '', address1: '', city: '', postalCode: '' }),
    await payee({ countryID: 2 }),
    await payee(),
  ];
  await AffiliateModel.updateOne({ affID: ids[2] }, { taxIDEncrypted: 'gone.a.b.c' });
  await atTime('2025-06-02T17:00:00Z', async () => {
    for (const affID of ids) await pay(affID, 60_000);
  });
  const { problems } = await readTaxYear(2025, SETTINGS);
  expect(problems.map(({ personID, reason }) => [personID, reason])).toEqual([
    [ids[0], 'incomplete address'],
    [ids[1], 'abroad'],
    [ids[2], 'unreadable tax id'],
  ]);
});

test('an erased payee gets a form by what is kept of them, and can’t be asked for what is missing', async () => {
  const [whole, missing] = [await payee(), await payee({ taxIDType: 0 })];
  const payrollIDs = await atTime('2025-06-02T17:00:00Z', async () => [
    await pay(whole, 60_000),
    await pay(missing, 60_000),
  ]);
  await markPayments({ payrollIDs, state: 'paid', by });
  for (const affID of [whole, missing]) await erasePerson(NO_PICTURES, 'affiliate', affID, by);
  const { ready, problems } = await readTaxYear(2025, SETTINGS);
  expect(ready).toMatchObject([{ personID: whole, name: `Ada Affiliate ${whole}` }]);
  expect(problems).toMatchObject([{ personID: missing, reason: 'no tax id', emailAddress: '' }]);
  const copy = await payeeCopy(2025, { kind: 'affiliate', personID: whole }, SETTINGS, by);
  expect(copy).toContain('XXX-XX-9999');
  const requestID = randomUUID();
  expect(await askPayees({ requestID, year: 2025 }, SETTINGS, by)).toEqual([]);
});

test('an affiliate sees the forms of the years that are over', async () => {
  const affID = await payee();
  await atTime('2024-06-03T17:00:00Z', () => pay(affID, 60_000));
  await atTime('2025-06-02T17:00:00Z', () => pay(affID, 59_999));
  const lastDay = '2026-12-31T17:00:00Z';
  await atTime(lastDay, () => pay(affID, 200_000));
  const formsAt = (instant: string) => atTime(instant, () => affiliateTaxForms(affID, SETTINGS));
  expect(await formsAt(lastDay)).toEqual([{ year: 2024, amount: 600 }]);
  expect(await formsAt('2027-01-01T05:01:00Z')).toEqual([
    { year: 2026, amount: 2000 },
    { year: 2024, amount: 600 },
  ]);
});

test('without who pays there is a list, and nothing to download or open', async () => {
  const affID = await payee();
  await atTime('2025-06-02T17:00:00Z', () => pay(affID, 60_000));
  const nobody = { ...SETTINGS, payer: undefined };
  const { digest, ready } = await readTaxYear(2025, nobody);
  expect(ready).toHaveLength(1);
  const part = { year: 2025, part: 1, digest };
  await expect(taxFile(part, nobody, by)).rejects.toMatchObject({ code: 'conflict' });
  await expect(taxCopies(part, nobody, by)).rejects.toMatchObject({ code: 'conflict' });
  expect(await affiliateTaxForms(affID, nobody)).toEqual([]);
});
