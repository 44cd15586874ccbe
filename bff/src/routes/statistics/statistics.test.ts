/* One resource: its figures, days and comparisons are of the same events. */
import { addDays, STATISTICS_FIELDS } from '@partnerdesk/contracts';
import { DayTotalModel, importPeople, startOfDay, today } from '@partnerdesk/domain';
import { signCall } from '@partnerdesk/node';
import { atTime } from '@partnerdesk/testing';
import { LiveChanges, MAX_STREAMS_EACH } from '../../live/live-changes';
import { openStream as openStreamAt } from '../../testing/open-stream';
import { signedInAdministrator, signedInAffiliate } from '../../testing/people';
import { startTestApp, type TestApp } from '../../testing/test-app';
import type { TestClient } from '../../testing/test-client';

let app: TestApp;
let clerk: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  ({ client: clerk } = await signedInAdministrator(app, ['statistics']));
  await importPeople({
    affiliates: [{ affID: 1, trackID: 'T1', emailAddress: 'a@example.com', commission: 20 }],
    staff: [1, 2].map((staffID) => ({ staffID, emailAddress: `s${staffID}@example.com`, commission: 50 })),
  });
});
afterAll(() => app.close());

let sent = 0;

/** Sends events as the service does. */
async function send(...events: Record<string, unknown>[]) {
  const body = Buffer.from(JSON.stringify(events));
  const call = { method: 'POST', address: '/api/events', timestamp: String(Date.now()) };
  const answer = await app.client().send('POST', '/api/events', {
    headers: {
      'content-type': 'application/json',
      ...signCall(app.env.eventsSecret, call, body),
    },
    body,
  });
  expect([answer.status, answer.body.refused]).toEqual([200, []]);
}

const joined = {
  eventID: 'j1',
  type: 'member.joined',
  at: '2026-01-01T15:00:00Z',
  memberID: 1,
  trackID: 'T1',
};
const sale = (at: string, amountCents: number) => {
  sent += 1;
  return {
    eventID: `s${sent}`,
    type: 'sale',
    at,
    memberID: 1,
    amountCents,
    transactionType: 'initial',
  };
};
const tip = (at: string, staffID: number, amountCents: number) => {
  sent += 1;
  return { eventID: `t${sent}`, type: 'tip', at, memberID: 1, staffID, amountCents };
};

beforeAll(async () => {
  await send(
    joined,
    sale('2026-03-02T15:00:00Z', 1050),
    sale('2026-03-04T15:00:00Z', 250),
    tip('2026-03-04T15:00:00Z', 1, 300),
    tip('2026-03-04T16:00:00Z', 2, 425),
  );
});

const MARCH = 'startDate=3/1/2026&endDate=3/31/2026';

test('site: every name of docs/PRODUCT.md §3 in its order, money in dollars', async () => {
  const { status, body } = await clerk.get(`/api/admin-get-statistics?${MARCH}&statsType=1`);
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['adminSiteStatistics']);
  expect(Object.keys(body.adminSiteStatistics)).toEqual(STATISTICS_FIELDS.map(({ name }) => name));
  expect(body.adminSiteStatistics).toMatchObject({
    salesCount: 2,
    salesAmount: 13,
    payoutAmount: 2.6,
    tipsCount: 2,
    tipsAmount: 7.25,
    refundsCount: 0,
  });
});

test('staff: of one; of all with staffID 0, an empty one, or none', async () => {
  const staff = async (query: string) =>
    (await clerk.get(`/api/admin-get-statistics?${MARCH}&statsType=2${query}`)).body.adminStaffStatistics;
  const one = await staff('&staffID=2');
  expect(Object.keys(one)).toEqual(STATISTICS_FIELDS.filter((field) => field.staff).map(({ name }) => name));
  expect(one).toMatchObject({ tipsCount: 1, tipsAmount: 4.25 });
  for (const query of ['&staffID=0', '&staffID=', ''])
    expect(await staff(query)).toMatchObject({ tipsCount: 2, tipsAmount: 7.25 });
  expect(await staff('&staffID=99')).toMatchObject({ tipsCount: 0, tipsAmount: 0 });
});

test('a range without data is zeros', async () => {
  const { body } = await clerk.get(
    '/api/admin-get-statistics?startDate=2001-01-01&endDate=2001-12-31&statsType=1',
  );
  expect(new Set(Object.values(body.adminSiteStatistics))).toEqual(new Set([0]));
});

test('by day, with the period of the same length before', async () => {
  const range = 'startDate=3/3/2026&endDate=3/4/2026';
  const { body } = await clerk.get(`/api/admin-get-statistics-by-day?${range}&statsType=1`);
  expect(body.current).toMatchObject({ startDate: '2026-03-03', endDate: '2026-03-04' });
  expect(body.current.days).toEqual([
    { day: '2026-03-04', salesCount: 1, salesAmount: 2.5, payoutAmount: 0.5, tipsCount: 2, tipsAmount: 7.25 },
  ]);
  expect(body.previous).toMatchObject({ startDate: '2026-03-01', endDate: '2026-03-02' });
  expect(body.previous.statistics).toMatchObject({ salesCount: 1, salesAmount: 10.5 });
});

