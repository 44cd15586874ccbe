import { randomUUID } from 'node:crypto';
import { AuditModel, PayFileLineModel, PayrollModel, today } from '@partnerdesk/domain';
import { ingestOrThrow, joined, makeAffiliate, makeSale } from '@partnerdesk/testing';
import { waitFor } from '@partnerdesk/testing/services';
import { type PayrollWorker, startPayrollWorker } from '../../testing/payroll-worker';
import { signedInAdministrator, signedInAffiliate } from '../../testing/people';
import { startTestApp, type TestApp } from '../../testing/test-app';
import type { TestClient } from '../../testing/test-client';

let app: TestApp;
let worker: PayrollWorker;
let clerk: TestClient;
let approver: TestClient;
let names: { clerk: string; approver: string };

const END = '1/31/2026';

beforeAll(async () => {
  app = await startTestApp({ env: { PAYROLL_APPROVAL: 'four-eyes' } });
  worker = startPayrollWorker(app);
  const [first, second] = [
    await signedInAdministrator(app, ['payroll', 'payroll.approve']),
    await signedInAdministrator(app, ['payroll.approve']),
  ];
  [clerk, approver] = [first.client, second.client];
  names = { clerk: first.emailAddress, approver: second.emailAddress };
});
afterAll(async () => {
  await worker.close();
  await app.close();
});

/** Somebody with an open payout of 2.00 through END. @returns affID */
async function earner(): Promise<number> {
  const { affID, trackID } = await makeAffiliate({
    commission: 20,
    paymentType: 2,
    payPalUserName: 'ann@paypal.example',
  });
  await ingestOrThrow(joined(affID, trackID, '2026-01-05T15:00:00Z'));
  await makeSale({ memberID: affID, amountCents: 1000, at: '2026-01-06T15:00:00Z' });
  return affID;
}

const execute = (affID: number, body: unknown = {}) =>
  clerk.post(`/api/execute-payroll?affID=${affID}&endDate=${END}&payrollType=1`, body);
const decide = (who: TestClient, approvalID: number, body: object) =>
  who.post(`/api/payroll-approvals/${approvalID}`, body);
const stateOf = async (approvalID: number) =>
  (await approver.get(`/api/payroll-approvals/${approvalID}`)).body.state;
const executed = (approvalID: number) =>
  waitFor(async () => (await stateOf(approvalID)) === 'executed', { what: 'the payroll to be executed' });

test('executing answers 202 with a request; a second person sees it, approves it, and it is paid', async () => {
  const affID = await earner();
  const asked = await execute(affID);
  expect(asked).toMatchObject({
    status: 202,
    body: { state: 'waiting', kind: 'execution', rows: 1, amount: 2, own: true, preparedBy: names.clerk },
  });
  const { approvalID, hash } = asked.body;
  expect(await PayrollModel.countDocuments()).toBe(0);
  expect((await clerk.get('/api/office-dashboard')).body.approvals).toMatchObject({ waiting: 1, amount: 2 });
  expect((await approver.get('/api/office-dashboard')).body.approvals).toMatchObject({ waiting: 1 });

  const { body: shown } = await approver.get(`/api/payroll-approvals/${approvalID}`);
  expect(shown).toMatchObject({
    hash,
    own: false,
    stale: 0,
    endDate: '2026-01-31',
    marked: { newPayees: 1 },
  });
  const rows = await approver.get(`/api/payroll-approvals/${approvalID}/rows`);
  expect([rows.headers.get('x-total-count'), rows.body]).toEqual([
    '1',
    [expect.objectContaining({ affID, amount: 2, paymentInfo: 'ann@paypal.example', isNew: true })],
  ]);
  const runs = (await clerk.get('/api/payroll-runs?payrollType=1')).body;
  const { id } = runs.find(({ kind }: { kind: string }) => kind === 'request');
  expect((await clerk.get(`/api/payroll-runs/${id}/rows`)).status).toBe(400);
  expect((await clerk.get(`/api/jobs/${id}`)).body).toMatchObject({ id, state: 'completed' });
  expect((await decide(clerk, approvalID, { decision: 'approve', hash })).status).toBe(403);
  const wrong = await decide(approver, approvalID, { decision: 'approve', hash: 'other' });
  expect([wrong.status, wrong.body.error.details]).toEqual([409, { state: 'waiting' }]);
  expect(await decide(approver, approvalID, { decision: 'approve', hash })).toMatchObject({
    status: 200,
    body: { state: 'approved', decidedBy: names.approver },
  });
  await executed(approvalID);
  expect((await approver.get('/api/payroll-approvals')).body[0]).toMatchObject({
    approvalID,
    paid: 2,
    outcomes: { executed: 1 },
  });
  const again = await decide(approver, approvalID, { decision: 'approve', hash });
  expect([again.status, again.body.error.details]).toEqual([409, { state: 'executed' }]);
  expect((await clerk.get('/api/office-dashboard')).body).not.toHaveProperty('approvals');
  expect((await clerk.get(`/api/payroll-runs/payroll-run.x/rows`)).status).toBe(404);
});

