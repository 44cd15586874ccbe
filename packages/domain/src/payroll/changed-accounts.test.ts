import { addDays } from '@partnerdesk/contracts';
import { addPayees, ingest, joined, sale, sealAsStored, useTestDatabase } from '@partnerdesk/testing';
import { AffiliateModel } from '../accounts/account.models';
import { findAccountOrThrow } from '../accounts/account-kinds';
import { editAccount } from '../accounts/edit-account';
import { SYSTEM_ACTOR } from '../platform/audit/audit';
import { configureDomain, type DomainConfig, domainConfig, startOfDay, today } from '../platform/config';
import { payeePayments } from './account-figures';
import { executePayroll } from './execute-payroll';
import { generatePayroll } from './generate-payroll';
import { markPayments } from './mark-payments';
import { openRun, PayrollRunModel, readRunRows } from './payroll-runs';
import { performRun } from './perform-run';

useTestDatabase();

let endDate = '';
let config: DomainConfig;
const by = SYSTEM_ACTOR;

beforeEach(async () => {
  config = domainConfig();
  endDate = today();
  await addPayees({ affiliates: [20, 20] });
  await ingest(joined(1, 'T1'), joined(2, 'T2'));
  await ingest(sale('s1', 1, 1000, '2026-03-02T15:00:00Z'), sale('s2', 2, 1000, '2026-03-02T15:00:00Z'));
});
afterEach(() => configureDomain(config));

async function changeAccount(affID: number, payPalUserName: string) {
  const { version } = await findAccountOrThrow('affiliate', affID);
  await editAccount({
    kind: 'affiliate',
    id: affID,
    updateType: 'Paypal',
    version,
    values: { payPalUserName },
    by: { actor: by },
  });
}
const hold = (days: number) => configureDomain({ ...config, paymentChangeHoldDays: days });
const generate = () => generatePayroll({ payrollType: 1, endDate });
/** Changed at the start of the day so many days ago. */
const changedAgo = async (affID: number, days: number) => {
  await AffiliateModel.updateOne(
    { affID },
    { $set: { paymentChangedAt: startOfDay(addDays(today(), -days)) } },
  );
  await sealAsStored();
};
const flagsOf = async () =>
  (await generate()).map(({ accountChangedAt, accountHeld, accountShared }) => [
    accountChangedAt !== undefined,
    accountHeld ?? false,
    accountShared ?? false,
  ]);

async function executeAll() {
  const run = await openRun({ kind: 'execute', payrollType: 1, endDate, personID: 0, by });
  await performRun(run._id);
  const done = await PayrollRunModel.findById(run._id).lean();
  return (await readRunRows<{ outcome: string }>(done as never, 0, 10)).map(({ outcome }) => outcome);
}

test('a row says that its account changed recently, and that somebody else has the same', async () => {
  expect(await flagsOf()).toEqual([
    [false, false, false],
    [false, false, false],
  ]);
  await changeAccount(1, 'ann@pay.example');
  expect((await flagsOf())[0]).toEqual([true, false, false]);
  await changeAccount(2, 'ann@pay.example');
  await changedAgo(2, 31);
  expect(await flagsOf()).toEqual([
    [true, false, true],
    [false, false, true],
  ]);
});

test('a row says that the last payment came back, until the account changes or another payment stands', async () => {
  const pay = async (day: string) => {
    const [done] = await executePayroll({ payrollType: 1, endDate: day, items: [{ personID: 1 }], by });
    return done?.outcome === 'executed' ? done.payroll._id : 0;
  };
  const comesBack = (id: number) =>
    markPayments({ payrollIDs: [id], state: 'returned', reason: 'R03', by: { actor: by } });
  const returned = async () => (await generate()).map((row) => [row.personID, row.accountReturned ?? false]);
  await comesBack(await pay(addDays(today(), -9)));
  expect(await returned()).toEqual([
    [1, true],
    [2, false],
  ]);
  await changeAccount(1, 'ann@pay.example');
  expect(await returned()).toEqual([
    [1, false],
    [2, false],
  ]);
  await changedAgo(1, 31);
  await pay(today());
  expect((await payeePayments('affiliate', 1)).flags).toEqual({});
});

test('by default all means all; within the hold a changed account is left out of all', async () => {
  await changeAccount(1, 'ann@pay.example');
  await changedAgo(1, 2);
  hold(3);
  expect((await flagsOf())[0]).toEqual([true, true, false]);
  expect(await executeAll()).toEqual(['held', 'executed']);
  hold(0);
  expect(await executeAll()).toEqual(['executed']);
});

test('the hold ends after its days: an account that changed so many days ago is still held', async () => {
  await changeAccount(1, 'ann@pay.example');
  await changedAgo(1, 3);
  hold(3);
  expect(await executeAll()).toEqual(['held', 'executed']);
  await changedAgo(1, 4);
  expect(await executeAll()).toEqual(['executed']);
});

test('chosen by itself it is paid; by its id alone, too', async () => {
  hold(3);
  await changeAccount(1, 'ann@pay.example');
  await changeAccount(2, 'bob@pay.example');
  const outcomes = await executePayroll({
    payrollType: 1,
    endDate,
    items: [{ personID: 1, chosen: true }],
    by,
  });
  expect(outcomes).toMatchObject([{ outcome: 'executed' }]);
  const run = await openRun({ kind: 'execute', payrollType: 1, endDate, personID: 2, by });
  await performRun(run._id);
  expect((await PayrollRunModel.findById(run._id).lean())?.outcomes).toEqual({ executed: 1 });
});

test('an account that changes after the review: nothing is paid to it, even chosen', async () => {
  const [row] = await generate();
  await changeAccount(1, 'thief@pay.example');
  const items = [{ personID: 1, chosen: true, fingerprint: row?.fingerprint ?? '' }];
  const [outcome] = await executePayroll({ payrollType: 1, endDate, items, by });
  expect(outcome?.outcome).toBe('changed');
  const fingerprint = outcome?.outcome === 'changed' ? outcome.balance.fingerprint : '';
  expect((await generate())[0]?.fingerprint).toBe(fingerprint);
  const again = await executePayroll({
    payrollType: 1,
    endDate,
    items: [{ personID: 1, chosen: true, fingerprint }],
    by,
  });
  expect(again).toMatchObject([{ outcome: 'executed' }]);
});
