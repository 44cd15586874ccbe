import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as domain from '@partnerdesk/domain';
import { readEnv } from '@partnerdesk/node';
import { builtProgram, freePort, waitFor } from '@partnerdesk/testing/services';

/*
 * Two hundred executions through the real servers while each of them is killed at random points, and late events
 * come in. Afterwards nobody is paid twice or never, and not a cent differs.
 */

const PERSONS = 20;
const DAYS = 10;
const KILLS = 12;
const CLIENTS = 8;
const AT_MOST_MS = 110_000;
const ADMIN = { emailAddress: 'clerk@example.com', password: 'a clerk’s password', firstName: 'Clerk' };

jest.setTimeout(AT_MOST_MS + 30_000);

const dir = mkdtempSync(join(tmpdir(), 'payroll-faults-'));
/** @type {Map<string, import('node:child_process').ChildProcess>} */
const running = new Map();
/** @type {Record<string, () => { command: string, args: string[] }>} */
let programs = {};
/** @type {NodeJS.ProcessEnv} */
let env = {};
let url = '';
let cookie = '';

const node = (/** @type {string[]} */ ...args) => ({ command: process.execPath, args });

/** @param {string} name */
function start(name) {
  const { command, args } = programs[name]();
  running.set(name, spawn(command, args, { env, stdio: 'ignore' }));
}

/** @param {string} name */
async function kill(name) {
  const child = running.get(name);
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** A server that could not start because another was away is started again, as a supervisor does. */
function keepAlive() {
  for (const [name, child] of running) if (child.exitCode !== null || child.signalCode !== null) start(name);
}

beforeAll(async () => {
  const [mongo, redis, bff] = [await freePort(), await freePort(), await freePort()];
  url = `http://127.0.0.1:${bff}`;
  env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATA_DIR: dir,
    PORT: String(bff),
    PUBLIC_URL: url,
    MONGO_URL: `mongodb://127.0.0.1:${mongo}/partnerdesk?directConnection=true`,
    REDIS_URL: `redis://127.0.0.1:${redis}`,
  };
  mkdirSync(join(dir, 'redis'));
  programs = {
    mongo: () =>
      node(
        builtProgram('packages/embedded-mongo/dist/main.js'),
        '--data',
        join(dir, 'mongo'),
        '--port',
        String(mongo),
      ),
    redis: () => ({
      command: 'redis-server',
      args: [
        '--port',
        String(redis),
        '--bind',
        '127.0.0.1',
        '--dir',
        join(dir, 'redis'),
        '--appendonly',
        'yes',
      ],
    }),
    worker: () => node(builtProgram('workers/dist/main.js')),
    bff: () => node(builtProgram('bff/dist/server.js')),
  };
  const { fieldKeys, businessTimezone, mongoUrl } = readEnv(env);
  domain.configureDomain({ fieldKeys, timeZone: businessTimezone });
  start('mongo');
  start('redis');
  await waitFor(() => domain.connectDatabase(mongoUrl).then(() => true), {
    what: 'the database',
    timeoutMs: 30_000,
  });
  await addLedger();
  start('worker');
  start('bff');
  await waitFor(signIn, { what: 'the web server', timeoutMs: 30_000 });
});

afterAll(async () => {
  for (const name of ['bff', 'worker']) await kill(name);
  await domain.disconnectDatabase();
  for (const name of ['redis', 'mongo']) await kill(name);
  rmSync(dir, { recursive: true, force: true });
});

async function signIn() {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ EmailAddress: ADMIN.emailAddress, Password: ADMIN.password }),
  });
  cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return answer.status === 200 && cookie !== '';
}

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
  await domain.createAdministrator({ ...ADMIN, permissions: ['payroll'] });
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

test('200 executions while worker, web server, Redis and database are killed: every cent is paid once', async () => {
  const asked = Array.from({ length: DAYS }, (_, day) =>
    Array.from({ length: PERSONS }, (_, person) => ({ affID: person + 1, endDate: dayOf(day) })),
  ).flat();
  expect(asked).toHaveLength(200);
  /** @type {any[]} */
  const answers = [];
  let done = false;
  const names = Object.keys(programs);
  /** @type {Set<string>} */
  const killed = new Set();

  const client = async () => {
    for (let next = asked.shift(); next; next = asked.shift()) {
      // A fast machine leaves half of them for after each server's first death.
      if (asked.length < 100)
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
      await kill(name);
      killed.add(name);
      await sleep(Math.random() * 300);
      keepAlive();
    }
  };
  const supervisor = async () => {
    while (!done) {
      await sleep(500);
      keepAlive();
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
  await Promise.all([clients, killer(), supervisor(), sender()]);
  const audit = await waitFor(() => domain.auditPayroll(), { what: 'the audit', timeoutMs: 20_000 });

  expect(killed.size).toBe(names.length);
  expect(answers).toHaveLength(200);
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
