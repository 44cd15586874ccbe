import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type APIRequestContext, expect, request } from '@playwright/test';
import { type Place, type StartedSystem, startSystem } from './system';

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
