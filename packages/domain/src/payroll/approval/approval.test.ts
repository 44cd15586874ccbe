/* One request, from prepared to decided: the tests share the payees and both people. */

import { NOT_SENT_TO_BANK, PAYROLL_TYPE } from '@partnerdesk/contracts';
import {
  dieAtWrite,
  emptyTestDatabase,
  ingest,
  joined,
  sale,
  sealAsStored,
  useTestDatabase,
} from '@partnerdesk/testing';
import { sized } from '@partnerdesk/testing/services';
import { AffiliateModel } from '../../accounts/account.models';
import { importPeople } from '../../ledger/import-people';
import { type Actor, AuditModel, SYSTEM_ACTOR } from '../../platform/audit/audit';
import { configureDomain, domainConfig } from '../../platform/config';
import type { RequestRow } from '../approval.model';
import { ApprovalModel, type ApprovalRecord } from '../approval.model';
import { auditPayroll } from '../audit/audit-payroll';
import { type ExecuteItem, executePayroll } from '../execute-payroll';
import { generatePayroll } from '../generate-payroll';
import { payFileText } from '../pay-files/download-pay-file';
import { beginPayFile, finishPayFile } from '../pay-files/make-pay-file';
import { PayFileModel } from '../pay-files/pay-file.models';
import { PayrollModel } from '../payroll.models';
import {
  cancelRun,
  findRunOrThrow,
  openRun,
  openRuns,
  PayrollRunModel,
  PayrollRunPageModel,
} from '../payroll-runs';
import { performRun } from '../perform-run';
import {
  approvalPages,
  approvedExecutions,
  approveRequest,
  declineRequest,
  findApprovalOrThrow,
  listApprovals,
  openApprovedRun,
  staleRows,
} from './decide-approval';
import { discardPayFile } from './requests';

useTestDatabase();

beforeAll(() => configureDomain({ ...domainConfig(), payrollApproval: 'four-eyes' }));

const TYPE = PAYROLL_TYPE.affiliates;
const clerk = (id: number): Actor => ({ kind: 'administrator', id, emailAddress: `clerk${id}@example.com` });
const PREPARER = clerk(1);
const APPROVER = { actor: clerk(2) };
const END = '2026-03-10';

/** Affiliates 1 … 3, paid by PayPal, who earned 2.00 each. */
async function earnAll(): Promise<void> {
  await importPeople({
    affiliates: [1, 2, 3].map((affID) => ({
      affID,
      trackID: `T${affID}`,
      emailAddress: `aff${affID}@example.com`,
      firstName: 'Ann',
      lastName: `Number ${affID}`,
      commission: 20,
      paymentType: 2,
      payPalUserName: `aff${affID}@paypal.example`,
    })),
  });
  for (const affID of [1, 2, 3]) await ingest(joined(affID, `T${affID}`), earn(affID, 1000, '2026-03-02'));
}
beforeEach(earnAll);

const earn = (affID: number, cents: number, day: string) =>
  sale(`s${affID}-${day}-${cents}`, affID, cents, `${day}T15:00:00Z`);

/** As one person executed it alone. */
async function executeAlone(endDate: string, personIDs: number[]) {
  configureDomain({ ...domainConfig(), payrollApproval: 'single' });
  const items = personIDs.map((personID) => ({ personID }));
  await executePayroll({ payrollType: TYPE, endDate, items, by: SYSTEM_ACTOR });
  configureDomain({ ...domainConfig(), payrollApproval: 'four-eyes' });
}

const open = (items?: ExecuteItem[], endDate = END) =>
  openRun({
    kind: 'request',
    payrollType: TYPE,
    endDate,
    personID: 0,
    by: PREPARER,
    ...(items && { items, digest: JSON.stringify(items).slice(0, 60) }),
  });

async function request(items?: ExecuteItem[], endDate = END): Promise<ApprovalRecord> {
  const { _id } = await open(items, endDate);
  await performRun(_id);
  const { approvalID, error } = await findRunOrThrow(_id);
  if (!approvalID) throw new Error(error);
  return findApprovalOrThrow(approvalID);
}

/** What the worker does: it goes on with whatever was left. */
async function work(): Promise<void> {
  for (const approved of await approvedExecutions()) await openApprovedRun(approved);
  for (const { _id } of await openRuns()) await performRun(_id);
}

async function rowsOf(approval: ApprovalRecord): Promise<RequestRow[]> {
  const rows: RequestRow[] = [];
  for await (const page of approvalPages(approval)) rows.push(...page);
  return rows;
}

const paid = async () =>
  (await PayrollModel.find({ endPeriod: END }).sort({ personID: 1 }).lean()).map(
    ({ personID, amountCents }) => [personID, amountCents],
  );
const conflict = (state: string) => ({ code: 'conflict', details: { state } });

