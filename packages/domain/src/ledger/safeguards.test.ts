import {
  addPayees,
  adjustBalance,
  dieAtWrite,
  emptyTestDatabase,
  ingest,
  joined,
  sale,
  useTestDatabase,
} from '@partnerdesk/testing';
import { AffiliateModel } from '../accounts/account.models';
import { auditPayroll } from '../payroll/audit/audit-payroll';
import { executePayroll } from '../payroll/execute-payroll';
import { markPayments } from '../payroll/mark-payments';
import { PayrollModel } from '../payroll/payroll.models';
import { AuditModel, SYSTEM_ACTOR } from '../platform/audit/audit';
import { dayOf } from '../platform/config';
import { catchUpLedger } from './journal';
import { encodeEffects, MAX_EFFECTS_BYTES } from './journal-record';
import { EntryModel, JournalModel } from './ledger.models';

useTestDatabase();

const AT = '2026-03-02T15:00:00Z';
const by = {
  actor: { kind: 'administrator' as const, id: 3, emailAddress: 'clerk@example.com' },
  address: '192.0.2.7',
};
const adjustment = {
  adjustmentID: '3f0c7f5e-0000-4000-8000-000000000001',
  kind: 'affiliate' as const,
  personID: 1,
  cents: 250,
  reason: 'a bonus',
  by,
};

async function onePaid(): Promise<number> {
  await addPayees({ affiliates: [20] });
  await ingest(joined(1, 'T1'), sale('s1', 1, 1000, AT));
  await executePayroll({
    payrollType: 1,
    endDate: '2026-03-10',
    items: [{ personID: 1 }],
    by: by.actor,
    origin: { address: by.address },
  });
  return (await PayrollModel.findOne().orFail().lean())._id;
}

test('events whose ids look like those of adjustments and returns are entries of their own', async () => {
  const payrollID = await onePaid();
  const ids = [`adjustment:${adjustment.adjustmentID}`, `returned:${payrollID}:1`, 'event:s1'];
  await ingest(...ids.map((id) => sale(id, 1, 1000, '2026-03-20T15:00:00Z')));
  await adjustBalance(adjustment);
  await markPayments({ payrollIDs: [payrollID], state: 'returned', reason: 'R03', by });
  expect(await EntryModel.countDocuments()).toBe(1 + ids.length + 2);
  const { differences, entriesCents } = await auditPayroll();
  expect([differences, entriesCents]).toEqual([[], 200 + 3 * 200 + 250 + 200]);
});

test('a document of another record under an id of this one is an error, not "written already"', async () => {
  await addPayees({ affiliates: [20] });
  await ingest(joined(1, 'T1'));
  await EntryModel.collection.insertOne({ _id: 'event:s1', payee: 'affiliate:1', seq: 1 } as never);
  await expect(ingest(sale('s1', 1, 1000, AT))).rejects.toThrow(/entries event:s1 is of record 1/);
});

test('effects over the bound are refused before they are appended', () => {
  const reason = 'x'.repeat(1000);
  const marks = Array.from({ length: MAX_EFFECTS_BYTES / 1000 }, () => ({ reason }));
  expect(() => encodeEffects({ insert: { marks } })).toThrow(/over the bound/);
});

test('a call whose events do not fit into one record is spread over several', async () => {
  await addPayees({ affiliates: [20] });
  // Sources with names of the greatest length: each member has one of its own.
  const wide = '€'.repeat(95);
  const events = Array.from({ length: 3500 }, (_, index) => ({
    ...joined(index + 1, 'T1'),
    tid: `${wide}${index}`,
    lp: `${wide}${index}`,
  }));
  expect(await ingest(...events)).toMatchObject({ accepted: 3500, refused: [] });
  const notes = (await JournalModel.find().lean()).map(({ note }) => note);
  expect(notes.filter((note) => note.startsWith('events: ')).length).toBeGreaterThan(1);
});

