import { randomUUID } from 'node:crypto';
import { addDays, type BusinessDay, PAYROLL_TYPE } from '@partnerdesk/contracts';
import { addPayees, ingest, joined, refund, sale, useTestDatabase } from '@partnerdesk/testing';
import { configureDomain, type DomainConfig, domainConfig, startOfDay, today } from '../platform/config';
import { approveRequest, findApprovalOrThrow, openApprovedRun } from './approval/decide-approval';
import { auditPayroll } from './audit/audit-payroll';
import { type ExecuteItem, executePayroll } from './execute-payroll';
import { generatePayroll } from './generate-payroll';
import { PayrollModel } from './payroll.models';
import { findRunOrThrow, openRun } from './payroll-runs';
import { performRun } from './perform-run';

useTestDatabase();

const TYPE = PAYROLL_TYPE.affiliates;
const clerk = (id: number) =>
  ({ kind: 'administrator', id, emailAddress: `clerk${id}@example.com` }) as const;
const by = clerk(1);
let config: DomainConfig;

beforeEach(async () => {
  config = domainConfig();
  await addPayees({ affiliates: [20, 20] });
  await ingest(joined(1, 'T1'), joined(2, 'T2'));
});
afterEach(() => configureDomain(config));

/** A hold that is a day shorter is the same as the hold a day later. */
const hold = (payoutHoldDays: number, payrollApproval: DomainConfig['payrollApproval'] = 'single') =>
  configureDomain({ ...config, payoutHoldDays, payrollApproval });
const ago = (days: number): BusinessDay => addDays(today(), -days);
const at = (days: number) => new Date(startOfDay(ago(days)).getTime() + 43_200_000).toISOString();

const execute = async (endDate: BusinessDay, item: ExecuteItem) => {
  const [outcome] = await executePayroll({ payrollType: TYPE, endDate, items: [item], by });
  return outcome?.outcome === 'executed' || outcome?.outcome === 'already'
    ? [outcome.outcome, outcome.payroll.amountCents]
    : [outcome?.outcome];
};
const rowOf = async (endDate: BusinessDay) => {
  const [row] = await generatePayroll({ payrollType: TYPE, endDate });
  if (!row) throw new Error('no row');
  return row;
};
/** As the worker does it, for everybody. @returns what became of them */
async function run(endDate: BusinessDay, kind: 'execute' | 'request' = 'execute') {
  const { _id } = await openRun({ kind, payrollType: TYPE, endDate, personID: 0, by, digest: randomUUID() });
  await performRun(_id);
  return findRunOrThrow(_id);
}
const payments = async () =>
  (await PayrollModel.find().sort({ _id: 1 }).lean()).map(({ amountCents, endPeriod }) => [
    amountCents,
    endPeriod,
  ]);
const expectWhole = async () => expect((await auditPayroll()).differences).toEqual([]);

describe('the end date that was paid before, once more of it has become payable', () => {
  beforeEach(async () => {
    hold(7);
    await ingest(sale('s1', 1, 1000, at(8)), sale('s2', 1, 2000, at(5)));
    await execute(ago(1), { personID: 1 });
    hold(2);
  });

  test('is paid by its row, once', async () => {
    const { personID, fingerprint } = await rowOf(ago(1));
    expect(await execute(ago(1), { personID, fingerprint: 'another' })).toEqual(['already', 200]);
    expect(await execute(ago(1), { personID, fingerprint })).toEqual(['executed', 400]);
    expect(await execute(ago(1), { personID, fingerprint })).toEqual(['already', 400]);
    expect(await payments()).toEqual([
      [200, ago(7)],
      [400, ago(2)],
    ]);
    await expectWhole();
  });

  test('is paid once by a call that names a row twice', async () => {
    const { personID, fingerprint } = await rowOf(ago(1));
    const items = [
      { personID, fingerprint },
      { personID, fingerprint },
    ];
    const outcomes = await executePayroll({ payrollType: TYPE, endDate: ago(1), items, by });
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['executed', 'already']);
    await expectWhole();
  });

  test('is paid when everybody is, and then nobody is left', async () => {
    expect(await run(ago(1))).toMatchObject({ outcomes: { executed: 1 }, amountCents: 400 });
    expect(await run(ago(1))).toMatchObject({ outcomes: {}, amountCents: 0 });
    await expectWhole();
  });
});

describe('what a second person approves a day later', () => {
  const approve = async (approvalID = 0) => {
    const { hash } = await findApprovalOrThrow(approvalID);
    const approved = await approveRequest(approvalID, hash, { actor: clerk(2) });
    const { _id } = await openApprovedRun(approved);
    await performRun(_id);
    return findApprovalOrThrow(approvalID);
  };

  test('is paid as it was prepared, though more has become payable; the rest follows', async () => {
    hold(7, 'four-eyes');
    await ingest(sale('s1', 1, 1000, at(8)), sale('s2', 1, 2000, at(6)), sale('s3', 2, 3000, at(20)));
    const { approvalID } = await run(today(), 'request');
    hold(6, 'four-eyes');
    expect(await approve(approvalID)).toMatchObject({ outcomes: { executed: 2 }, paidCents: 800 });
    expect(await payments()).toEqual([
      [200, ago(7)],
      [600, ago(7)],
    ]);
    const rest = await run(today(), 'request');
    expect(await approve(rest.approvalID)).toMatchObject({ outcomes: { executed: 1 }, paidCents: 400 });
    await expectWhole();
  });

  test('expires once something of it was taken back', async () => {
    hold(7, 'four-eyes');
    await ingest(sale('s1', 1, 1000, at(8)), sale('s2', 1, 2000, at(6)));
    const { approvalID } = await run(today(), 'request');
    await ingest(refund('r1', 's1', 500, at(0)));
    hold(6, 'four-eyes');
    await expect(approve(approvalID)).rejects.toMatchObject({ code: 'conflict' });
    expect(await payments()).toEqual([]);
  });
});
