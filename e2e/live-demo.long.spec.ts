import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { addDays, type BusinessDay } from '@partnerdesk/contracts';
import { expect, test } from '@playwright/test';
import { moveToEvening, signIn, startLive } from './support/live-demo';
import { newPlace, type Place, type StartedSystem } from './support/system';

/** The demo of `npm start` on its first day, and with the clock two weeks later. */
test.describe.configure({ mode: 'serial', timeout: 300_000 });

const DAYS_LATER = 14;
const PLAN = pathToFileURL(resolve(__dirname, '../scripts/lib/demo/day-plan.mjs')).href;

let place: Place;
let system: StartedSystem;
let firstDay: BusinessDay;
const start = async () => {
  system = await startLive(place);
};
const signedIn = (email: string) => signIn(system, email);

test.beforeAll(() => {
  place = newPlace('live-demo');
});
test.afterAll(async () => {
  system?.signal('SIGTERM');
  await system?.ended;
  await rm(place.dataDir, { recursive: true, force: true });
});

async function salesByDay(from: BusinessDay, to: BusinessDay): Promise<number[]> {
  const office = await signedIn('admin@example.com');
  const query = `startDate=${from}&endDate=${to}&statsType=1`;
  const answer = await office.get(`/api/admin-get-statistics-by-day?${query}`);
  const { current } = await answer.json();
  return current.days.map((day: { salesCount: number }) => day.salesCount);
}

/** Joins of the demo affiliate's visitors, by the days on which they followed a link. */
async function expectRatesBelowAll(from: BusinessDay, to: BusinessDay): Promise<void> {
  const affiliate = await signedIn('affiliate@example.com');
  const read = async () => {
    const query = `affiliateID=1&startDate=${from}&endDate=${to}&by=day`;
    const { rows } = await (await affiliate.get(`/api/link-report?${query}`)).json();
    return rows.map(
      ({ visitors, joins }: { visitors: number; joins: number }) => joins > 0 && joins < visitors / 5,
    );
  };
  // The worker stores clicks and counts joins within seconds.
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  await expect.poll(read, { timeout: 60_000 }).toEqual(Array.from({ length: days }, () => true));
}

/** How many sales the plan of a day has. */
async function plannedSales(day: BusinessDay): Promise<number> {
  const { planDay } = await import(PLAN);
  const start = Date.parse(day);
  const { events } = planDay(day, { start, end: start + 86_400_000 });
  return events.filter(({ type }: { type: string }) => type === 'sale').length;
}

async function expectCleanBooks(): Promise<void> {
  const args = [resolve(__dirname, '../scripts/audit-payroll.mjs'), '--data', place.dataDir];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: place.dataDir,
    env: place.env,
  });
  expect(stdout).toContain('Not a cent differs.');
}

test('on the first day the affiliate has sales today and yesterday, payments, clicks and several sources', async () => {
  firstDay = moveToEvening(place, 1);
  await start();
  const affiliate = await signedIn('affiliate@example.com');
  const figures = await (await affiliate.get('/api/quick-statistics?affID=1')).json();
  expect(figures.today).toBeGreaterThan(0);
  expect(figures.yesterday).toBeGreaterThan(0);
  const payments = await (
    await affiliate.get(
      `/api/member-payment-history?affiliateID=1&startDate=${addDays(firstDay, -120)}&endDate=${firstDay}`,
    )
  ).json();
  expect(payments.length).toBeGreaterThan(3);
  const paidOn = payments.map(({ dateCreated }: { dateCreated: string }) => dateCreated.slice(0, 10));
  expect(new Set(paidOn).size).toBe(payments.length);
  expect(paidOn[0] < firstDay).toBe(true);
  const sources: { tid: string; clicks: number }[] = await (
    await affiliate.get('/api/tracking-sources?affiliateID=1')
  ).json();
  expect(sources.filter(({ tid }) => tid).length).toBeGreaterThan(3);
  expect(sources.filter(({ clicks }) => clicks === 0)).toEqual([]);
  await expectCleanBooks();
});

test('the office has a group whose rates change, and affiliates to look at, also in payroll', async () => {
  const office = await signedIn('admin@example.com');
  const [group, ...more] = await (await office.get('/api/commission-groups')).json();
  expect(more).toEqual([]);
  expect(group).toMatchObject({ affiliates: 4, changes: [{ from: '' }, { from: addDays(firstDay, 7) }] });
  const rulesOf = async (affID: number) => {
    const signals = await (await office.get(`/api/fraud-signals?affID=${affID}`)).json();
    return signals.map(({ rule }: { rule: string }) => rule);
  };
  // The worker looks once a minute.
  const rules = () => Promise.all([12, 14, 21, 22, 33, 2].map(rulesOf));
  const shared = ['shared-account'];
  const own = ['own-sign-ups'];
  await expect.poll(rules, { timeout: 120_000 }).toEqual([shared, shared, own, own, ['refund-rate'], []]);
  const query = `affID=21&endDate=${firstDay}&payrollType=1`;
  expect(await (await office.get(`/api/generate-payroll?${query}`)).json()).toMatchObject([
    { affID: 21, openSignals: 1 },
  ]);
  const [refunded] = await (
    await office.get(`/api/generate-payroll?affID=33&endDate=${firstDay}&payrollType=1`)
  ).json();
  expect(refunded).toMatchObject({ affID: 33, openSignals: 1 });
  const payee = await (await office.get('/api/payee-payments?payrollType=1&personID=33')).json();
  expect(payee.signals).toEqual([expect.stringMatching(/^\d+\.\d% of \d+ sales in 90 days were refunded, /)]);
  const [affiliate] = await (await office.get('/api/get-affiliate-info?AffID=1')).json();
  expect(affiliate.dateCreated < addDays(firstDay, -365)).toBe(true);
});

test('a killed start leaves no simulator behind', async () => {
  const simulator = system.running().children.find(({ name }) => name === 'demo')?.pid ?? 0;
  expect(() => process.kill(simulator, 0)).not.toThrow();
  system.signal('SIGKILL');
  await system.ended;
  await expect.poll(() => existsSync(`/proc/${simulator}`), { timeout: 30_000 }).toBe(false);
});

test('two weeks later each missing day is filled once, and the books are right', async () => {
  const today = moveToEvening(place, 1 + DAYS_LATER);
  await start();
  const missing = Array.from({ length: DAYS_LATER - 1 }, (_, index) => addDays(firstDay, index + 1));
  const planned = await Promise.all(missing.map(plannedSales));
  expect(await salesByDay(missing[0] ?? '', missing.at(-1) ?? '')).toEqual(planned);
  expect(planned.every((count) => count > 20)).toBe(true);
  await expectRatesBelowAll(missing[0] ?? '', missing.at(-1) ?? '');

  system.signal('SIGKILL');
  await system.ended;
  await start();
  expect(await salesByDay(missing[0] ?? '', missing.at(-1) ?? '')).toEqual(planned);
  const affiliate = await signedIn('affiliate@example.com');
  const figures = await (await affiliate.get('/api/quick-statistics?affID=1')).json();
  expect(figures.today).toBeGreaterThan(0);
  expect(figures.yesterday).toBeGreaterThan(0);
  expect((await salesByDay(today, today))[0]).toBeGreaterThan(0);
  await expectCleanBooks();
});
