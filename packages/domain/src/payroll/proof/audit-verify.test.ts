/* One verifier: each kind of change is planted in the same export. */

import { spawnSync } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NOT_SENT_TO_BANK } from '@partnerdesk/contracts';
import { DEVELOPMENT_PROOF_KEYS, DEVELOPMENT_SECRETS } from '@partnerdesk/node';
import {
  adjustBalance,
  auditVerify,
  auditVerifyUnder,
  ingest,
  joined,
  refund,
  sale,
  tip,
  useTestDatabase,
  type Verdict,
} from '@partnerdesk/testing';
import mongoose from 'mongoose';
import { EffectsBuilder } from '../../ledger/effects';
import { importPeople } from '../../ledger/import-people';
import { journalDigest } from '../../ledger/installation';
import { appendToJournal } from '../../ledger/journal';
import { forgetJournal } from '../../ledger/journal-chain';
import type { JournalRecord } from '../../ledger/ledger.models';
import { auditDigest, SYSTEM_ACTOR, writeAudit } from '../../platform/audit/audit';
import { canonicalJson } from '../../platform/canonical-json';
import { configureDomain, domainConfig } from '../../platform/config';
import { openStorage } from '../../platform/storage/storage';
import { rotateKeys } from '../../privacy/rotate-keys';
import { type OfficeEntry, postOfficeEntry } from '../adjust-balance';
import { discardPayFile } from '../approval/requests';
import { executePayroll } from '../execute-payroll';
import { markPayments } from '../mark-payments';
import { payFileText } from '../pay-files/download-pay-file';
import { beginPayFile, finishPayFile } from '../pay-files/make-pay-file';
import { exportLedger } from './export-ledger';

useTestDatabase();

const folder = mkdtempSync(join(tmpdir(), 'audit-verify-'));
afterAll(() => rmSync(folder, { recursive: true }));
let exportCount = 0;
const PROGRAM = join(__dirname, '../../../../audit-verify/main.mjs');

/** Exports the ledger as it is and verifies it. */
async function verify(...flags: string[]): Promise<Verdict & { out: string }> {
  exportCount += 1;
  const out = join(folder, String(exportCount));
  // As a process of its own, which remembers no records that are gone now.
  forgetJournal();
  await exportLedger(out);
  return { ...(await auditVerify(out, ...flags)), out };
}

const by = { actor: SYSTEM_ACTOR };
const AT = '2026-03-02T15:00:00Z';
const LATER = '2026-03-20T15:00:00Z';
const ACCOUNT = '000123456789';
const DAY = 'affiliate:1:2026-03-02';

/** Events, some of them late or waiting, a payroll, an adjustment, a pay file and marks. */
async function someHistory(): Promise<void> {
  const payPal = { paymentType: 2, payPalUserName: 'ann@paypal.example' };
  const ach = { paymentType: 1, achName: 'Ben Ash', achAccountType: 1, achAccountNumber: ACCOUNT };
  await importPeople({
    affiliates: [
      { affID: 1, trackID: 'T1', emailAddress: 'a@example.com', firstName: 'Ann', commission: 20, ...payPal },
      {
        affID: 2,
        trackID: 'T2',
        emailAddress: 'b@example.com',
        firstName: 'Ben',
        commission: 33.33,
        ...ach,
        achRoutingNumber: '021000021',
      },
    ],
    staff: [{ staffID: 1, emailAddress: 's@example.com', firstName: 'Sam', commission: 40 }],
  });
  await ingest({ ...joined(1, 'T1'), tid: 'a', lp: 'b', s1: 'ad' }, joined(2, 'T2'), sale('s1', 1, 1000, AT));
  await ingest(sale('s2', 2, 999, AT), tip('t1', 1, 1, 500, AT), sale('waits', 3, 700, AT));
  const items = [{ personID: 1 }, { personID: 2 }];
  await executePayroll({ payrollType: 1, endDate: '2026-03-10', items, by: SYSTEM_ACTOR });
  await ingest(joined(3, 'T1'), sale('s3', 1, 2000, LATER), refund('r1', 's1', 300, LATER));
  await adjustBalance({
    adjustmentID: '3f0c7f5e-0000-4000-8000-000000000001',
    kind: 'affiliate',
    personID: 1,
    cents: 250,
    reason: 'a bonus',
    by,
  });
  const { _id } = await beginPayFile({ payrollType: 1, format: 'paypal', payrollIDs: [1, 2], by });
  await finishPayFile(_id);
  await payFileText(_id, 1, undefined, by);
  configureDomain({ ...domainConfig(), payrollApproval: 'four-eyes' });
  await discardPayFile(_id, by, NOT_SENT_TO_BANK);
  configureDomain({ ...domainConfig(), payrollApproval: 'single' });
  await markPayments({ payrollIDs: [1], payFileID: _id, state: 'paid', by });
  await markPayments({ payrollIDs: [2], state: 'returned', reason: 'R03', by });
  for (const id of ['faq', 'terms', 'home']) {
    await writeAudit({
      ...by,
      action: 'text-block.updated',
      subject: { type: 'text-block', id },
      after: { id },
    });
  }
}

