import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as domain from '@partnerdesk/domain';
import { builtProgram, waitFor } from '@partnerdesk/testing/services';
import { FAULT_ADMIN, FAULT_LOGIN, FaultSystem } from './lib/fault-system.mjs';
import { signIn } from './lib/sign-in.mjs';

/** Requests at a time; each is followed by the next. */
const CALLERS = 8;
const LOOK_MS = 25;

const dir = mkdtempSync(join(tmpdir(), 'rolling-'));
const system = new FaultSystem(dir);

beforeAll(async () => {
  builtProgram('bff/dist/server.js');
  await system.prepare({ servers: 2, workers: 0, env: { DRAIN_MS: '2000', LOG_LEVEL: 'silent' } });
  for (const name of system.names) system.start(name);
  await waitFor(async () => (await readyUrls()).length === 2, { what: 'both servers', timeoutMs: 60_000 });
  await system.connect();
  await domain.createAdministrator({ ...FAULT_ADMIN, permissions: ['statistics'] });
});

afterAll(async () => {
  await domain.disconnectDatabase();
  await system.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** What a proxy would send requests to. */
async function readyUrls() {
  const answers = await Promise.all(
    system.urls.map(async (url) => {
      try {
        return (await fetch(`${url}/readyz?for=proxy`, { signal: AbortSignal.timeout(1000) })).ok;
      } catch {
        return false;
      }
    }),
  );
  return system.urls.filter((_, index) => answers[index]);
}

test('servers are restarted one after the other under load without a failed request', async () => {
  const origin = /** @type {string} */ (system.urls[0]);
  const cookie = /** @type {string} */ (await signIn(origin, FAULT_LOGIN));
  let ready = await readyUrls();
  let over = false;
  /** @type {unknown[]} */
  const failures = [];
  let answered = 0;
  const proxy = (async () => {
    for (; !over; await new Promise((next) => setTimeout(next, LOOK_MS))) ready = await readyUrls();
  })();
  const caller = async (/** @type {number} */ number) => {
    for (let count = number; !over; count += 1) {
      const url = ready[count % ready.length];
      const path = count % 2 ? '/api/session' : '/api/office-dashboard';
      try {
        const answer = await fetch(`${url}${path}`, { headers: { cookie } });
        await answer.text();
        if (answer.status === 200) answered += 1;
        else failures.push(answer.status);
      } catch (error) {
        failures.push(String(/** @type {Error} */ (error).cause ?? error));
      }
    }
  };
  const callers = Array.from({ length: CALLERS }, (_, number) => caller(number));
  for (const name of ['bff1', 'bff2']) {
    expect(await system.end(name, 'SIGTERM')).toBe(0);
    const meanwhile = answered;
    await waitFor(() => answered > meanwhile + 20, { what: 'the other server to serve on' });
    system.start(name);
    await waitFor(() => ready.length === 2, { what: `${name} to be ready again`, timeoutMs: 30_000 });
  }
  over = true;
  await Promise.all([proxy, ...callers]);
  expect([failures, answered > 50]).toEqual([[], true]);
});
