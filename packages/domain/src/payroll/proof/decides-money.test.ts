/* One table of what decides about money: each is changed past the product in the same way. */
// What decides about money and is no part of the ledger: each change of it that is planted in the database is named.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PAYROLL_TYPE, plainRates } from '@partnerdesk/contracts';
import { atTime, auditVerify, ingest, joined, sale, tip, useTestDatabase } from '@partnerdesk/testing';
import mongoose from 'mongoose';
import { setPermissions } from '../../access/manage-administrators';
import { createAdministrator } from '../../accounts/administrators';
import { editAccount } from '../../accounts/edit-account';
import { addGroup, changeAccountTerms } from '../../ledger/commission/change-terms';
import { EffectsBuilder } from '../../ledger/effects';
import { importPeople } from '../../ledger/import-people';
import { appendToJournal } from '../../ledger/journal';
import { SYSTEM_ACTOR } from '../../platform/audit/audit';
import { sha256 } from '../../platform/canonical-json';
import { countLedgerLinks } from '../../promotion/links/count-ledger';
import { postOfficeEntry } from '../adjust-balance';
import { auditPayroll } from '../audit/audit-payroll';
import { planExecution } from '../execute-payroll';
import { payFileText } from '../pay-files/download-pay-file';
import { beginPayFile, finishPayFile } from '../pay-files/make-pay-file';
import { openRun } from '../payroll-runs';
import { performRun } from '../perform-run';
import { refreshPerformance } from '../performance/refresh-performance';
import { exportLedger } from './export-ledger';

useTestDatabase();

const folder = mkdtempSync(join(tmpdir(), 'decides-money-'));
afterAll(() => rmSync(folder, { recursive: true }));
let exportCount = 0;

async function verify() {
  exportCount += 1;
  const out = join(folder, String(exportCount));
  await exportLedger(out);
  return auditVerify(out);
}

const by = { actor: SYSTEM_ACTOR };
const AT = '2026-03-02T15:00:00Z';
const LATER = '2026-03-20T15:00:00Z';
const { affiliates: payrollType } = PAYROLL_TYPE;

/** Affiliate 1 has the commission of the import, 2 is paid to a bank account, 3 has terms of a group; all but terms are edited once. */
async function history(): Promise<void> {
  const ach = { paymentType: 1, achName: 'Ben Ash', achAccountType: 1, achRoutingNumber: '021000021' };
  const names = (id: number) => ({ emailAddress: `a${id}@example.com`, firstName: 'Ann', trackID: `T${id}` });
  await importPeople({
    affiliates: [
      {
        affID: 1,
        ...names(1),
        commission: 20,
        paymentType: 2,
        payPalUserName: 'ann@paypal.example',
      },
      { affID: 2, ...names(2), commission: 25, ...ach, achAccountNumber: '000123456789' },
      { affID: 3, ...names(3), commission: 10, ...ach, achAccountNumber: '111222333' },
    ],
    staff: [{ staffID: 1, emailAddress: 's@example.com', firstName: 'Sam', commission: 40 }],
    members: [{ memberID: 1, username: 'mia', emailAddress: 'mia@example.com', credits: 5 }],
  });
  const adminID = await createAdministrator({
    emailAddress: 'clerk@example.com',
    firstName: 'Cy',
    permissions: ['payroll'],
    passwordHash: 'none',
  });
  await setPermissions(adminID, ['payroll', 'statistics'], by);
  for (const id of [1, 2])
    await editAccount({
      kind: 'affiliate',
      id: 1,
      updateType: 'Paypal',
      by,
      values: { payPalUserName: `ann${id}@paypal.example` },
    });
  await editAccount({ kind: 'staff', id: 1, updateType: 'Info', values: { commission: 45 }, by });
  await editAccount({ kind: 'member', id: 1, updateType: 'Info', values: { credits: 7 }, by });
  const groupID = await addGroup('Gold', plainRates(30), by);
  const terms = { affID: 3, version: 0, from: '2026-03-02', groupID, own: null, by };
  await atTime(AT, () => changeAccountTerms(terms));
  await ingest(...[1, 2, 3].map((id) => joined(id, `T${id}`)), sale('waits', 9, 700, AT));
  await ingest(...[1, 2, 3].map((id) => sale(`s${id}`, id, 1000, AT)), tip('t1', 1, 1, 500, AT));
  const run = { kind: 'execute', payrollType, endDate: '2026-03-10', personID: 0, by: SYSTEM_ACTOR } as const;
  await performRun((await openRun(run))._id);
  await ingest(...[1, 2, 3].map((id) => sale(`later${id}`, id, 1000, LATER)));
  await countLedgerLinks();
}