test('an export of a ledger that is right verifies against earlier digests, and names no account', async () => {
  await someHistory();
  const { number, hash } = await journalDigest();
  const earlier = await verify();
  await ingest(sale('later', 1, 100, LATER));
  const manifest = join(earlier.out, 'manifest.json');
  const flags = ['--digest', `${number}:${hash}`, '--manifest', manifest];
  const { code, lines, head, out } = await verify(...flags);
  // As an auditor runs it.
  const { status, stdout } = spawnSync(process.execPath, [PROGRAM, out, ...flags], {
    encoding: 'utf8',
    env: { ...process.env, PROOF_KEY: DEVELOPMENT_SECRETS.PROOF_KEY },
  });
  expect({ status, stdout }).toEqual({ status: code, stdout: `${[...head, ...lines].join('\n')}\n` });
  expect(lines).toEqual([
    expect.stringMatching(/^Journal records 1 to \d+, 10 events, /),
    'Nothing differs.',
  ]);
  expect(code).toBe(0);
  const { files } = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'));
  expect(files.payrolls).toMatchObject({ lines: 2, sums: { amountCents: 200 + 333 } });
  const text = Object.keys(files).map((name) => readFileSync(join(out, `${name}.ndjson`), 'utf8'));
  expect(text.join('')).not.toMatch(/123456789|paypal\.example/);
});

test('a reversal that does not take back what it says is named', async () => {
  await someHistory();
  const reverses = 'adjustment:3f0c7f5e-0000-4000-8000-000000000001';
  await appendToJournal(async ({ at }) => {
    const builder = new EffectsBuilder();
    const wrong = { entryID: `reversal:${reverses}`, type: 'adjustment' as const, cents: -249, at, reverses };
    postOfficeEntry(builder, 'affiliate', 1, '2026-03-10', { ...wrong, reason: 'a mistake', by: 'system' });
    return { effects: builder.build(), note: 'adjustment reversed', result: undefined };
  });
  expect((await verify()).lines).toContain(`entry reversal:${reverses}: is not the reversal of ${reverses}`);
});

test('what is returned or taken back for another person than it was of is named', async () => {
  await someHistory();
  const reverses = 'adjustment:3f0c7f5e-0000-4000-8000-000000000001';
  await appendToJournal(async ({ at }) => {
    const builder = new EffectsBuilder();
    const toOther = (entry: Pick<OfficeEntry, 'entryID' | 'type' | 'cents' | 'reverses' | 'payrollID'>) =>
      postOfficeEntry(builder, 'affiliate', 2, '2026-03-10', { ...entry, at, reason: 'R03', by: 'system' });
    toOther({ entryID: `reversal:${reverses}`, type: 'adjustment', cents: -250, reverses });
    toOther({ entryID: 'returned:1:2', type: 'returned', cents: 200, payrollID: 1 });
    return { effects: builder.build(), note: 'returned', result: undefined };
  });
  const { lines } = await verify();
  expect(lines).toContain(`entry reversal:${reverses}: is not the reversal of ${reverses}`);
  expect(lines).toContain(
    'entry returned:1:2: returns 200 cents to affiliate:2, payroll 1 paid 200 to affiliate:1',
  );
});

