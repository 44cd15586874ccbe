import {
  AffiliateModel,
  executePayroll,
  findFraudSignals,
  markPayments,
  SYSTEM_ACTOR,
} from '@partnerdesk/domain';
import { ingestOrThrow, joined, makeAffiliate, makeSale } from '@partnerdesk/testing';
import { signedInAdministrator } from '../../testing/people';
import { startTestApp, type TestApp } from '../../testing/test-app';
import type { TestClient } from '../../testing/test-client';

let app: TestApp;
let clerk: TestClient;
let affID: number;

const END = '2026-01-31';
const by = { actor: SYSTEM_ACTOR };

beforeAll(async () => {
  app = await startTestApp();
  ({ client: clerk } = await signedInAdministrator(app, ['payroll']));
  const affiliate = await makeAffiliate({
    firstName: 'Ann',
    lastName: 'Ellis',
    commission: 20,
    paymentType: 2,
    payPalUserName: 'ann@paypal.example',
  });
  affID = affiliate.affID;
  await ingestOrThrow(joined(affID, affiliate.trackID, '2026-01-05T15:00:00Z'));
  await makeSale({ memberID: affID, amountCents: 1000, at: '2026-01-06T15:00:00Z' });
});
afterAll(() => app.close());

test('a payroll is open, then executed, then paid; the payee’s payments say the same', async () => {
  const path = '/api/payroll-progress?payrollType=1&endDate=1/31/2026';
  const none = { payments: 0, amount: 0 };
  const one = { payments: 1, amount: 2 };
  expect((await clerk.get(path)).body).toEqual({
    endDate: END,
    open: one,
    executed: none,
    filed: none,
    paid: none,
    returned: none,
  });
  const items = [{ personID: affID }];
  const [outcome] = await executePayroll({ payrollType: 1, endDate: END, items, by: SYSTEM_ACTOR });
  const payrollID = outcome?.outcome === 'executed' ? outcome.payroll._id : 0;
  expect((await clerk.get(path)).body).toMatchObject({ open: none, executed: one });
  expect((await clerk.get(`${path}&affID=${affID + 1}`)).body).toMatchObject({ executed: none });
  await markPayments({ payrollIDs: [payrollID], state: 'paid', by });
  expect((await clerk.get(path)).body).toMatchObject({ executed: none, paid: one });
  expect((await clerk.get(`/api/payee-payments?payrollType=1&personID=${affID}`)).body).toMatchObject({
    affID,
    affName: 'Ann Ellis',
    paymentType: 2,
    paymentInfo: 'ann@paypal.example',
    balance: 0,
    payments: [{ payrollID, amount: 2, state: 'paid', markedBy: 'system' }],
  });
  await AffiliateModel.updateOne({ affID }, { $set: { emailAddress: 'ann@mailinator.com' } });
  await findFraudSignals();
  expect((await clerk.get(`/api/payee-payments?payrollType=1&personID=${affID}`)).body).toMatchObject({
    openSignals: 1,
    signals: ['The email is of mailinator.com, which gives out disposable addresses'],
  });
});

test('without a day it is the current payroll', async () => {
  const { endDate } = (await clerk.get('/api/payroll-schedule?payrollType=1')).body;
  expect((await clerk.get('/api/payroll-progress?payrollType=1')).body).toMatchObject({ endDate });
});

test.each([
  ['payroll-progress?endDate=1/32/2026', 400, ['endDate']],
  ['payroll-progress?affID=x', 400, ['affID']],
  ['payroll-progress?payrollType=3', 400, ['payrollType']],
  ['payee-payments', 400, ['personID']],
  ['payee-payments?personID=0', 400, ['personID']],
  ['payee-payments?personID=999999', 404, []],
])('%s is refused', async (path, status, fields) => {
  const answer = await clerk.get(`/api/${path}`);
  expect([answer.status, Object.keys(answer.body.error.fields ?? {})]).toEqual([status, fields]);
});
