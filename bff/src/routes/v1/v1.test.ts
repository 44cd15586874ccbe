import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import {
  type ApiKeyMade,
  type ApiReference,
  curlExample,
  v1FiguresCall,
  v1PaymentsCall,
  v1SalesCall,
  v1SourcesCall,
} from '@partnerdesk/contracts';
import {
  ApiKeyModel,
  AuditModel,
  EntryModel,
  executePayroll,
  markPayments,
  SYSTEM_ACTOR,
  setAffiliateStatus,
} from '@partnerdesk/domain';
import { ingest, joined, refund, sale, TEST_PASSWORD } from '@partnerdesk/testing';
import { joiOf } from '../../calls/joi-of';
import { signedInAffiliate } from '../../testing/people';
import { startTestApp, type TestApp } from '../../testing/test-app';

const run = promisify(execFile);
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ limits: { apiKey: { max: 30, windowMs: 60_000 } } });
});
afterAll(() => app.close());

const MARCH = 'from=2026-03-01&to=2026-03-31';
let lastMember = 0;

/** An affiliate with a key. */
async function withKey() {
  const { client, affiliate } = await signedInAffiliate(app);
  const made = (await client.post('/api/api-keys', { name: 'My program', days: 30 })).body as ApiKeyMade;
  const get = (call: string, key = made.key) =>
    app.client().get(`/api/v1/${call}`, { authorization: `Bearer ${key}` });
  return { client, affiliate, made, get };
}

/** Five sales of $10 at one instant, one of $20 later, and a refund of $5. */
async function withSales(trackID: string): Promise<void> {
  lastMember += 1;
  const [member, at] = [lastMember, '2026-03-02T15:00:00Z'];
  const ids = [1, 2, 3, 4, 5].map((number) => `s${member}-${number}`);
  await ingest(
    { ...joined(member, trackID), tid: 'blog', lp: 'home' },
    ...ids.map((id) => sale(id, member, 1000, at)),
    sale(`late${member}`, member, 2000, '2026-03-05T15:00:00Z'),
    refund(`r${member}`, `s${member}-1`, 500, '2026-03-06T15:00:00Z'),
  );
}

test('a key is shown once, and kept as a hash; its making and end are in the audit log', async () => {
  const { client, affiliate, made, get } = await withKey();
  expect(made.key).toMatch(/^pdk_/);
  expect(JSON.stringify(await ApiKeyModel.findById(made.id).lean())).not.toContain(made.key.slice(25));
  expect((await client.get('/api/api-keys')).body).toEqual([
    expect.objectContaining({ id: made.id, name: 'My program', lastUsedAt: null }),
  ]);
  expect((await get('sources')).status).toBe(200);
  expect((await client.get('/api/api-keys')).body[0].lastUsedAt).not.toBeNull();
  expect((await client.send('DELETE', `/api/api-keys/${made.id}`, json({}))).status).toBe(200);
  expect((await get('sources')).status).toBe(401);
  const lines = await AuditModel.find({ 'actor.id': affiliate.affID, 'actor.kind': 'affiliate' }).lean();
  expect(lines.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['api-key.made', 'api-key.revoked']),
  );
  expect(JSON.stringify(lines)).not.toContain(made.key.slice(25));
});

const json = (body: unknown) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

test('a key is refused when it is wrong, over, or of a closed account; a session is none, and a key no session', async () => {
  const { client, made, get } = await withKey();
  expect((await get('sources', `${made.key.slice(0, -1)}!`)).status).toBe(401);
  expect((await get('sources', `${made.key.slice(0, -4)}AAAA`)).status).toBe(401);
  expect((await client.get('/api/v1/sources')).status).toBe(401);
  const asKey = { authorization: `Bearer ${made.key}` };
  expect((await app.client().get('/api/postback', asKey)).status).toBe(401);
  await ApiKeyModel.updateOne({ _id: made.id }, { $set: { expiresAt: new Date() } });
  expect((await get('sources')).status).toBe(401);
});