test('days that are closed without a payroll are named', async () => {
  await someHistory();
  const { number } = await journalDigest();
  await appendToJournal(async () => {
    const builder = new EffectsBuilder();
    builder.close('affiliate:1', '2026-03-20', 1);
    return { effects: builder.build(), note: 'payrolls: 0', result: undefined };
  });
  const { lines } = await verify();
  expect(lines).toContain(`journal record ${number + 1}: closes other days than those of its payrolls`);
});

test('an export verifies while records keep coming in', async () => {
  await someHistory();
  let running = true;
  const senders = ['a', 'b'].map(async (sender) => {
    for (let number = 0; running; number += 1) {
      const id = `${sender}${number}`;
      await ingest(
        sale(id, 1, 1000, LATER),
        refund(`r${id}`, id, 10, LATER),
        refund(`w${id}`, `${id}x`, 1, LATER),
      );
      await ingest(sale(`${id}x`, 2, 100, LATER), refund(`s${id}`, 's3', 1, LATER));
    }
  });
  try {
    // Until exports were made in the course of which records came in.
    for (let moved = 0; moved < 2; ) {
      const { lines, out } = await verify();
      expect(lines.slice(1)).toEqual(['Nothing differs.']);
      const { journal } = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'));
      if (journal.number > journal.from) moved += 1;
    }
  } finally {
    running = false;
    await Promise.all(senders);
  }
});

test('a ledger whose keys were rotated verifies like before', async () => {
  await someHistory();
  const storage = openStorage({ dataDir: join(folder, 'rotated') });
  const { fieldKeys, ...config } = domainConfig();
  configureDomain({ ...config, fieldKeys: [{ id: 'next', key: randomBytes(32) }, ...fieldKeys] });
  expect(await rotateKeys(storage)).toMatchObject({ keyID: 'next', unreadable: [] });
  expect((await verify()).lines.at(-1)).toBe('Nothing differs.');
});

test('after a new key for signing, what was signed before verifies with both, and not without the former', async () => {
  await someHistory();
  const config = domainConfig();
  const key = randomBytes(32);
  configureDomain({ ...config, proofKeys: [{ id: 'next', key }, ...DEVELOPMENT_PROOF_KEYS] });
  try {
    await ingest(sale('later key', 1, 100, LATER));
    await adjustBalance({
      adjustmentID: '3f0c7f5e-0000-4000-8000-000000000002',
      kind: 'affiliate',
      personID: 1,
      cents: 5,
      reason: 'a bonus',
      by,
    });
    const { out } = await verify();
    const next = `next:${key.toString('base64')}`;
    const both = await auditVerifyUnder(`${next},${DEVELOPMENT_SECRETS.PROOF_KEY}`, out);
    expect(both.lines.at(-1)).toBe('Nothing differs.');
    const alone = await auditVerifyUnder(next, out);
    expect(alone.lines).toContain('journal record 1: is signed under the key dev, which PROOF_KEY lacks');
  } finally {
    configureDomain(config);
  }
});

type Change = () => Promise<unknown>;
const of = (name: string) => mongoose.connection.collection(name);
const set =
  (name: string, id: unknown, fields: object): Change =>
  () =>
    of(name).updateOne({ _id: id as never }, { $set: fields });
const inc =
  (name: string, id: unknown, fields: Record<string, number>): Change =>
  () =>
    of(name).updateOne({ _id: id as never }, { $inc: fields });
const remove =
  (name: string, id: unknown): Change =>
  () =>
    of(name).deleteOne({ _id: id as never });
const copy =
  (name: string, id: unknown, fields: object): Change =>
  async () => {
    const document = await of(name).findOne({ _id: id as never });
    await of(name).insertOne({ ...document, ...fields } as never);
  };

