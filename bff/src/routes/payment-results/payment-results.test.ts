import { beginPayFile, executePayroll, finishPayFile, importPeople, SYSTEM_ACTOR } from '@partnerdesk/domain';
import { achReturnFile, ingest, joined, RETURN_COMPANY, sale } from '@partnerdesk/testing';
import { sized } from '@partnerdesk/testing/services';
import { type PayrollWorker, startPayrollWorker } from '../../testing/payroll-worker';
import { signedInAdministrator, signedInAffiliate } from '../../testing/people';
import { startTestApp, type TestApp } from '../../testing/test-app';
import type { TestClient } from '../../testing/test-client';

let app: TestApp;
let worker: PayrollWorker;
let clerk: TestClient;
beforeAll(async () => {
  app = await startTestApp({
    env: { ACH_COMPANY_ID: RETURN_COMPANY.companyID, ACH_ODFI: RETURN_COMPANY.odfi },
  });
  worker = startPayrollWorker(app);
  clerk = (await signedInAdministrator(app, ['payroll'])).client;
});
afterAll(async () => {
  await worker.close();
  await app.close();
});

const upload = (path: string, body: string | Buffer, client = clerk, headers = {}) =>
  client.send('POST', `/api/payment-results${path}`, {
    headers: { 'content-type': 'application/octet-stream', ...headers },
    body,
  });

/** An affiliate who was paid 2.00 by a file that was downloaded. @returns the payrollID */
async function sentPayment(): Promise<number> {
  await importPeople({
    affiliates: [
      {
        affID: 501,
        trackID: 'T501',
        emailAddress: 'ann@example.com',
        commission: 20,
        firstName: 'Ann',
        lastName: 'Lee',
        paymentType: 1,
        achAccountType: 1,
        achRoutingNumber: '110000000',
        achAccountNumber: '000987654321',
      },
    ],
  });
  await ingest(joined(501, 'T501'), sale('s501', 501, 1000, '2026-03-02T15:00:00Z'));
  const [outcome] = await executePayroll({
    payrollType: 1,
    endDate: '2026-03-10',
    items: [{ personID: 501 }],
    by: SYSTEM_ACTOR,
  });
  const payrollID = outcome?.outcome === 'executed' ? outcome.payroll._id : 0;
  const { _id } = await beginPayFile({
    payrollType: 1,
    format: 'nacha',
    payrollIDs: [payrollID],
    by: { actor: SYSTEM_ACTOR },
  });
  await finishPayFile(_id);
  await clerk.get(`/api/pay-files/${_id}/parts/1`);
  return payrollID;
}

test.each(['?format=nacha', '/marks?format=nacha&digest=x'])(
  '%s is for payroll people only',
  async (path) => {
    expect((await upload(path, '', app.client())).status).toBe(401);
    expect((await upload(path, '', (await signedInAffiliate(app)).client)).status).toBe(403);
    const moderator = (await signedInAdministrator(app, ['accounts', 'statistics'])).client;
    expect((await upload(path, '', moderator)).status).toBe(403);
  },
);

test('a return file is shown, then confirmed; the same again marks nothing', async () => {
  const payrollID = await sentPayment();
  const file = achReturnFile([{ payrollID, cents: 200, code: 'R02' }]);
  const shown = await upload('?format=nacha', file);
  expect(shown.body).toMatchObject({
    results: [
      {
        line: 4,
        payrollID,
        kind: 'affiliate',
        personID: 501,
        name: 'Ann Lee',
        amount: 2,
        state: 'returned',
        already: false,
        reason: 'R02: The account is closed',
      },
    ],
    counts: { returned: 1, paid: 0, already: 0, notices: 0 },
    returnedAmount: 2,
  });
  const path = `/marks?format=nacha&digest=${shown.body.digest}`;
  const { body } = await upload(path, file, clerk, { prefer: 'respond-async' });
  await worker.idle();
  expect((await clerk.get(`/api/jobs/${body.id}`)).body).toEqual({
    id: body.id,
    state: 'completed',
    progress: { done: 2, total: 2 },
    result: { paid: 0, returned: 1, already: 0, refused: [], refusedCount: 0 },
  });
  // What was shown is not what the file would mark now.
  expect((await upload(path, file)).status).toBe(409);
  const again = await upload('?format=nacha', file);
  expect(again.body.counts).toEqual({ returned: 0, paid: 0, already: 1, notices: 0 });
  // Whose account data should be corrected is said by name.
  const change = await upload('?format=nacha', achReturnFile([{ payrollID, cents: 0, code: 'C01' }]));
  expect(change.body.notices).toMatchObject([
    { payrollID, kind: 'affiliate', personID: 501, name: 'Ann Lee', reason: expect.stringMatching(/^C01: /) },
  ]);
});