test('nothing is paid before a second person approves what was prepared; then exactly that is', async () => {
  const approval = await request();
  expect(approval).toMatchObject({ state: 'waiting', rows: 3, amountCents: 600, preparedBy: PREPARER });
  expect(await rowsOf(approval)).toMatchObject([1, 2, 3].map((personID) => ({ personID, cents: 200 })));
  await work();
  expect(await paid()).toEqual([]);
  const items = [{ personID: 1 }];
  await expect(
    executePayroll({ payrollType: TYPE, endDate: END, items, by: PREPARER }),
  ).rejects.toMatchObject({ code: 'conflict' });

  await expect(approveRequest(approval._id, approval.hash, { actor: PREPARER })).rejects.toMatchObject({
    code: 'forbidden',
  });
  await expect(approveRequest(approval._id, 'other', APPROVER)).rejects.toMatchObject(conflict('waiting'));
  expect(await approveRequest(approval._id, approval.hash, APPROVER)).toMatchObject({ state: 'approved' });
  await work();
  expect(await paid()).toEqual([1, 2, 3].map((personID) => [personID, 200]));
  expect(await PayrollModel.findOne({ personID: 2 }).lean()).toMatchObject({
    createdBy: 'clerk1@example.com',
    approvedBy: 'clerk2@example.com',
  });
  expect(await findApprovalOrThrow(approval._id)).toMatchObject({
    state: 'executed',
    decidedBy: APPROVER.actor,
    outcomes: { executed: 3 },
    paidCents: 600,
  });
  const lines = await AuditModel.find({ 'subject.type': 'approval' }).sort({ at: 1 }).lean();
  expect(lines.map(({ action, actor }) => [action, actor?.id])).toEqual([
    ['approval.requested', 1],
    ['approval.approved', 2],
  ]);
  expect((await auditPayroll()).differences).toEqual([]);
});

test('the second person sees first who is new, is paid elsewhere, or far from the usual', async () => {
  const before = ['2026-01-31', '2026-02-28'];
  for (const day of before) {
    await ingest(earn(1, 1000, day), earn(2, 1000, day), earn(3, 1000, day));
  }
  // The third one is paid for the first time.
  for (const day of before) await executeAlone(day, [1, 2]);
  await ingest(earn(1, 9000, '2026-03-03'));
  await AffiliateModel.updateOne({ affID: 2 }, { $set: { payPalUserName: 'thief@paypal.example' } });
  await sealAsStored();
  const approval = await request();
  expect(approval.marked).toEqual({ unknown: 0, newPayees: 1, accountsChanged: 1, unusual: 1 });
  const rows = await rowsOf(approval);
  expect(rows.map(({ personID }) => personID)).toEqual([2, 3, 1]);
  expect(rows[0]).toMatchObject({
    accountChanged: true,
    paymentInfo: 'thief@paypal.example',
    usualCents: 200,
  });
  expect(rows[1]).toMatchObject({ isNew: true });
  expect(rows[2]).toMatchObject({ cents: 2000, usualCents: 200, unusual: true });
  expect(rows[0]).not.toHaveProperty('unusual');
});

test.each([
  ['another amount', () => ingest(earn(2, 500, '2026-03-04'))],
  ['executed otherwise', () => executeAlone(END, [2])],
  [
    'another account',
    () => AffiliateModel.updateOne({ affID: 2 }, { $set: { payPalUserName: 'x@paypal.example' } }),
  ],
])('%s since: the request expires, and nothing more is paid by it', async (_, change) => {
  const approval = await request();
  await change();
  const before = await paid();
  expect(await staleRows(approval)).toBe(1);
  await expect(approveRequest(approval._id, approval.hash, APPROVER)).rejects.toMatchObject(
    conflict('expired'),
  );
  await expect(approveRequest(approval._id, approval.hash, APPROVER)).rejects.toMatchObject(
    conflict('expired'),
  );
  await work();
  expect(await paid()).toEqual(before);
  expect(await AuditModel.countDocuments({ action: 'approval.expired' })).toBe(1);
});

test('what changes after the approval is not paid, the others are', async () => {
  const approval = await request();
  await approveRequest(approval._id, approval.hash, APPROVER);
  await AffiliateModel.updateOne({ affID: 2 }, { $set: { payPalUserName: 'x@paypal.example' } });
  await work();
  expect(await paid()).toEqual([
    [1, 200],
    [3, 200],
  ]);
  expect(await findApprovalOrThrow(approval._id)).toMatchObject({ outcomes: { executed: 2, changed: 1 } });
});