/** Records from `first` on signed again by who lacks the key, the first of them with these fields. */
const remake =
  (first: number, fields: object): Change =>
  async () => {
    const journal = of('journal') as unknown as mongoose.mongo.Collection<JournalRecord>;
    let prev = (await journal.findOne({ _id: first - 1 }))?.hash ?? '';
    for (const record of await journal
      .find({ _id: { $gte: first } })
      .sort({ _id: 1 })
      .toArray()) {
      const { hash: _, kept, ...content } = { ...record, ...(record._id === first && fields), prev };
      prev = createHmac('sha256', 'another key').update(canonicalJson(content)).digest('hex');
      await journal.replaceOne({ _id: record._id }, { ...content, ...(kept && { kept }), hash: prev });
    }
  };

/** What somebody does who can write to the database, and what of it is said. */
const PLANTED: [string, Change[], (string | RegExp)[]][] = [
  [
    'an amount off by one cent',
    [inc('entries', 'event:s1', { payoutCents: 1 })],
    ['entry event:s1: payoutCents is 201, record 2 gives 200'],
  ],
  ['an entry deleted', [remove('entries', 'event:s1')], ['entry event:s1: missing, record 2 wrote it']],
  [
    'an entry doubled',
    [copy('entries', 'event:s1', { _id: 'event:s1b' })],
    ['entry event:s1b: no record wrote it'],
  ],
  [
    'an entry moved to another day',
    [set('entries', 'event:s3', { postedDay: '2026-03-21' })],
    ['entry event:s3: postedDay is "2026-03-21", record 5 gives "2026-03-20"'],
  ],
  [
    'a day total changed',
    [inc('dayTotals', DAY, { postedCents: 1 })],
    [`day total ${DAY}: postedCents is 201, the records give 200`],
  ],
  [
    'a payroll added by hand',
    [copy('payrolls', 1, { _id: 3, endPeriod: '2026-03-11' })],
    ['payroll 3: no record wrote it'],
  ],
  [
    'an account changed on an executed payment',
    [set('payrolls', 2, { achRoutingNumber: '011000015' })],
    ['payroll 2: achRoutingNumber is "011000015", record 4 gives "021000021"'],
  ],
  [
    'a hidden account number changed',
    [set('payrolls', 2, { achAccountNumberEncrypted: 'k1:other' })],
    [/^payroll 2: achAccountNumberEncrypted is "sha256:/],
  ],
  [
    'a PayPal id changed',
    [set('payrolls', 1, { payPalUserName: 'thief@paypal.example' })],
    [/^payroll 1: payPalUserName is "sha256:/],
  ],
  [
    'a journal record altered',
    [set('journal', 4, { note: 'payrolls: 3' })],
    ['journal record 4: its content is not that of its hash'],
  ],
  [
    'a journal record altered, and it and all after it signed again',
    [remake(4, { note: 'payrolls: 3' })],
    ['journal record 4: its content is not that of its hash', /^journal record 1\d: its content is not/],
  ],
  [
    'a journal record under another key',
    [remake(4, { keyID: 'mine' })],
    ['journal record 4: is signed under the key mine, which PROOF_KEY lacks'],
  ],
  [
    'what a journal record keeps altered',
    [set('journal', 6, { kept: '{}' })],
    ['journal record 6: what it keeps is not what was appended'],
  ],
  ['a journal record deleted', [remove('journal', 6)], ['journal record 6: is missing']],
  [
    'an entry duplicated with its day total adjusted',
    [
      copy('entries', 'event:s3', { _id: 'event:s9' }),
      inc('dayTotals', 'affiliate:1:2026-03-20', { postedEntries: 1, postedCents: 400 }),
    ],
    [
      'entry event:s9: no record wrote it',
      'day total affiliate:1:2026-03-20: postedCents is 740, the records give 340',
    ],
  ],
  [
    'a refunded amount reset',
    [set('events', 's1', { refundedCents: 0 })],
    ['refunded amount of sale s1: missing, record 5 wrote it'],
  ],
  [
    'a refunded amount lowered',
    [set('events', 's1', { refundedCents: 299 })],
    ['refunded amount of sale s1: refundedCents is 299, the records give 300'],
  ],
  [
    'an attribution changed',
    [set('attributions', 1, { affID: 2 })],
    [
      'attribution 1: affID is 2, sale s1 says 1',
      'journal record 2: its attributions are not those that it recorded, now 1, 2',
    ],
  ],
  [
    'a source of an attribution changed',
    [set('attributions', 1, { tid: 'x' })],
    ['attribution 1: tid is "x", record 2 gives "a"'],
  ],
  [
    'a sub-id of an attribution changed',
    [set('attributions', 1, { s1: 'x' })],
    [
      'attribution 1: s1 is "x", record 2 gives "ad"',
      'journal record 2: its attributions are not those that it recorded, now 1, 2',
    ],
  ],
  [
    'the day of joining removed, so that no cap counts from it',
    [() => of('attributions').updateOne({ _id: 1 as never }, { $unset: { day: '' } })],
    ['journal record 2: its attributions are not those that it recorded, now 1, 2'],
  ],
  [
    'a mark changed',
    [set('paymentMarks', '2:1', { state: 'paid' })],
    [/^mark 2:1: state is "paid", record \d+ gives "returned"$/],
  ],
  ['a mark deleted', [remove('paymentMarks', '1:1')], [/^mark 1:1: missing, record \d+ wrote it$/]],
  [
    'a pay-file line changed',
    [set('payFileLines', 1, { payFileID: 9 })],
    ['pay file line 1: payFileID is 9, the records give 1'],
  ],
  [
    'a pay-file line deleted',
    [remove('payFileLines', 1)],
    [/^pay file line 1: missing, record \d+ wrote it$/],
  ],
  [
    'a pay file reopened',
    [set('payFiles', 1, { state: 'made' })],
    ['pay file 1: state is "made", the records give "downloaded"'],
  ],
  [
    'a request approved by hand',
    [set('approvals', 1, { state: 'approved' })],
    ['request 1: state is "approved", the records give "waiting"'],
  ],
  [
    'a counter changed',
    [inc('counters', 'saleID', { value: 1 })],
    ['counter saleID: is 5, the records give 4'],
  ],
  [
    'a source total changed',
    [inc('sourceTotals', '1|a|b', { payoutCents: -1 })],
    ['source total 1|a|b: payoutCents is 539, the records give 540'],
  ],
  [
    'a source total that says it is older',
    [set('sourceTotals', '1|a|b', { seq: 2, salesCount: 1, salesCents: 1000, payoutCents: 200 })],
    ['source total 1|a|b: is as record 2 left it, record 5 changed it'],
  ],
  [
    'a payee reopened',
    [set('payees', 'affiliate:1', { closedThrough: '2026-03-01' })],
    ['payee affiliate:1: closedThrough is "2026-03-01", the records give "2026-03-10"'],
  ],
  [
    'an event altered',
    [set('events', 's1', { 'body.amountCents': 1001 })],
    ['event s1: its content is not that of its hash'],
  ],
  [
    'an event deleted',
    [remove('events', 's2')],
    [
      'journal record 3: its events are not those that it recorded, now t1, waits',
      'entry event:s2: no record wrote it',
    ],
  ],
  [
    'an event added by hand',
    [copy('events', 's1', { _id: 's8', saleID: 9 })],
    ['journal record 2: its events are not those that it recorded, now join-1, join-2, s1, s8'],
  ],
  [
    'a commission changed with all that follows of it',
    [
      set('events', 's3', { commission: 21 }),
      set('entries', 'event:s3', { commission: 21, payoutCents: 420 }),
    ],
    ['journal record 5: its settled events are not those that it recorded, now join-3, r1, s3, waits'],
  ],
  [
    'a member of staff paid more',
    [set('entries', 'event:t1', { commission: 50, payoutCents: 250 })],
    ['journal record 3: its entries are not those that it recorded, now event:s2, event:t1'],
  ],
  [
    'a line of the audit log altered',
    [set('auditLog', 'journal:6:0', { 'after.cents': 2500 })],
    ['audit log journal:6:0: is not what record 6 wrote'],
  ],
  [
    'a line of the audit log deleted',
    [remove('auditLog', 'journal:6:0')],
    ['audit log journal:6:0: missing, record 6 wrote it'],
  ],
  [
    'a chained line of the audit log altered',
    [set('auditLog', 'entry:2', { 'after.id': 'other' })],
    ['audit log entry:2: is not what was written'],
  ],
  ['a chained line deleted', [remove('auditLog', 'entry:2')], ['audit log entry:2: is missing']],
  [
    'a line of the audit log inserted',
    [copy('auditLog', 'entry:2', { _id: 'entry:9' })],
    ['audit log entry:9: is in no chain'],
  ],
  [
    'a line of the audit log inserted as if it were an older one',
    [
      () =>
        of('auditLog').insertOne({
          _id: 'x',
          at: new Date(0),
          action: 'a',
          subject: { type: 't', id: '1' },
        } as never),
    ],
    ['audit log x: is in no chain'],
  ],
  [
    'a line put in the place of another',
    [remove('auditLog', 'entry:2'), copy('auditLog', 'entry:1', { _id: 'entry:2', seq: 2 })],
    ['audit log entry:2: is not what was written'],
  ],
];

describe('planted by somebody who can write to the database', () => {
  /** One history for all of them. */
  let history: Map<string, object[]> | undefined;
  beforeEach(async () => {
    if (!history) {
      await someHistory();
      const read = async (name: string) => [name, await of(name).find().toArray()] as const;
      const names = Object.values(mongoose.models).map(({ collection }) => collection.name);
      history = new Map(await Promise.all(names.map(read)));
    } else {
      for (const [name, documents] of history)
        if (documents.length > 0) await of(name).insertMany(documents as never[]);
    }
  });

  test.each(PLANTED)('%s is found and named', async (_what, changes, named) => {
    for (const change of changes) await change();
    const { code, lines } = await verify();
    for (const line of named) {
      expect(lines).toContainEqual(typeof line === 'string' ? line : expect.stringMatching(line));
    }
    expect(code).toBe(1);
  });

  test('without the key, or an outside anchor, it says first what it cannot rule out', async () => {
    await remake(4, { note: 'payrolls: 3' })();
    const { out, head, lines } = await verify();
    expect(head).toEqual([
      'Signatures are checked under PROOF_KEY.',
      expect.stringMatching(/^Without an outside anchor/),
      expect.stringMatching(/^No record proves: clicks/),
    ]);
    expect(lines).toContainEqual(expect.stringMatching(/its content is not that of its hash/));
    const keyless = await auditVerifyUnder(undefined, out);
    expect(keyless.head[0]).toMatch(/^Without PROOF_KEY no signature is checked/);
    expect(keyless.lines.at(-1)).toBe('Nothing differs.');
    const anchored = await auditVerify(out, '--digest', `1:${'0'.repeat(64)}`);
    expect(anchored.head[1]).toMatch(
      /^Outside anchors: the journal through record 1, the audit log through line 0/,
    );
  });

  test('the last records cut off, with all that they wrote, are missed by an earlier digest', async () => {
    const { number, hash } = await journalDigest();
    const anchor = JSON.stringify({ journal: { number, hash }, auditLog: await auditDigest() });
    const { out, code } = await verify();
    expect(code).toBe(0);
    await of('journal').deleteMany({ _id: { $gte: number - 1 } as never });
    await of('paymentMarks').deleteMany({});
    await of('counters').updateOne({ _id: 'journal' as never }, { $set: { value: number - 2 } });
    const cutOff = `journal: cut off after record ${number - 2}, a digest names record ${number}`;
    expect((await verify('--digest', `${number}:${hash}`)).lines).toContain(cutOff);
    expect((await verify('--manifest', join(out, 'manifest.json'))).lines).toContain(cutOff);
    const digests = join(out, 'digests');
    writeFileSync(digests, `${anchor}\n{"at":"2026-`);
    expect((await verify('--anchors', digests)).lines).toContain(cutOff);
  });

  test('the last lines of the audit log cut off are missed by an earlier digest', async () => {
    const { number, hash } = await auditDigest();
    const { out } = await verify();
    await of('auditLog').deleteOne({ _id: `entry:${number}` as never });
    const cutOff = `audit log: cut off after line ${number - 1}, a digest names line ${number}`;
    expect((await verify('--audit-digest', `${number}:${hash}`)).lines).toContain(cutOff);
    expect((await verify('--manifest', join(out, 'manifest.json'))).lines).toContain(cutOff);
  });
});
