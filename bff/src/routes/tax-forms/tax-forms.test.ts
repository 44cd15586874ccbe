import { createHash, randomUUID } from 'node:crypto';
import { PERMISSIONS } from '@partnerdesk/contracts';
import {
  AffiliateModel,
  AuditModel,
  COPY_B_STYLE,
  encryptField,
  executePayroll,
  JournalModel,
  MailModel,
  numberContext,
  SYSTEM_ACTOR,
  today,
} from '@partnerdesk/domain';
import { adjustBalance, atTime, makeAffiliate, TEST_PASSWORD } from '@partnerdesk/testing';
import { signedInAdministrator, signedInAffiliate } from '../../testing/people';
import { startTestApp, type TestApp } from '../../testing/test-app';
import type { TestClient } from '../../testing/test-client';

let app: TestApp;
let clerk: TestClient;
let own: TestClient;
/** Has a form, has no tax id, was paid less. */
let [ready, missing, below] = [0, 0, 0];

const TAX_ID = '219-09-9999';
const HOSTILE = '=HYPERLINK("http://x")<script>';
const ADDRESS = { address1: '2 Oak Ave', city: 'Austin', state: 'TX', postalCode: '78701', countryID: 1 };

async function pay(personID: number, cents: number): Promise<void> {
  const adjustment = { adjustmentID: randomUUID(), personID, cents, reason: 'earned' };
  await adjustBalance({ ...adjustment, kind: 'affiliate', by: { actor: SYSTEM_ACTOR } });
  const items = [{ personID }];
  await executePayroll({ payrollType: 1, endDate: today(), items, by: SYSTEM_ACTOR });
}

beforeAll(async () => {
  app = await startTestApp();
  const payee = async (fields: object) => makeAffiliate({ paymentType: 1, ...ADDRESS, ...fields });
  const first = await payee({ firstName: HOSTILE, lastName: 'Ellis' });
  ready = first.affID;
  await AffiliateModel.updateOne(
    { affID: ready },
    { taxIDType: 1, taxIDEncrypted: encryptField(TAX_ID, numberContext('affiliate', ready, 'taxID')) },
  );
  missing = (await payee({})).affID;
  below = (await payee({})).affID;
  await atTime('2025-06-02T17:00:00Z', async () => {
    await pay(ready, 123_456);
    await pay(missing, 60_000);
    await pay(below, 59_999);
  });
  clerk = (await signedInAdministrator(app, ['payroll.tax'])).client;
  own = app.client();
  await own.signIn(first.emailAddress, TEST_PASSWORD);
});
afterAll(() => app.close());

const list = async (query = 'year=2025') => (await clerk.get(`/api/tax-forms?${query}`)).body;
const linesOf = async (action: string) => AuditModel.find({ action }).sort({ seq: 1 }).lean();

test('the year: sums, who gets a form, for whom something is missing, who is below the threshold', async () => {
  const thisYear = Number(today().slice(0, 4));
  expect(await list('')).toMatchObject({ year: thisYear - 1, isOver: true });
  expect(await list(`year=${thisYear}`)).toMatchObject({ isOver: false, total: 0 });
  expect(await list()).toEqual({
    year: 2025,
    years: Array.from({ length: thisYear - 2024 }, (_, index) => thisYear - index),
    isOver: true,
    hasPayer: true,
    threshold: 600,
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    sums: {
      missing: { count: 1, amount: 600 },
      ready: { count: 1, amount: 1234.56 },
      below: { count: 1, amount: 599.99 },
    },
    askable: 1,
    unknownType: { count: 0, amount: 0 },
    unsent: { count: 3, amount: 2434.55 },
    total: 3,
    rows: [
      {
        kind: 'affiliate',
        personID: missing,
        name: `Ada Affiliate ${missing}`,
        amount: 600,
        state: 'missing',
        problem: 'no tax id',
      },
      { kind: 'affiliate', personID: ready, name: `${HOSTILE} Ellis`, amount: 1234.56, state: 'ready' },
      { kind: 'affiliate', personID: below, name: `Ada Affiliate ${below}`, amount: 599.99, state: 'below' },
    ],
  });
  expect(await list('year=2025&state=below')).toMatchObject({ rows: [{ personID: below }], total: 1 });
  expect(await list('year=2025&page=2')).toMatchObject({ rows: [], total: 3 });
  for (const query of ['year=1999', 'year=9999', 'year=x', 'state=none', 'page=0'])
    expect((await clerk.get(`/api/tax-forms?${query}`)).status).toBe(400);
});