test('executing somebody who is paid already answers the record, as without a second person', async () => {
  const affID = await earner();
  const { approvalID, hash } = (await execute(affID)).body;
  await decide(approver, approvalID, { decision: 'approve', hash });
  await executed(approvalID);
  const [payroll] = await PayrollModel.find({ personID: affID }).lean();
  const record = { affID, outcome: 'already', payrollID: payroll?._id, amount: 2 };
  const again = await execute(affID);
  expect([again.status, again.body]).toEqual([200, expect.objectContaining(record)]);
  const all = await clerk.post(`/api/execute-payroll?affID=0&endDate=${END}&payrollType=1`, {
    rows: [{ id: affID }],
  });
  expect([all.status, all.body]).toEqual([200, [expect.objectContaining(record)]]);
  const followed = await clerk.send(
    'POST',
    `/api/execute-payroll?affID=${affID}&endDate=${END}&payrollType=1`,
    {
      headers: { 'content-type': 'application/json', prefer: 'respond-async' },
      body: '{}',
    },
  );
  const { id } = followed.body;
  await waitFor(async () => (await clerk.get(`/api/jobs/${id}`)).body.state === 'completed', {
    what: 'the run to end',
  });
  expect((await clerk.get(`/api/jobs/${id}`)).body.result).toEqual([expect.objectContaining(record)]);
  expect((await clerk.get(`/api/payroll-runs/${id}/rows`)).body).toEqual([expect.objectContaining(record)]);
  expect(await PayrollModel.countDocuments({ personID: affID })).toBe(1);
  // Somebody who was never paid, and has nothing open.
  const { affID: other } = await makeAffiliate();
  expect((await execute(other)).status).toBe(409);
});

test('the pay files that were asked for are made once the second person has approved', async () => {
  const affID = await earner();
  const { approvalID, hash } = (await execute(affID, { makeFiles: true })).body;
  const filesOf = async () => {
    const { body } = await clerk.get('/api/payroll-overview?payrollType=1&endDate=2026-01-31');
    const ids = (await PayrollModel.find({ personID: affID }).lean()).map(({ _id }) => _id);
    const lines = await PayFileLineModel.find({ _id: { $in: ids } }).lean();
    return body.files.filter(
      ({ payFileID, state }: { payFileID: number; state: string }) =>
        state === 'open' && lines.some((line) => line.payFileID === payFileID),
    );
  };
  expect(await filesOf()).toEqual([]);
  await decide(approver, approvalID, { decision: 'approve', hash });
  await executed(approvalID);
  await waitFor(async () => (await filesOf()).length === 1, { what: 'the file to be made' });
  const { course } = (await clerk.get('/api/payroll-overview?payrollType=1&endDate=2026-01-31')).body;
  expect(course).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ step: 'requested', by: names.clerk, approvalID }),
      expect.objectContaining({ step: 'approved', by: names.approver, approvalID }),
      expect.objectContaining({ step: 'executed', by: `${names.clerk}, approved by ${names.approver}` }),
    ]),
  );
  // All by the call of who prepared it.
  const lines = await Promise.all(
    ['payroll.execution-requested', 'approval.requested', 'payroll.executed', 'pay-file.created'].map(
      (action) => AuditModel.findOne({ action }).sort({ at: -1, _id: -1 }).lean().orFail(),
    ),
  );
  const origins = lines.map(({ actor, requestId, address }) => [actor?.emailAddress, requestId, address]);
  const origin = [names.clerk, expect.any(String), expect.any(String)];
  expect(origins).toEqual([origin, origins[0], origins[0], origins[0]]);
});

test('an approval after a row has changed is 409 with the present state, and pays nothing', async () => {
  const affID = await earner();
  const { approvalID, hash } = (await execute(affID)).body;
  await makeSale({ memberID: affID, amountCents: 500, at: '2026-01-07T15:00:00Z' });
  expect((await approver.get(`/api/payroll-approvals/${approvalID}`)).body.stale).toBe(1);
  const answer = await decide(approver, approvalID, { decision: 'approve', hash });
  expect([answer.status, answer.body.error.details]).toEqual([409, { state: 'expired' }]);
  expect(await PayrollModel.countDocuments({ personID: affID })).toBe(0);
});