test('rows that were altered in the database are neither shown nor paid', async () => {
  const approval = await request();
  const alter = (runID: string) =>
    PayrollRunPageModel.updateOne({ runID }, { $set: { 'rows.0.fingerprint': 'another' } });
  await approveRequest(approval._id, approval.hash, APPROVER);
  const [approved] = await approvedExecutions();
  const run = await openApprovedRun(approved as ApprovalRecord);
  await alter(run._id);
  await performRun(run._id);
  expect(await findRunOrThrow(run._id)).toMatchObject({
    state: 'failed',
    error: 'These rows are not the approved ones',
  });
  expect(await paid()).toEqual([]);
  await alter(approval.runID ?? '');
  await expect(rowsOf(approval)).rejects.toMatchObject({ code: 'conflict' });
});

test('only what can still be paid is requested; of the same rows there is one request', async () => {
  const rows = await generatePayroll({ payrollType: TYPE, endDate: END });
  const items = rows.map(({ personID, fingerprint }) => ({ personID, fingerprint }));
  await ingest(earn(2, 500, '2026-03-04'));
  const first = await request(items);
  expect(first).toMatchObject({ rows: 2, amountCents: 400 });
  const { _id } = await open(items);
  await performRun(_id);
  expect(await findRunOrThrow(_id)).toMatchObject({ approvalID: first._id, outcomes: { changed: 1 } });
  expect(await ApprovalModel.countDocuments()).toBe(1);
  await expect(request([{ personID: 9 }])).rejects.toThrow('There is no payroll data');
});

test('at whichever attempt it is prepared, its rows are kept and can be approved', async () => {
  for (const attempts of [0, 8, 9]) {
    const { _id } = await open();
    await PayrollRunModel.updateOne({ _id }, { $set: { attempt: attempts } });
    await performRun(_id);
    const approval = await findApprovalOrThrow((await findRunOrThrow(_id)).approvalID ?? 0);
    expect(await rowsOf(approval)).toHaveLength(3);
    await declineRequest(approval._id, 'again', APPROVER);
  }
});

test('cancelled once its request is being made, a run says that there is one; before, there is none', async () => {
  for (const cancelledAt of [2, 3]) {
    const { _id } = await open();
    let steps = 0;
    await performRun(_id, async () => {
      steps += 1;
      if (steps === cancelledAt) await cancelRun(_id, { actor: PREPARER });
    });
    const { state, approvalID } = await findRunOrThrow(_id);
    const waiting = (await listApprovals()).map((request) => request._id);
    expect([state, approvalID]).toEqual(cancelledAt === 2 ? ['cancelled', undefined] : ['completed', 1]);
    expect(waiting).toEqual(cancelledAt === 2 ? [] : [1]);
  }
});

test('declined, or taken back by who prepared it: nothing is paid, and it can be prepared again', async () => {
  const first = await request();
  expect(await declineRequest(first._id, 'wrong period', APPROVER)).toMatchObject({ state: 'declined' });
  await expect(approveRequest(first._id, first.hash, APPROVER)).rejects.toMatchObject(conflict('declined'));
  await expect(declineRequest(first._id, 'again', APPROVER)).rejects.toMatchObject(conflict('declined'));
  const second = await request();
  expect(second._id).not.toBe(first._id);
  expect((await listApprovals()).map(({ state }) => state)).toEqual(['waiting', 'declined']);
});