test('the file has the whole tax id, and no formula; the audit log has who made it, not what is in it', async () => {
  const { digest } = await list();
  const wanted = { year: 2025, part: 1, digest };
  const { status, body, headers } = await clerk.post('/api/tax-forms/file', wanted);
  expect([status, body.fileName]).toEqual([200, '1099-nec-2025-1.csv']);
  expect(headers.get('cache-control')).toBe('no-store');
  const [, row, ...more] = String(body.text).trimEnd().split('\r\n');
  expect(more).toEqual([]);
  expect(row).toContain(',SSN,219099999,I,,,HYPERLINK( http //x,,Ellis,');
  expect(row).toContain(',1234.56,');
  const [line] = await linesOf('tax-forms.downloaded');
  expect(line).toMatchObject({
    actor: { kind: 'administrator' },
    subject: { type: 'taxForms', id: '2025' },
    after: { part: 1, forms: 1, cents: 123_456 },
  });
  const refusal = async (sent: object) => {
    const answer = await clerk.post('/api/tax-forms/file', { ...wanted, ...sent });
    return [answer.status, Object.keys(answer.body.error.fields ?? {})];
  };
  expect(await refusal({ part: 2 })).toEqual([404, []]);
  expect(await refusal({ digest: '0'.repeat(64) })).toEqual([409, []]);
  expect(await refusal({ digest: 'x' })).toEqual([400, ['digest']]);
  expect(await refusal({ year: 9999 })).toEqual([400, ['year']]);
  expect(await refusal({ template: 'Form Type,Tax Year' })).toEqual([400, ['template']]);
  expect(await refusal({ template: '"open' })).toEqual([400, ['template']]);
  expect(await linesOf('tax-forms.downloaded')).toHaveLength(1);
});

test('copies show the last four digits to clerk and payee, in a document that can run and load nothing', async () => {
  const { digest } = await list();
  const copies = [
    await clerk.get(`/api/tax-forms/copies?year=2025&part=1&digest=${digest}`),
    await clerk.get(`/api/tax-forms/copy?year=2025&kind=affiliate&personID=${ready}`),
    await own.get(`/api/affiliate-tax-form?affiliateID=${ready}&year=2025`),
  ];
  const style = createHash('sha256').update(COPY_B_STYLE).digest('base64');
  for (const { status, text, headers } of copies) {
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^text\/html/);
    expect(headers.get('content-security-policy')).toContain(
      `default-src 'none'; style-src 'sha256-${style}'`,
    );
    expect(text).toContain('XXX-XX-9999');
    expect(text).toContain('$1,234.56');
    expect(text).not.toMatch(/219-?09-?9999|<script|Draft/);
  }
  expect((await own.get(`/api/affiliate-tax-forms?affiliateID=${ready}`)).body).toEqual([
    { year: 2025, amount: 1234.56 },
  ]);
  expect(
    (await linesOf('tax-forms.copies-made')).map(({ subject, after }) => [subject?.type, after]),
  ).toEqual([
    ['taxForms', { part: 1, forms: 1 }],
    ['affiliate', { year: 2025 }],
  ]);
  const clerkCopy = (personID: number, year = 2025) =>
    clerk.get(`/api/tax-forms/copy?year=${year}&kind=affiliate&personID=${personID}`);
  expect((await clerkCopy(missing)).status).toBe(404);
  expect((await clerkCopy(ready, 2026)).status).toBe(404);
  expect((await own.get(`/api/affiliate-tax-form?affiliateID=${ready}&year=2026`)).status).toBe(404);
  const { client: stranger } = await signedInAffiliate(app);
  expect((await stranger.get(`/api/affiliate-tax-form?affiliateID=${ready}&year=2025`)).status).toBe(403);
});

test('a request mails once, one payee or all; the log names who was asked, the list says when', async () => {
  const ask = (more: object) => clerk.post('/api/tax-forms/requests', { year: 2025, ...more });
  const requestID = randomUUID();
  const payee = { kind: 'affiliate', personID: missing };
  for (const asked of [{ requestID, payee }, { requestID, payee }, { requestID }])
    expect((await ask(asked)).body).toEqual({ asked: 1 });
  const mails = await MailModel.find({ kind: 'tax-id' }).lean();
  expect(mails).toMatchObject([{ to: `affiliate-${missing}@example.com` }]);
  expect(await app.queues.mail.getJobCounts()).toMatchObject({ waiting: 1 });
  expect(await linesOf('tax-id.asked')).toMatchObject([
    { subject: { type: 'affiliate', id: String(missing) }, after: { year: 2025, reason: 'no tax id' } },
  ]);
  expect((await list()).rows[0].askedAt).toMatch(/^\d{4}-/);
  await ask({ requestID: randomUUID() });
  expect(await MailModel.countDocuments({ kind: 'tax-id' })).toBe(2);
  expect((await ask({ requestID: randomUUID(), payee: { ...payee, personID: ready } })).status).toBe(404);
  expect((await ask({ requestID: 'x' })).status).toBe(400);
});

test('no other permission of the office opens it', async () => {
  const permissions = PERMISSIONS.filter((each) => each !== 'payroll.tax');
  const { client } = await signedInAdministrator(app, permissions);
  expect((await client.get('/api/tax-forms')).status).toBe(403);
  expect((await client.post('/api/tax-forms/file')).status).toBe(403);
});

test('no tax id is in logs, the audit log, the journal or mails', async () => {
  const everything = [
    app.logLines(),
    await AuditModel.find().lean(),
    await JournalModel.find().lean(),
    await MailModel.find().lean(),
    await list(),
  ];
  expect(JSON.stringify(everything)).not.toMatch(/219-?09-?9999/);
});