type Change = () => Promise<unknown>;
const of = (name: string) => mongoose.connection.collection(name);
const set =
  (name: string, filter: object, fields: object): Change =>
  () =>
    of(name).updateOne(filter, { $set: fields });

/** Something that an account has for a moment: the work is done with it. */
const meanwhile =
  (name: string, filter: object, fields: object, work: Change): Change =>
  async () => {
    const before = await of(name).findOne(filter);
    await set(name, filter, fields)();
    await work();
    await of(name).replaceOne({ _id: before?._id }, before as object);
  };

/** An account's fields as another one has them. */
const copyFields =
  (from: object, to: object, ...names: string[]): Change =>
  async () => {
    const other = await of('affiliates').findOne(from);
    await set('affiliates', to, Object.fromEntries(names.map((name) => [name, other?.[name]])))();
  };

const first = { affID: 1 };

/** The payment details of affiliate 1 before the last change, as they were, with their seal. */
async function putBackPayment(): Promise<void> {
  const before = await of('paymentChanges').findOne({ _id: 'affiliate:1:1' as never });
  const then = { paymentChangedAt: before?.at, 'seals.payment': before?.payment };
  await set('affiliates', first, { payPalUserName: 'ann1@paypal.example', ...then })();
}
const third = { affID: 3 };