test('an event before the year 2000 or more than a day ahead is refused with the reason', async () => {
  const ahead = (ms: number) => new Date(Date.now() + ms).toISOString();
  const { refused, accepted } = await ingest(
    joined(1, undefined, '1999-12-31T23:59:59Z'),
    joined(2, undefined, '2000-01-01T00:00:00Z'),
    joined(3, undefined, ahead(90_000_000)),
    joined(4, undefined, ahead(80_000_000)),
  );
  expect(accepted).toBe(2);
  expect(refused.map(({ line, reason }) => [line, reason])).toEqual([
    [1, '"at" must not lie before the year 2000'],
    [3, '"at" must not lie more than a day ahead'],
  ]);
});

test.each([-1, 1, 72])(
  'a clock that is moved by %i h while a process runs moves no record',
  async (hours) => {
    await addPayees({ affiliates: [20] });
    const started = new Date();
    await ingest(joined(1, 'T1'), sale('s1', 1, 1000, AT));
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + hours * 3_600_000);
    try {
      const end = '2026-03-10';
      await executePayroll({ payrollType: 1, endDate: end, items: [{ personID: 1 }], by: SYSTEM_ACTOR });
      await ingest(sale('s2', 1, 1000, AT));
    } finally {
      clock.mockRestore();
    }
    await ingest(sale('s3', 1, 1000, AT));
    const times = (await JournalModel.find().sort({ _id: 1 }).lean()).map(({ at }) => at.getTime());
    expect(times).toEqual([...times].sort((a, b) => a - b));
    const { createdAt, createdDay } = await PayrollModel.findOne().orFail().lean();
    expect(createdDay).toBe(dayOf(createdAt));
    for (const at of [...times, createdAt.getTime()]) {
      expect(at).toBeGreaterThan(started.getTime() - 1000);
      expect(at).toBeLessThan(Date.now() + 1000);
    }
    expect((await auditPayroll()).differences).toEqual([]);
  },
);

test('people are never deleted, whatever the ledger has of them', async () => {
  await addPayees({ affiliates: [20] });
  for (const remove of [
    () => AffiliateModel.deleteOne({ affID: 1 }),
    () => AffiliateModel.deleteMany({}),
    () => AffiliateModel.findOneAndDelete({ affID: 1 }),
  ]) {
    await expect(remove()).rejects.toMatchObject({ code: 'conflict' });
  }
  expect(await AffiliateModel.countDocuments()).toBe(1);
});

test('whichever write an adjustment dies at, it has one line in the audit log once it is made', async () => {
  let deaths = 0;
  for (let count = 1; ; count += 1) {
    await emptyTestDatabase();
    await addPayees({ affiliates: [20] });
    const revive = dieAtWrite(count);
    await adjustBalance(adjustment).catch(() => undefined);
    if (!revive()) break;
    deaths += 1;
    // Another process, which does not know of it, takes the journal up.
    await catchUpLedger();
    const made = await EntryModel.countDocuments({ type: 'adjustment' });
    const lines = await AuditModel.find({ action: 'balance.adjusted' }).lean();
    expect(lines).toHaveLength(made);
    for (const line of lines) expect(line).toMatchObject({ ...by, after: { cents: 250, reason: 'a bonus' } });
  }
  expect(deaths).toBeGreaterThan(5);
});

test('the journal keeps who paid, marked and adjusted, from where and why', async () => {
  const payrollID = await onePaid();
  await adjustBalance(adjustment);
  await markPayments({ payrollIDs: [payrollID], state: 'returned', reason: 'R03', by });
  const records = await JournalModel.find({ audits: { $exists: true } })
    .sort({ _id: 1 })
    .lean();
  const audits = records.flatMap((record) => record.audits ?? []);
  expect(audits.map(({ action, actor, address }) => [action, actor, address])).toEqual(
    ['payroll.executed', 'balance.adjusted', 'payment.returned'].map((action) => [
      action,
      by.actor,
      by.address,
    ]),
  );
  const shown = await AuditModel.find().sort({ at: 1, _id: 1 }).lean();
  expect(shown.map(({ action }) => action)).toEqual(audits.map(({ action }) => action));
});