test('who prepared it takes it back with a reason; who may not approve declines nobody else’s', async () => {
  const { approvalID } = (await execute(await earner())).body;
  const unsaid = await decide(clerk, approvalID, { decision: 'decline' });
  expect([unsaid.status, Object.keys(unsaid.body.error.fields)]).toEqual([400, ['reason']]);
  const { client: other } = await signedInAdministrator(app, ['payroll']);
  const decline = { decision: 'decline', reason: 'wrong period' };
  expect((await decide(other, approvalID, decline)).status).toBe(403);
  expect(await decide(clerk, approvalID, decline)).toMatchObject({
    status: 200,
    body: { state: 'declined', declinedFor: 'wrong period' },
  });
});

test('discarding a pay file that was downloaded waits for the second person', async () => {
  const affID = await earner();
  const { approvalID, hash } = (await execute(affID)).body;
  await decide(approver, approvalID, { decision: 'approve', hash });
  await executed(approvalID);
  const payrollIDs = (await PayrollModel.find({ personID: affID }).lean()).map(({ _id }) => _id);
  const { payFileID } = (await clerk.post('/api/pay-files', { payrollType: 1, format: 'paypal', payrollIDs }))
    .body;
  const file = async () =>
    (await clerk.get('/api/pay-files?payrollType=1')).body.find(
      (each: { payFileID: number }) => each.payFileID === payFileID,
    );
  await waitFor(async () => (await file()).state === 'open', { what: 'the pay file to be made' });
  await clerk.get(`/api/pay-files/${payFileID}/parts/1`);
  const asked = await clerk.send('DELETE', `/api/pay-files/${payFileID}`, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ reason: 'not sent to the bank' }),
  });
  expect(asked).toMatchObject({ status: 202, body: { state: 'open', approvalID: expect.any(Number) } });
  expect(await file()).toMatchObject({ approvalID: asked.body.approvalID });
  const request = (await approver.get(`/api/payroll-approvals/${asked.body.approvalID}`)).body;
  expect(request).toMatchObject({ kind: 'discarding', payFileID, rows: 1, amount: 2 });
  expect(
    await decide(approver, request.approvalID, { decision: 'approve', hash: request.hash }),
  ).toMatchObject({ status: 200, body: { state: 'executed' } });
  expect(await file()).toMatchObject({ state: 'discarded' });
});

test('401 for visitors; 403 for affiliates, for other clerks, and for approving without the permission', async () => {
  const { client: affiliate } = await signedInAffiliate(app);
  const { client: moderator } = await signedInAdministrator(app, ['moderation', 'accounts', 'statistics']);
  const { client: preparer } = await signedInAdministrator(app, ['payroll']);
  const approve = { decision: 'approve', hash: 'x' };
  for (const path of [
    '/api/payroll-approvals',
    '/api/payroll-approvals/1',
    '/api/payroll-approvals/1/rows',
  ]) {
    expect((await app.client().get(path)).status).toBe(401);
    for (const other of [affiliate, moderator]) expect((await other.get(path)).status).toBe(403);
  }
  expect((await decide(app.client(), 1, approve)).status).toBe(401);
  for (const other of [affiliate, moderator, preparer])
    expect((await decide(other, 1, approve)).status).toBe(403);
  expect((await approver.post(`/api/execute-payroll?affID=0&endDate=${today()}&payrollType=1`)).status).toBe(
    403,
  );
});

test.each([
  ['0', 404],
  ['x', 404],
  ['999999', 404],
])('there is no request %s', async (id, status) => {
  expect((await approver.get(`/api/payroll-approvals/${id}`)).status).toBe(status);
});

test.each([
  {},
  { decision: 'maybe' },
  { decision: 'approve' },
  { decision: 'approve', hash: 'x', reason: 'y' },
])('a decision like %j is refused', async (body) => {
  expect((await decide(approver, 1, body)).status).toBe(400);
});

test('an adjustment of $100,000 answers 202 with a request: another person posts it by approving', async () => {
  const { affID } = await makeAffiliate();
  const adjustment = {
    adjustmentID: randomUUID(),
    payrollType: 1,
    personID: affID,
    amount: 100_000,
    reason: 'a settlement',
  };
  const posted = async () =>
    (await clerk.get(`/api/payroll-adjustments?payrollType=1&personID=${affID}`)).body.total;
  const asked = await clerk.post('/api/payroll-adjustments', adjustment);
  expect(asked).toMatchObject({
    status: 202,
    body: { state: 'waiting', kind: 'adjustment', amount: 100_000, personID: affID, reason: 'a settlement' },
  });
  const { approvalID, hash } = asked.body;
  expect((await decide(clerk, approvalID, { decision: 'approve', hash })).status).toBe(403);
  expect(await posted()).toBe(0);
  const approved = await decide(approver, approvalID, { decision: 'approve', hash });
  expect([approved.body.state, await posted()]).toEqual(['executed', 1]);
  // Small ones are made by one person, as ever.
  const small = { ...adjustment, adjustmentID: randomUUID(), amount: 10 };
  expect((await clerk.post('/api/payroll-adjustments', small)).status).toBe(200);
});
