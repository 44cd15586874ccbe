import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as domain from '@partnerdesk/domain';
import { builtProgram, waitFor } from '@partnerdesk/testing/services';
import { FAULT_ADMIN, FAULT_LOGIN, FaultSystem } from './lib/fault-system.mjs';
import { signIn } from './lib/sign-in.mjs';

/*
 * Executions through the real servers while each of them is killed at random points, and late events
 * come in. Afterwards nobody is paid twice or never, and not a cent differs.
 */

const PERSONS = 20;
const DAYS = 10;
const KILLS = 12;
const CLIENTS = 8;
const AT_MOST_MS = 110_000;

const dir = mkdtempSync(join(tmpdir(), 'payroll-faults-'));
const system = new FaultSystem(dir);
let url = '';
let cookie = '';

beforeAll(async () => {
  builtProgram('bff/dist/server.js');
  await system.prepare({ env: { LOG_LEVEL: 'silent' } });
  url = /** @type {string} */ (system.urls[0]);
  system.start('mongo');
  system.start('redis');
  await system.connect();
  await addLedger();
  system.start('worker1');
  system.start('bff1');
  cookie = /** @type {string} */ (
    await waitFor(() => signIn(url, FAULT_LOGIN), { what: 'the web server', timeoutMs: 30_000 })
  );
});

afterAll(async () => {
  await domain.disconnectDatabase();
  await system.stop();
  rmSync(dir, { recursive: true, force: true });
});

const dayOf = (/** @type {number} */ index) => `2026-03-${String(index + 1).padStart(2, '0')}`;

/** @param {number} person @param {number} day @param {string} id */
const sale = (person, day, id) => ({
  eventID: id,
  type: 'sale',
  at: `${dayOf(day)}T15:00:00Z`,
  memberID: person,
  amountCents: 1000 + person + day,
  transactionType: 'initial',
});

async function addLedger() {
  const persons = Array.from({ length: PERSONS }, (_, index) => index + 1);
  await domain.importPeople({
    affiliates: persons.map((affID) => ({
      affID,
      trackID: `T${affID}`,
      emailAddress: `aff${affID}@example.com`,
      firstName: 'Ann',
      lastName: `Number ${affID}`,
      commission: 20,
    })),
  });
  await domain.createAdministrator({ ...FAULT_ADMIN, permissions: ['payroll'] });
  const joined = persons.map((memberID) => ({
    eventID: `join-${memberID}`,
    type: 'member.joined',
    at: '2026-02-28T15:00:00Z',
    memberID,
    trackID: `T${memberID}`,
  }));
  const sales = persons.flatMap((person) =>
    Array.from({ length: DAYS }, (_, day) => sale(person, day, `s${person}-${day}`)),
  );
  await domain.ingestEvents([...joined, ...sales].map((value, index) => ({ line: index + 1, value })));
}

/**
 * Executes one person's payroll, again and again until it is answered, as a clerk would.
 * @param {number} affID
 * @param {string} endDate
 */
async function execute(affID, endDate) {
  for (;;) {
    try {
      const answer = await fetch(
        `${url}/api/execute-payroll?affID=${affID}&endDate=${endDate}&payrollType=1`,
        {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: url, cookie },
          body: '{}',
          signal: AbortSignal.timeout(20_000),
        },
      );
      const body = /** @type {any} */ (await answer.json());
      if (answer.status === 200) return body;
      // Nothing is open through this day: a later one was executed before.
      if (answer.status === 409 && body.error.message === 'There is no payroll data') return undefined;
    } catch {
      // A server is away: ask again.
    }
    await sleep(100);
  }
}

test('executions while worker, web server, Redis and database are killed: every cent is paid once', async () => {
  const asked = Array.from({ length: DAYS }, (_, day) =>
    Array.from({ length: PERSONS }, (_, person) => ({ affID: person + 1, endDate: dayOf(day) })),
  ).flat();
  const total = asked.length;
  /** @type {any[]} */
  const answers = [];
  let done = false;
  const { names } = system;
  /** @type {Set<string>} */
  const killed = new Set();

  const client = async () => {
    for (let next = asked.shift(); next; next = asked.shift()) {
      // A fast machine leaves half of them for after each server's first death.
      if (asked.length < total / 2)
        await waitFor(() => killed.size === names.length, {
          what: 'the death of every server',
          timeoutMs: AT_MOST_MS,
        });
      answers.push({ ...next, body: await execute(next.affID, next.endDate) });
    }
  };
  const killer = async () => {
    for (let count = 0; count < KILLS && !done; count += 1) {
      await sleep(200 + Math.random() * 1200);
      const name = /** @type {string} */ (names[count % names.length]);
      await system.end(name);
      killed.add(name);
      await sleep(Math.random() * 300);
      system.start(name);
    }
  };
  let late = 0;
  const sender = async () => {
    while (!done) {
      const value = sale((late % PERSONS) + 1, late % DAYS, `late${late}`);
      try {
        await domain.ingestEvents([{ line: 1, value }]);
        late += 1;
      } catch {
        // Not acknowledged: the same again.
      }
      await sleep(50);
    }
  };

  const clients = Promise.all(Array.from({ length: CLIENTS }, client)).finally(() => {
    done = true;
  });
  await Promise.all([clients, killer(), sender()]);
  const audited = () => {
    // The part that was killed last may have found its port taken when it started again.
    system.keepAlive();
    return domain.auditPayroll();
  };
  const audit = await waitFor(audited, { what: 'the audit', timeoutMs: 20_000 });

  expect(killed.size).toBe(names.length);
  expect(answers).toHaveLength(total);
  expect(audit.differences).toEqual([]);
  expect(audit.entries).toBe(PERSONS * DAYS + late);
  expect(audit.paidCents + audit.openCents).toBe(audit.entriesCents);
  const payrolls = new Map((await domain.PayrollModel.find().lean()).map((one) => [one._id, one]));
  for (const { affID, endDate, body } of answers) {
    if (!body) continue;
    const payroll = payrolls.get(body.payrollID);
    expect(payroll).toMatchObject({ personID: affID, endPeriod: endDate });
    expect(Math.round(body.amount * 100)).toBe(payroll?.amountCents);
  }
});
