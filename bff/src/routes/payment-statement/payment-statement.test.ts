import { EntryModel, executePayroll, markPayments, PayrollModel, SYSTEM_ACTOR } from '@partnerdesk/domain';
import {
  adjustBalance,
  ingest,
  ingestOrThrow,
  joined,
  makeAffiliate,
  refund,
  sale,
  TEST_PASSWORD,
} from '@partnerdesk/testing';
import { signedInAdministrator, signedInAffiliate } from '../../testing/people';
import { startTestApp, type TestApp } from '../../testing/test-app';
import type { TestClient } from '../../testing/test-client';

let app: TestApp;
let own: TestClient;
let affID: number;

beforeAll(async () => {
  app = await startTestApp({ limits: { ownChangesPerson: { max: 20, windowMs: 600_000 } } });
  const affiliate = await makeAffiliate({
    commission: 20,
    paymentType: 2,
    payPalUserName: 'a@paypal.example',
  });
  affID = affiliate.affID;
  own = app.client();
  await own.signIn(affiliate.emailAddress, TEST_PASSWORD);
  await ingestOrThrow(joined(affID, affiliate.trackID, '2026-01-05T15:00:00Z'));
});
afterAll(() => app.close());

async function pay(endDate: string): Promise<number> {
  await executePayroll({ payrollType: 1, endDate, items: [{ personID: affID }], by: SYSTEM_ACTOR });
  return (await PayrollModel.findOne({ personID: affID, endPeriod: endDate }).orFail().lean())._id;
}

const at = (day: string) => `${day}T15:00:00Z`;
const statement = (client: TestClient, payrollID: number, page = 1) =>
  client.get(`/api/payment-statement?payrollID=${payrollID}&page=${page}`);

test('the parts of a statement add up to the payment, and so do its entries', async () => {
  await ingestOrThrow(sale('early', affID, 1000, at('2026-01-06')));
  const first = await pay('2026-01-31');
  // Late: of January, and paid with February.
  await ingestOrThrow(sale('late', affID, 3000, at('2026-01-07')));
  await ingestOrThrow(sale('s1', affID, 5000, at('2026-02-03')));
  await ingestOrThrow(refund('r1', 's1', 500, at('2026-02-04')));
  const second = await pay('2026-02-28');
  expect((await statement(own, first)).body.sums).toEqual([{ part: 'sale', entries: 1, payout: 2 }]);
  const { status, body } = await statement(own, second);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    payrollID: second,
    startPeriod: '2026-02-01',
    endPeriod: '2026-02-28',
    state: 'executed',
    amount: 15,
    total: 3,
    broughtForward: 0,
    sums: [
      { part: 'carried', entries: 1, payout: 6 },
      { part: 'sale', entries: 1, payout: 10 },
      { part: 'refund', entries: 1, payout: -1 },
    ],
  });
  expect(body.entries.map(({ payout }: { payout: number }) => payout)).toEqual([6, 10, -1]);
  const file = await own.get(`/api/export-payment-statement?payrollID=${second}`);
  expect(file.headers.get('content-disposition')).toBe(`attachment; filename="statement-${second}.csv"`);
  expect(String(file.text).trim().split('\r\n')).toEqual([
    'Date,Posted,Type,Sale ID,Member ID,Reason,Amount,Commission,Payout',
    expect.stringMatching(/^2026-01-07,2026-02-01,sale,\d+,\d+,,30,20,6$/),
    expect.stringMatching(/^2026-02-03,2026-02-03,sale,\d+,\d+,,50,20,10$/),
    expect.stringMatching(/^2026-02-04,2026-02-04,refund,\d+,\d+,,-5,20,-1$/),
  ]);
});

test('a page says what the pages before add up to; reasons are shown, who of the office gave them is not', async () => {
  await adjustBalance({
    adjustmentID: '2b1fd4f3-8b8f-4bbc-9a6b-6a3f5a5d0077',
    kind: 'affiliate',
    personID: affID,
    cents: 250,
    reason: 'A bonus',
    by: { actor: { kind: 'administrator', id: 1, emailAddress: 'clerk@example.com' } },
  });
  const { postedDay } = await EntryModel.findOne({ type: 'adjustment' }).orFail().lean();
  const many = Array.from({ length: 501 }, (_, number) =>
    sale(`many${number}`, affID, 100, at('2026-03-03')),
  );
  expect(await ingest(...many)).toMatchObject({ accepted: 501 });
  const payrollID = await pay(postedDay);
  const { body } = await statement(own, payrollID, 2);
  expect([body.total, body.entries.length, body.broughtForward]).toEqual([502, 2, 100]);
  expect(body.amount).toBe(501 * 0.2 + 2.5);
  expect(body.entries.at(-1)).toMatchObject({ type: 'adjustment', reason: 'A bonus', payout: 2.5 });
  expect(JSON.stringify(body)).not.toContain('clerk@example.com');
});

test('to others there is no such payment; clerks see it', async () => {
  const payrollID = await pay('2026-01-31');
  const paths = [
    `payment-statement?payrollID=${payrollID}`,
    `export-payment-statement?payrollID=${payrollID}`,
  ];
  const { client: other } = await signedInAffiliate(app);
  const { client: clerk } = await signedInAdministrator(app, ['payroll']);
  const { client: moderator } = await signedInAdministrator(app, ['moderation']);
  for (const path of paths) {
    const statusOf = async (client: TestClient) => (await client.get(`/api/${path}`)).status;
    expect(await statusOf(app.client())).toBe(401);
    expect(await statusOf(other)).toBe(404);
    expect(await statusOf(moderator)).toBe(403);
    expect(await statusOf(clerk)).toBe(200);
    expect((await own.get(`/api/${path.replace(/=.*/, '=0')}`)).status).toBe(400);
    expect((await own.get(`/api/${path.replace(/=.*/, '=99999')}`)).status).toBe(404);
  }
});

test('an affiliate exports so often in ten minutes: each is a line of the audit log', async () => {
  const payrollID = await pay('2026-01-31');
  const statuses = new Set<number>();
  for (let count = 0; count <= 20; count += 1)
    statuses.add((await own.get(`/api/export-payment-statement?payrollID=${payrollID}`)).status);
  expect([...statuses]).toEqual([200, 429]);
  expect((await statement(own, payrollID)).status).toBe(200);
});

test('the payment history says which payments came back', async () => {
  const payrollID = await pay('2026-01-31');
  await markPayments({
    payrollIDs: [payrollID],
    state: 'returned',
    reason: 'R03',
    by: { actor: SYSTEM_ACTOR },
  });
  const query = `affiliateID=${affID}&startDate=1/1/2026&endDate=12/31/2099`;
  const { body } = await own.get(`/api/member-payment-history?${query}`);
  const came = body.filter(({ returned }: { returned?: boolean }) => returned);
  expect(came).toMatchObject([{ payrollID, payrollEvent: 'Affiliate payroll' }]);
  expect(body.length).toBeGreaterThan(1);
});