test('by day, with the same days of a year before', async () => {
  const query = 'startDate=3/1/2027&endDate=3/31/2027&statsType=1&compare=year';
  const { body } = await clerk.get(`/api/admin-get-statistics-by-day?${query}`);
  expect(body.previous).toMatchObject({ startDate: '2026-03-01', endDate: '2026-03-31' });
  expect(body.previous.statistics).toMatchObject({ salesCount: 2, salesAmount: 13 });
  const wrong = await clerk.get(`/api/admin-get-statistics-by-day?${MARCH}&compare=week`);
  expect([wrong.status, Object.keys(wrong.body.error.fields)]).toEqual([400, ['compare']]);
});

const PATHS = ['/api/admin-get-statistics', '/api/admin-get-statistics-by-day'];

test.each([...PATHS, '/api/statistics-by-hour', '/api/statistics-changes'])(
  '%s: 401 for visitors, 403 for the wrong role',
  async (path) => {
    const address = /changes|hour/.test(path) ? path : `${path}?${MARCH}&statsType=1`;
    expect((await app.client().get(address)).status).toBe(401);
    const { client: affiliate } = await signedInAffiliate(app);
    const { client: moderator } = await signedInAdministrator(app, ['moderation', 'payroll', 'accounts']);
    expect((await affiliate.get(address)).status).toBe(403);
    expect((await moderator.get(address)).status).toBe(403);
  },
);

test.each([
  ['', 'startDate'],
  ['startDate=3/1/2026', 'endDate'],
  ['startDate=3/2/2026&endDate=3/1/2026', 'endDate'],
  ['startDate=2/30/2026&endDate=3/1/2026', 'startDate'],
  ['startDate=2026-3-1&endDate=3/1/2026', 'startDate'],
  [`${MARCH}&statsType=3`, 'statsType'],
  [`${MARCH}&staffID=-1`, 'staffID'],
  [`${MARCH}&staffID=1.5`, 'staffID'],
  [`${MARCH}&staffID=x`, 'staffID'],
  ['startDate=1/1/1900&endDate=3/1/2026', 'body'],
])('%j names %s', async (query, field) => {
  for (const path of PATHS) {
    const { status, body } = await clerk.get(`${path}?${query}`);
    expect([status, Object.keys(body.error.fields)]).toEqual([400, expect.arrayContaining([field])]);
  }
});

test('missing dates are answered with the text of the screen', async () => {
  const { body } = await clerk.get('/api/admin-get-statistics?statsType=1');
  expect(body.error.message).toBe('Please select statistics date range');
});

const openStream = (client: TestClient) => openStreamAt(app, client, '/api/statistics-changes');

test('the stream reports the days that an ingest has changed, those of many in few messages', async () => {
  const stream = await openStream(clerk);
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(stream.response.headers.get('content-encoding')).toBeNull();
  await stream.readUntil(': open');
  await send(sale('2026-04-01T15:00:00Z', 100), sale('2026-04-03T15:00:00Z', 100));
  expect(await stream.readUntil('event: changed\ndata: {"days":["2026-04-01","2026-04-03"]}\n\n')).toBe(true);
  for (let count = 0; count < 20; count += 1) await send(sale(`2026-05-01T15:00:00Z`, 100));
  await send(sale('2026-06-01T15:00:00Z', 100));
  await stream.readUntil('2026-06-01');
  expect(stream.text().split('2026-05-01').length - 1).toBeLessThan(20);
  stream.close();
});

test('a change that another process publishes is reported too', async () => {
  const stream = await openStream(clerk);
  await stream.readUntil(': open');
  await app.redis.publish(`${app.prefix}:ledger-changes`, JSON.stringify(['2026-07-01']));
  expect(await stream.readUntil('2026-07-01')).toBe(true);
  stream.close();
});

test('a browser that goes away leaves nothing behind', async () => {
  const stream = await openStream(clerk);
  await stream.readUntil(': open');
  const before = app.liveChanges.size;
  stream.close();
  await expect(stream.readUntil('never')).rejects.toThrow();
  while (app.liveChanges.size >= before) await new Promise(setImmediate);
});

test('the stream ends when the server closes, and none is opened any more', async () => {
  const other = await startTestApp();
  const { client } = await signedInAdministrator(other, ['statistics']);
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(`${other.url}/api/statistics-changes`, { headers: { cookie } });
  await other.liveChanges.close();
  expect(await response.text()).toContain(': open');
  expect((await client.get('/api/statistics-changes')).status).toBe(503);
  await other.close();
});