test('two approvers and one who declines at once: one decision holds, and everybody is paid once or nobody', async () => {
  for (let round = 0; round < 6; round += 1) {
    const endDate = `2026-03-1${round}`;
    await ingest(...[1, 2, 3].map((affID) => earn(affID, 1000 + round, endDate)));
    const approval = await request(undefined, endDate);
    const { _id, hash } = approval;
    const decisions = await Promise.allSettled([
      approveRequest(_id, hash, APPROVER),
      declineRequest(_id, 'no', { actor: clerk(3) }),
      approveRequest(_id, hash, { actor: clerk(4) }),
    ]);
    expect(decisions.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await Promise.all([work(), work()]);
    const { state } = await findApprovalOrThrow(_id);
    expect(await PayrollModel.countDocuments({ endPeriod: endDate })).toBe(state === 'executed' ? 3 : 0);
    expect(['executed', 'declined']).toContain(state);
  }
  expect((await auditPayroll()).differences).toEqual([]);
});

test('whichever write preparing, approving or executing dies at: there is one request, and everybody is paid once', async () => {
  for (let write = 1, died = true; died; write += sized(3, 1)) {
    const { _id: runID } = await open();
    let revive = dieAtWrite(write);
    await performRun(runID).catch(() => undefined);
    died = revive();
    await work();
    const [approval] = await listApprovals();
    expect(approval).toMatchObject({ state: 'waiting', rows: 3 });
    const { _id, hash } = approval as ApprovalRecord;
    revive = dieAtWrite(write);
    await approveRequest(_id, hash, APPROVER)
      .then(openApprovedRun)
      .catch(() => undefined);
    died = revive() || died;
    await approveRequest(_id, hash, APPROVER).catch((error) =>
      expect(error).toMatchObject({ code: 'conflict' }),
    );
    revive = dieAtWrite(write);
    await work().catch(() => undefined);
    died = revive() || died;
    await work();
    expect(await findApprovalOrThrow(_id)).toMatchObject({ state: 'executed', outcomes: { executed: 3 } });
    expect(await PayrollModel.countDocuments({ endPeriod: END })).toBe(3);
    expect(await AuditModel.countDocuments({ action: 'approval.approved', 'subject.id': String(_id) })).toBe(
      1,
    );
    expect((await auditPayroll()).differences).toEqual([]);
    await emptyTestDatabase();
    await earnAll();
  }
});

describe('a pay file that was downloaded', () => {
  async function downloadedFile(): Promise<number> {
    await executeAlone(END, [1, 2, 3]);
    return downloadAnother();
  }
  /** A file of all payments that are free. */
  async function downloadAnother(): Promise<number> {
    const payrollIDs = (await PayrollModel.find().lean()).map(({ _id }) => _id);
    const by = { actor: PREPARER };
    const { _id } = await beginPayFile({ payrollType: TYPE, format: 'paypal', payrollIDs, by });
    await finishPayFile(_id);
    await payFileText(_id, 1, undefined, by);
    return _id;
  }
  const discard = (payFileID: number) => discardPayFile(payFileID, { actor: PREPARER }, NOT_SENT_TO_BANK);

  test('is discarded by two people: one types the reason, another approves', async () => {
    const payFileID = await downloadedFile();
    const { approvalID = 0, file } = await discard(payFileID);
    expect(file.state).toBe('downloaded');
    expect(await discard(payFileID)).toMatchObject({ approvalID });
    const { hash } = await findApprovalOrThrow(approvalID);
    await expect(approveRequest(approvalID, hash, { actor: PREPARER })).rejects.toMatchObject({
      code: 'forbidden',
    });
    expect(await approveRequest(approvalID, hash, APPROVER)).toMatchObject({ state: 'executed' });
    await expect(payFileText(payFileID, 1, undefined, APPROVER)).rejects.toMatchObject(conflict('discarded'));
    expect(await AuditModel.findOne({ action: 'pay-file.discarded' }).lean()).toMatchObject({
      actor: APPROVER.actor,
      after: { reason: NOT_SENT_TO_BANK, preparedBy: 'clerk1@example.com' },
    });
  });

  test('and downloaded again since: the request expires, and the file stays', async () => {
    const payFileID = await downloadedFile();
    const { approvalID = 0 } = await discard(payFileID);
    const { hash } = await findApprovalOrThrow(approvalID);
    await payFileText(payFileID, 1, undefined, APPROVER);
    await expect(approveRequest(approvalID, hash, APPROVER)).rejects.toMatchObject(conflict('expired'));
    await expect(payFileText(payFileID, 1, undefined, APPROVER)).resolves.toMatchObject({ leftOut: 0 });
  });

  test('whichever write requesting or approving its discarding dies at: it is discarded once, its payments are free', async () => {
    let payFileID = await downloadedFile();
    for (let write = 1, died = true; died; write += sized(3, 1)) {
      let revive = dieAtWrite(write);
      await discard(payFileID).catch(() => undefined);
      died = revive();
      const { approvalID = 0 } = await discard(payFileID);
      const { hash } = await findApprovalOrThrow(approvalID);
      revive = dieAtWrite(write);
      await approveRequest(approvalID, hash, APPROVER).catch(() => undefined);
      died = revive() || died;
      // The approver does not know what became of it, and approves again.
      await approveRequest(approvalID, hash, APPROVER).catch((error) =>
        expect(error).toMatchObject(conflict('executed')),
      );
      expect(await findApprovalOrThrow(approvalID)).toMatchObject({ state: 'executed', payFileID });
      const discarded = { action: 'pay-file.discarded', 'subject.id': String(payFileID) };
      expect(await AuditModel.countDocuments(discarded)).toBe(1);
      await expect(payFileText(payFileID, 1, undefined, APPROVER)).rejects.toMatchObject(
        conflict('discarded'),
      );
      payFileID = await downloadAnother();
      expect(await PayFileModel.findById(payFileID).lean()).toMatchObject({ lines: 3, amountCents: 600 });
    }
    expect(await ApprovalModel.countDocuments({ state: { $ne: 'executed' } })).toBe(0);
  });

  test('a file that was not downloaded is given up by one person', async () => {
    await executeAlone(END, [1]);
    const payrollIDs = (await PayrollModel.find().lean()).map(({ _id }) => _id);
    const by = { actor: PREPARER };
    const { _id } = await beginPayFile({ payrollType: TYPE, format: 'paypal', payrollIDs, by });
    await finishPayFile(_id);
    expect(await discardPayFile(_id, by)).toMatchObject({ file: { state: 'discarded' } });
  });
});