test('files that cannot be taken are refused with line and reason', async () => {
  const cut = achReturnFile([{ payrollID: 1, cents: 200, code: 'R02' }]).slice(0, 300);
  const answer = await upload('?format=nacha', cut);
  expect(answer.status).toBe(400);
  expect(answer.body.error.fields.file).toMatch(/^Line 4: /);
  expect((await upload('?format=paypal', 'a,b\r\n1,2')).body.error.message).toMatch(/^Line 1: /);
  expect((await upload('?format=xml', '')).status).toBe(400);
  expect((await upload('?format=paypal', Buffer.alloc(20_000_001, 'a'))).status).toBe(413);
});

test('a file as large as a pay file is read by the worker, and followed by its progress', async () => {
  const payments = sized(10_000, 250_000);
  const lines = Array.from(
    { length: payments },
    (_, id) => `p${id}@example.com,1.00,USD,${9e8 + id},Completed`,
  );
  const file = `Recipient,Amount,Currency,Unique ID,Status\n${lines.join('\n')}\n`;
  await worker.pause();
  const started = await upload('?format=paypal', file, clerk, { prefer: 'respond-async' });
  const location = started.headers.get('location') ?? '';
  expect([started.status, location]).toEqual([202, `/api/jobs/${started.body.id}`]);
  // Nothing of it is read by the server.
  expect((await clerk.get(location)).body).toEqual({
    id: started.body.id,
    state: 'waiting',
    progress: { done: 0, total: 0 },
  });
  // Another file of the same person waits for its end.
  expect((await upload('?format=paypal', file)).status).toBe(429);
  await worker.resume();
  await worker.idle();
  expect((await clerk.get(location)).body).toMatchObject({
    state: 'failed',
    error: 'Line 2: No payment of these has the id 900000000',
  });
  const moderator = (await signedInAdministrator(app, ['accounts'])).client;
  expect((await moderator.get(location)).status).toBe(403);
});

test('20 MB of rows of another table are refused at their first line', async () => {
  const answer = await upload('?format=paypal', Buffer.alloc(20_000_000, 'a,b\n'));
  expect([answer.status, answer.body.error.message]).toEqual([400, 'Line 1: There is no column for the id']);
  expect((await upload('?format=paypal', Buffer.alloc(20_000_000, '"'))).body.error.message).toBe(
    'Line 1: A cell has more than 1000 characters',
  );
});

test('a person sends one file at a time, and so many in ten minutes', async () => {
  const { client } = await signedInAdministrator(app, ['payroll']);
  const file = Buffer.alloc(1_000_000, '\n');
  const answers = await Promise.all([1, 2, 3].map(() => upload('?format=paypal', file, client)));
  expect(answers.map(({ status }) => status).sort()).toEqual([400, 429, 429]);
  for (let sent = answers.length; sent < 40; sent += 1)
    expect((await upload('?format=paypal', '', client)).status).toBe(400);
  expect((await upload('?format=paypal', '', client)).status).toBe(429);
  expect((await upload('?format=paypal', '')).status).toBe(400);
});