test('Redis connections that break end the streams: the browser connects again and asks', async () => {
  const stream = await openStream(clerk);
  await stream.readUntil(': open');
  await app.redis.call('CLIENT', 'KILL', 'TYPE', 'PUBSUB');
  expect(await stream.readUntil('never')).toBe(false);
});

test.each([
  ['signs out', (client: TestClient) => client.post('/api/logout')],
  ['is signed out everywhere else', (client: TestClient) => endElsewhere(client)],
  ['is closed', () => changeClerk('close')],
])('a stream ends at once when its person %s', async (_, end) => {
  const { client, adminID } = await signedInAdministrator(app, ['statistics']);
  streaming = adminID;
  const stream = await openStream(client);
  await stream.readUntil(': open');
  await end(client);
  expect(await stream.readUntil('never')).toBe(false);
});
let streaming = 0;
const changeClerk = async (change: string) => {
  const { client } = await signedInAdministrator(app);
  await client.post(`/api/administrators/${streaming}/${change}`);
};
const endElsewhere = async (client: TestClient) => {
  const other = app.client();
  for (const [name, value] of client.cookies) other.cookies.set(name, value);
  await other.post('/api/end-other-sessions');
};

describe('streams that live for moments', () => {
  const PERSON = { kind: 'administrator', id: 1 } as const;
  const live = (times: { beatMs: number; lifetimeMs: number }) =>
    new LiveChanges({ redis: app.redis, prefix: app.prefix, onError: () => {}, times });

  test('one ends after its time, so that session and permission are checked again', async () => {
    const changes = live({ beatMs: 10, lifetimeMs: 100 });
    const stream = await changes.open(PERSON, async () => true, 'days');
    let text = '';
    for await (const chunk of stream) text += chunk;
    expect(text).toContain(': beat');
    expect(changes.size).toBe(0);
    await changes.close();
  });

  test('one person has so many at most; another may open theirs', async () => {
    const changes = live({ beatMs: 1000, lifetimeMs: 3_600_000 });
    const open = () => changes.open(PERSON, async () => true, 'days');
    await Promise.all(Array.from({ length: MAX_STREAMS_EACH }, open));
    await expect(open()).rejects.toMatchObject({ code: 'unavailable' });
    await changes.open({ kind: 'administrator', id: 2 }, async () => true, 'days');
    await changes.close();
  });

  test.each([
    ['says no', async () => false],
    ['fails', () => Promise.reject(new Error('the database is away'))],
  ])('one ends with the beat at which the check %s', async (_, isStillAllowed) => {
    const changes = live({ beatMs: 10, lifetimeMs: 3_600_000 });
    const stream = await changes.open(PERSON, isStillAllowed, 'days');
    for await (const _chunk of stream);
    expect(changes.size).toBe(0);
    await changes.close();
  });
});

test('figures follow an event of today', async () => {
  const range = `startDate=${today()}&endDate=${today()}`;
  const salesToday = async () =>
    (await clerk.get(`/api/admin-get-statistics?${range}&statsType=1`)).body.adminSiteStatistics.salesCount;
  const before = await salesToday();
  await send(sale(new Date().toISOString(), 100));
  expect(await salesToday()).toBe(before + 1);
  expect(await DayTotalModel.countDocuments({ kind: 'site', day: today() })).toBe(1);
});

/** Now, or as near to it as sales some minutes before and after are of the same day. */
function awayFromMidnight(): string {
  const [begin, end] = [startOfDay(today()).getTime(), startOfDay(addDays(today(), 1)).getTime()];
  return new Date(Math.min(Math.max(Date.now(), begin + 60_000), end - 600_000)).toISOString();
}

test('today by the hour, beside yesterday up to the same time', () =>
  atTime(awayFromMidnight(), async () => {
    const now = Date.now();
    const clock = new Intl.DateTimeFormat('en-US', {
      hour: '2-digit',
      hourCycle: 'h23',
      timeZone: app.env.businessTimezone,
    });
    // One of the two days may have 23 hours, or 25.
    const aDayAgo = [24, 23, 25].map((hours) => now - hours * 3_600_000);
    const byNow = aDayAgo.find((ms) => clock.format(ms) === clock.format(now)) ?? 0;
    const at = (ms: number) => new Date(ms).toISOString();
    const before = (await clerk.get('/api/statistics-by-hour')).body;
    await send(sale(at(now), 100), sale(at(byNow - 1000), 200), sale(at(byNow + 300_000), 400));
    const { body } = await clerk.get('/api/statistics-by-hour');
    const rise = (day: 'today' | 'yesterday') =>
      body[day].soFar.salesAmount - (before[day].soFar.salesAmount ?? 0);
    expect([body.today.day, body.yesterday.day]).toEqual([today(), addDays(today(), -1)]);
    expect([rise('today'), rise('yesterday')]).toEqual([1, 2]);
    const hour = Number(clock.format(now));
    expect(body.today.hours.at(-1)).toMatchObject({ hour, salesCount: expect.any(Number) });
  }));