const PLANTED: [string, Change, (string | RegExp)[]][] = [
  [
    'the ciphertext of an executed payment replaced, with the digest of the one before',
    async () => {
      const [payment, other] = await Promise.all(
        [2, 3].map((_id) => of('payrolls').findOne({ _id: _id as never })),
      );
      const achAccountNumberSha256 = sha256(payment?.achAccountNumberEncrypted);
      const achAccountNumberEncrypted = other?.achAccountNumberEncrypted;
      await set('payrolls', { _id: 2 }, { achAccountNumberEncrypted, achAccountNumberSha256 })();
    },
    [/^payroll 2: accountSeal is "of another account", record \d+ gives "dev\./],
  ],
  [
    'the sales of a link',
    set('linkDays', { _id: 'affiliate:1:2026-03-20' }, { 'rows.0.salesCents': 5000 }),
    ['links of affiliate:1:2026-03-20: salesCents is 5000, the ledger gives 1000'],
  ],
  [
    'the joins of a link, with its day',
    () => of('linkDays').deleteOne({ _id: 'affiliate:1:2026-03-02' as never }),
    ['links of affiliate:1:2026-03-02: salesCount is 0, the ledger gives 1'],
  ],
  [
    'the figures by which an affiliate, a member of staff and a member are listed',
    async () => {
      await atTime(LATER, () => refreshPerformance());
      await set('affiliates', first, { 'performance.last30Days.payoutCents': 1 })();
      await set('staff', { staffID: 1 }, { 'performance.thisMonth.earnedCents': 1 })();
      await set('members', { memberID: 1 }, { 'performance.salesCents': 1 })();
    },
    [
      'performance of affiliate:1: payoutCents of last30Days is 1, its days of links give 400',
      'performance of staff:1: earnedCents of thisMonth is 1, their day totals give 225',
      'performance of member:1: salesCents is 1, their sales give 2000',
    ],
  ],
  [
    'what an event waits for',
    set('events', { _id: 'waits' }, { waitsFor: 'member:1' }),
    ['event waits: is waiting and waits for member:1, which is not what it names'],
  ],
  [
    'that an event waits',
    () => of('events').updateOne({ _id: 'waits' as never }, { $unset: { waitsFor: '' } }),
    ['event waits: is waiting and waits for undefined, which is not what it names'],
  ],
  [
    'a commission without terms',
    set('affiliates', first, { commission: 90 }),
    ['affiliate:1, terms: not as saved'],
  ],
  [
    'a commission that follows from terms',
    set('affiliates', third, { commission: 90 }),
    ['affiliate:3: its commission is 90, its terms give 30'],
  ],
  [
    'the history of terms',
    set('affiliates', third, { 'terms.0.own.commission': 50 }),
    ['affiliate:3, terms: not as saved'],
  ],
  [
    'the rates of a group',
    set('commissionGroups', {}, { 'changes.0.rates.commission': 50 }),
    [/^commissionGroup:\d+, terms: not as saved$/],
  ],
  [
    'a commission while a sale came in',
    meanwhile('affiliates', first, { commission: 90 }, () => ingest(sale('s9', 1, 1000, LATER))),
    ['event s9: is paid at 90 %, which affiliate 1 had not'],
  ],
  [
    'a commission of staff while a tip came in',
    meanwhile('staff', { staffID: 1 }, { commission: 90 }, () => ingest(tip('t9', 1, 1, 500, LATER))),
    ['event t9: is paid at 90 %, which staff 1 never had'],
  ],
  [
    'an account number by that of another account',
    copyFields({ affID: 2 }, third, 'achAccountNumberEncrypted'),
    ['affiliate:3, payment details: not as saved'],
  ],
  [
    'all payment details by those of another account, with their seals',
    copyFields({ affID: 2 }, third, 'achAccountNumberEncrypted', 'achName', 'achKey', 'seals'),
    ['affiliate:3, payment details: not as saved'],
  ],
  [
    'payment details by those of before, with their seals',
    putBackPayment,
    [/^affiliate:1, payment details: not those of entry:\d+ of the audit log$/],
  ],
  [
    'a PayPal ID',
    set('affiliates', first, { payPalUserName: 'thief@paypal.example' }),
    ['affiliate:1, payment details: not as saved'],
  ],
  [
    'a balance, by an adjustment without a line of the audit log',
    () =>
      appendToJournal(async ({ at }) => {
        const builder = new EffectsBuilder();
        const entry = { entryID: 'adjustment:x', type: 'adjustment' as const, cents: 900, at, reason: 'x' };
        postOfficeEntry(builder, 'affiliate', 1, '2026-03-10', { ...entry, by: 'system' });
        return { effects: builder.build(), note: 'adjustment', result: undefined };
      }),
    [/^journal record \d+: has no line of the audit log$/],
  ],
  [
    'a row of a run',
    set('payrollRunPages', { 'rows.0.payrollID': 1 }, { 'rows.0.cents': 9000 }),
    [/^run .*: the row of person 1 is not what payroll 1 paid$/],
  ],
  [
    'who is in a run',
    set('payrollRunPages', { 'rows.0.payrollID': 1 }, { rows: [] }),
    [/^run .*: has no row of person 3, whom payroll 3 paid$/],
  ],
  [
    'the history of payment details',
    set('paymentChanges', { _id: 'affiliate:1:2' }, { by: 'ann@example.com' }),
    ['payment change affiliate:1:2: not as saved'],
  ],
  [
    'that there was a change of payment details',
    () => of('paymentChanges').deleteOne({ _id: 'affiliate:1:1' as never }),
    [/^payment change of affiliate:1: missing, entry:\d+ of the audit log made it$/],
  ],
  [
    'that there was a change of payment details, as if its payee were erased',
    async () => {
      await of('paymentChanges').deleteOne({ _id: 'affiliate:1:1' as never });
      await set('affiliates', first, { erasedAt: new Date() })();
    },
    [/^payment change of affiliate:1: missing, entry:\d+ of the audit log made it$/],
  ],
  [
    'the permissions of an administrator',
    set('administrators', {}, { permissions: ['payroll', 'statistics', 'payroll.approve'] }),
    ['administrator:1, permissions: not as saved'],
  ],
  ['a member', set('members', { memberID: 1 }, { credits: 500 }), ['member:1, fields: not as saved']],
  [
    'that there is an account',
    () => of('members').deleteOne({ memberID: 1 }),
    [/^member:1: is missing, entry:\d+ of the audit log changed it$/],
  ],
];

beforeEach(history);

test('what the product did verifies; what no record proves is said by name', async () => {
  const { lines, head } = await verify();
  expect(lines.slice(1)).toEqual(['Nothing differs.']);
  expect(head.at(-1)).toMatch(/^No record proves: clicks of links, mails that were deleted, /);
});

test.each(PLANTED)(
  'somebody who can write to the database changes %s: it is named',
  async (_what, change, named) => {
    await change();
    const { lines } = await verify();
    for (const line of named)
      expect(lines).toContainEqual(typeof line === 'string' ? line : expect.stringMatching(line));
  },
);

test('nobody is paid to an account that was not saved here, and no file has a payment to another than was executed', async () => {
  await set('affiliates', first, { payPalUserName: 'thief@paypal.example' })();
  await set('payrolls', { _id: 1 }, { payPalUserName: 'thief@paypal.example' })();
  const execution = { payrollType, endDate: '2026-03-31', by: SYSTEM_ACTOR };
  const planned = await planExecution(execution, [{ personID: 1 }, { personID: 2 }], new Date());
  expect(planned.map(({ outcome }) => outcome)).toEqual(['failed', 'executed']);
  const { _id } = await beginPayFile({ payrollType, format: 'paypal', payrollIDs: [1], by });
  expect(await finishPayFile(_id)).toMatchObject({
    exclusions: [{ payments: 1, reason: 'The account is not the one that was executed' }],
  });
  const values = { payPalUserName: 'ann@paypal.example' };
  const edit = { kind: 'affiliate', id: 1, updateType: 'Paypal', values, by } as const;
  await expect(editAccount(edit)).rejects.toMatchObject({ code: 'conflict' });
});

test('a file is not downloaded while a payment’s account is not the one that was executed', async () => {
  const { _id } = await beginPayFile({ payrollType, format: 'paypal', payrollIDs: [1], by });
  expect(await finishPayFile(_id)).toMatchObject({ lines: 1, state: 'made' });
  await set('payrolls', { _id: 1 }, { payPalUserName: 'thief@paypal.example' })();
  await expect(payFileText(_id, 1, undefined, by)).rejects.toMatchObject({ code: 'conflict' });
  await set('payrolls', { _id: 1 }, { payPalUserName: 'ann2@paypal.example' })();
  expect((await payFileText(_id, 1, undefined, by)).text).toContain('ann2@paypal.example,2.00,');
});

const outcomeOfFirst = async () => {
  const execution = { payrollType, endDate: '2026-03-31', by: SYSTEM_ACTOR };
  const [planned] = await planExecution(execution, [{ personID: 1 }], new Date());
  return planned?.outcome;
};

test.each<[string, Change]>([
  ['as they were', async () => {}],
  [
    'with a change of their own',
    async () => {
      const old = await of('paymentChanges').findOne({ _id: 'affiliate:1:1' as never });
      await of('paymentChanges').insertOne({ ...old, _id: 'affiliate:1:99' as never });
    },
  ],
])(
  'nobody is paid to payment details of before that were put back with their seal: %s',
  async (_how, more) => {
    await putBackPayment();
    await more();
    expect(await outcomeOfFirst()).toBe('failed');
    const values = { payPalUserName: 'new@paypal.example' };
    const edit = { kind: 'affiliate', id: 1, updateType: 'Paypal', values, by } as const;
    await expect(editAccount(edit)).rejects.toMatchObject({ code: 'conflict' });
  },
);

/** A change as its account has it until it is stored. */
function pendingOf(change: Record<string, unknown> | null): object {
  const { _id: changeID, kind: _kind, personID: _personID, ...rest } = change ?? {};
  return { ...rest, changeID };
}

test('somebody whose payment details have just changed is paid: the change is still with the account', async () => {
  const id = { _id: 'affiliate:1:2' as never };
  const change = await of('paymentChanges').findOne(id);
  await set('affiliates', first, { paymentChange: { ...pendingOf(change), mailTo: [] } })();
  await of('paymentChanges').deleteOne(id);
  expect(await outcomeOfFirst()).toBe('executed');
  await set('affiliates', first, { 'paymentChange.changeID': 'affiliate:1:3' })();
  expect(await outcomeOfFirst()).toBe('failed');
});

test('audit:payroll names an event that waits for what it does not name', async () => {
  await set('events', { _id: 'waits' }, { waitsFor: 'member:77' })();
  expect((await auditPayroll()).differences).toEqual([
    'event waits waits for member:77, which it does not name',
  ]);
});