test.each([
  [
    'a new password',
    async ({ client, affiliate }: Awaited<ReturnType<typeof withKey>>) => {
      const NewPassword = 'a fresh and long one';
      const change = { AffID: affiliate.affID, NewPassword, ConfirmNewPassword: NewPassword };
      await client.post('/api/update-affiliate-password', change);
    },
  ],
  [
    'closing the account, also once it is open again',
    async ({ affiliate: { affID, version } }: Awaited<ReturnType<typeof withKey>>) => {
      const reason = 'Asked for by mail';
      const by = { actor: SYSTEM_ACTOR };
      await setAffiliateStatus({ affID, version, status: 2, reason, by });
      await setAffiliateStatus({ affID, version: version + 1, status: 1, reason, by });
    },
  ],
])('%s ends every key, and those made afterwards work', async (_, change) => {
  const one = await withKey();
  expect((await one.get('sources')).status).toBe(200);
  await change(one);
  expect((await one.get('sources')).status).toBe(401);
  const client = app.client();
  for (const Password of [TEST_PASSWORD, 'a fresh and long one'])
    await client.post('/api/login', { EmailAddress: one.affiliate.emailAddress, Password });
  expect((await client.get('/api/api-keys')).body).toEqual([]);
  const { key } = (await client.post('/api/api-keys', { name: 'Next', days: 30 })).body;
  expect((await one.get('sources', key)).status).toBe(200);
});

test('another affiliate’s key is not found, a key needs a name and a term, and there are 20 at most', async () => {
  const { made } = await withKey();
  const { client } = await signedInAffiliate(app);
  expect((await client.send('DELETE', `/api/api-keys/${made.id}`, json({}))).status).toBe(404);
  expect((await client.post('/api/api-keys', { name: ' ', days: 31 })).body.error.fields).toMatchObject({
    name: 'Please enter a name',
    days: expect.any(String),
  });
  const make = () => client.post('/api/api-keys', { name: 'x', days: 30 });
  for (let count = 0; count < 19; count += 1) await make();
  // All at once they are never more than one at a time would be.
  await Promise.all(Array.from({ length: 10 }, make));
  expect((await client.get('/api/api-keys')).body.length).toBeLessThanOrEqual(20);
  await make();
  expect((await client.get('/api/api-keys')).body).toHaveLength(20);
  expect((await client.post('/api/api-keys', { name: 'x', days: 30 })).status).toBe(409);
});

test('figures, sources, sales and payments are those of the key’s owner, in the documented shapes', async () => {
  const { affiliate, get } = await withKey();
  await withSales(affiliate.trackID);
  await withSales((await signedInAffiliate(app)).affiliate.trackID);
  const items = [{ personID: affiliate.affID }];
  await executePayroll({ payrollType: 1, endDate: '2026-03-31', items, by: SYSTEM_ACTOR });
  const answers = {
    figures: (await get(`figures?${MARCH}`)).body,
    sources: (await get('sources')).body,
    sales: (await get(`sales?${MARCH}`)).body,
    payments: (await get('payments')).body,
  };
  for (const [{ answer }, body] of [
    ...[[v1FiguresCall, answers.figures] as const, [v1SourcesCall, answers.sources] as const],
    ...[[v1SalesCall, answers.sales] as const, [v1PaymentsCall, answers.payments] as const],
  ])
    expect(joiOf(answer).validate(body, { convert: false }).error).toBeUndefined();
  expect(answers.figures.data[0]).toEqual({ day: '2026-03-02', sales: 50, payout: 15 });
  expect(answers.sources.data).toEqual([
    { tid: 'blog', lp: 'home', clicks: 0, joins: 1, sales: 65, payout: 19.5 },
  ]);
  expect(answers.sales.data).toHaveLength(7);
  expect(answers.sales.data[0]).toMatchObject({ type: 'refund', amount: -5, payout: -1.5 });
  expect(answers.payments.data).toMatchObject([{ amount: 19.5, endPeriod: '2026-03-31' }]);
  const [{ paymentID, returned }] = answers.payments.data;
  expect(returned).toBeUndefined();
  const by = { actor: SYSTEM_ACTOR };
  await markPayments({ payrollIDs: [paymentID], state: 'returned', reason: 'R02', by });
  expect((await get('payments')).body.data).toMatchObject([{ paymentID, returned: true }]);
});

