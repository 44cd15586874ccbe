import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type BusinessDay, businessDayOf } from '@partnerdesk/contracts';
import { type APIRequestContext, expect, request } from '@playwright/test';
import { type Place, type StartedSystem, startSystem } from './system';
import { TIME_ZONE } from './time-zone';

const CLOCK = resolve(__dirname, '../../scripts/lib/moved-clock.cjs');
/** By then each day of the demo has sales, at whatever hour the tests run. */
const EVENING_HOUR = 18;
const MS_PER_HOUR = 3_600_000;

/**
 * Moves the clock of what is started in this place to an evening.
 * @param days after today
 * @returns that business day
 */
export function moveToEvening(place: Place, days: number): BusinessDay {
  const now = Date.now();
  const hourOf = new Intl.DateTimeFormat('en-US', { timeZone: TIME_ZONE, hour: 'numeric', hourCycle: 'h23' });
  const aheadMs = (days * 24 + EVENING_HOUR - Number(hourOf.format(now))) * MS_PER_HOUR;
  place.env = { ...place.env, NODE_OPTIONS: `--require ${CLOCK}`, CLOCK_MOVED_MS: String(aheadMs) };
  return businessDayOf(now + aheadMs, TIME_ZONE);
}

/** Starts the demo as a person does, and waits until the days that were missing are filled. */
export async function startLive(place: Place): Promise<StartedSystem> {
  const before = timesFilled(place);
  const system = await startSystem(place, []);
  await expect.poll(() => timesFilled(place), { timeout: 120_000 }).toBe(before + 1);
  return system;
}

/** How many times it has gone on. */
function timesFilled({ dataDir }: Place): number {
  const log = join(dataDir, 'logs', 'demo.log');
  return existsSync(log) ? (readFileSync(log, 'utf8').match(/^The demo goes on: /gm)?.length ?? 0) : 0;
}

/** A person of the demo, for calls of the API. */
export async function signIn(system: StartedSystem, email: string): Promise<APIRequestContext> {
  const api = await request.newContext({ baseURL: system.url, extraHTTPHeaders: { origin: system.url } });
  const answer = await api.post('/api/login', { data: { EmailAddress: email, Password: 'demo-pass-1' } });
  expect(await answer.json()).toMatchObject({ result: 1 });
  return api;
}