test('pages of any size add up to all rows, also where instants are the same', async () => {
  const { affiliate, get } = await withKey();
  await withSales(affiliate.trackID);
  for (const limit of [1, 2, 3]) {
    const seen: number[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body } = await get(`sales?${MARCH}&limit=${limit}${cursor && `&cursor=${cursor}`}`);
      seen.push(...body.data.map((row: { amount: number }) => row.amount));
      cursor = body.next;
    }
    expect(seen).toEqual([-5, 20, 10, 10, 10, 10, 10]);
  }
});

test('a run of rebills of one instant is read to its end', async () => {
  const { affiliate, get } = await withKey();
  const payee = `affiliate:${affiliate.affID}`;
  const [at, day] = [new Date('2026-03-02T15:00:00Z'), '2026-03-02'];
  const rebills = Array.from({ length: 11_500 }, (_, index) => ({
    _id: `event:${payee}:${index}`,
    ...{ payee, type: 'sale', at, day, postedDay: day, saleID: index + 1, amountCents: 100, payoutCents: 20 },
  }));
  await EntryModel.collection.insertMany(rebills as never[]);
  const seen = new Set<number>();
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { status, body } = await get(`sales?${MARCH}&limit=1000${cursor && `&cursor=${cursor}`}`);
    expect(status).toBe(200);
    for (const { saleID } of body.data) seen.add(saleID);
    cursor = body.next;
  }
  expect(seen.size).toBe(rebills.length);
  await EntryModel.deleteMany({ payee });
});

test('the page after a source of the longest name is answered', async () => {
  const { affiliate, get } = await withKey();
  // Of all letters a control character makes the longest cursor.
  for (const letter of ['\u0001', '語']) {
    lastMember += 1;
    const longest = letter.repeat(100);
    await ingest({ ...joined(lastMember, affiliate.trackID), tid: longest, lp: longest });
  }
  const first = (await get('sources?limit=1')).body;
  const second = await get(`sources?limit=1&cursor=${first.next}`);
  expect(second.status).toBe(200);
  const tids = [...first.data, ...second.body.data].map(({ tid }) => tid[0]).sort();
  expect([tids, second.body.next]).toEqual([['\u0001', '語'], null]);
});

test.each([
  ['sales?from=2026-03-01', 'to'],
  ['figures?from=2026-03-02&to=2026-03-01', 'to'],
  ['figures?from=2024-01-01&to=2026-03-01', 'to'],
  ['sources?limit=1001', 'limit'],
  ['sources?cursor=bm9uc2Vuc2U', 'cursor'],
  [`sales?${MARCH}&cursor=eyJhdCI6MX0`, 'cursor'],
  ['payments?page=2', 'page'],
])('%s is refused by the name of %s', async (call, field) => {
  const { get } = await withKey();
  const { status, body } = await get(call);
  expect({ status, fields: Object.keys(body.error.fields) }).toEqual({ status: 400, fields: [field] });
});

test('calls are limited by key, with the time to wait', async () => {
  const { get } = await withKey();
  const answers = [];
  for (let count = 0; count < 31; count += 1) answers.push(await get('sources'));
  expect(answers.map(({ status }) => status)).toEqual([...Array<number>(30).fill(200), 429]);
  expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('the reference names every call of it, and each of its examples runs, as does the one that reads pages', async () => {
  const { affiliate, made } = await withKey();
  await withSales(affiliate.trackID);
  const { body } = await app.client().get('/api/v1/openapi.json');
  const { paths } = body as ApiReference;
  expect(Object.keys(paths)).toEqual(
    ['figures', 'sources', 'sales', 'payments'].map((name) => `/api/v1/${name}`),
  );
  const env = { ...process.env, API_KEY: made.key, URL: app.url };
  for (const [at, { get }] of Object.entries(paths)) {
    expect(get?.summary).not.toBe('');
    const { stdout } = await run('sh', ['-c', `${curlExample(app.url, at, get?.parameters ?? [])} -s`], {
      env,
    });
    expect(JSON.parse(stdout)).toMatchObject({ data: expect.any(Array), next: null });
  }
  const example = path.join(__dirname, '../../../../docs/examples/read-sales.mjs');
  const { stdout } = await run(process.execPath, [example, '2026-03-01', '2026-03-31'], { env });
  expect(stdout.trim().split('\n')).toHaveLength(7);
});
