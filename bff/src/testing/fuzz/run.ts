import { setImmediate } from 'node:timers/promises';
import { PERMISSIONS } from '@partnerdesk/contracts';
import { makeApiKey, SYSTEM_ACTOR } from '@partnerdesk/domain';
import {
  addPicture,
  ingest,
  makeAffiliate,
  makeMember,
  makeSale,
  makeStaff,
  pictureBytes,
  TEST_PASSWORD,
  tip,
} from '@partnerdesk/testing';
import fc from 'fast-check';
import { DELAYS, LIMITS } from '../../middleware/rate-limit';
import { type PayrollWorker, startPayrollWorker } from '../payroll-worker';
import { signedInAdministrator, signedInAffiliate } from '../people';
import { type Answer, Reference } from '../reference';
import { startTestApp, type TestApp } from '../test-app';
import type { TestClient } from '../test-client';
import { type FuzzRequest, Line } from './deliver';
import { drawRequest, resourceOf } from './draw-request';
import type { Draw, Pool } from './draw-value';
import { type Endpoint, everyEndpoint } from './endpoints';
import { Learned } from './learned';
import { type Write, watchWrites } from './writes';

/** What a run came to. */
interface FuzzOutcome {
  requests: number;
  /** Answers by their status; `none`: the connection ended without one. */
  statuses: Record<string, number>;
  /** Endpoints that never answered a success. */
  neverSucceeded: string[];
  /** The first request of each kind of fault, as text. */
  faults: string[];
}

/** Far above what a run comes to: limits would hide what lies behind them. */
const UNLIMITED = { max: 1e9, windowMs: 3_600_000 };
const UNDELAYED = { free: 1e9, longestMs: 1 };
const PEOPLE = 6;
/** A server notices within so long that a connection has ended. */
const NOTICED_MS = 50;

/**
 * These are written when a call is refused, too: what was asked by whom or by which key, and payroll's runs, which end in
 * the refusal.
 */
const WRITTEN_ON_REFUSAL = new Set([
  ...['auditLog', 'counters', 'payrollRuns', 'payrollRunPages', 'resultRuns', 'emailClaims', 'apiKeys'],
]);
/** What the worker does after these is not the next request's doing. */
const ENQUEUES =
  /^(GET .api.generate-payroll|POST .api.(execute-payroll|pay-files|payroll-approvals|payment-results))/;
/** Ready only with a worker that beats. */
const MAY_BE_UNREADY = new Set(['GET /readyz']);

type Role = 'visitor' | 'affiliate' | 'office' | 'nobody';

/**
 * Sends requests drawn from a seed and the published reference to every endpoint in turn, and notes what is wrong with
 * their answers, such as one that the reference does not have.
 */
export async function fuzz({ requests, seed }: { requests: number; seed: number }): Promise<FuzzOutcome> {
  const app = await startTestApp({
    watched: true,
    limits: Object.fromEntries(Object.keys(LIMITS).map((name) => [name, UNLIMITED])),
    delays: Object.fromEntries(Object.keys(DELAYS).map((name) => [name, UNDELAYED])),
    env: { NODE_ENV: 'development', PAYROLL_APPROVAL: seed % 2 ? 'single' : 'four-eyes' },
  });
  const worker = startPayrollWorker(app);
  const run = new Run(app, worker);
  try {
    await run.prepare();
    await fc.assert(
      fc.asyncProperty(fc.gen(), (draw) => run.step(draw)),
      { seed, numRuns: requests, endOnFailure: true },
    );
    return run.outcome;
  } finally {
    run.close();
    await worker.close();
    await app.close();
  }
}

class Run {
  readonly #app: TestApp;
  readonly #worker: PayrollWorker;
  readonly #line: Line;
  readonly #writes: { take: () => Write[] };
  readonly #clients = new Map<Role, TestClient>();
  readonly #faults = new Map<string, string>();
  readonly #statuses: Record<string, number> = {};
  readonly #succeeded = new Set<string>();
  readonly #learned = new Learned();
  #reference!: Reference;
  #endpoints: Endpoint[] = [];
  #files: Pool['files'] = {};
  #affID = 0;
  #apiKey = '';
  #sent = 0;
  #linesRead = 0;

  constructor(app: TestApp, worker: PayrollWorker) {
    this.#app = app;
    this.#worker = worker;
    this.#line = new Line(Number(new URL(app.url).port));
    this.#writes = watchWrites();
  }

  get outcome(): FuzzOutcome {
    return {
      requests: this.#sent,
      statuses: this.#statuses,
      neverSucceeded: this.#endpoints.map(({ name }) => name).filter((name) => !this.#succeeded.has(name)),
      faults: [...this.#faults.values()],
    };
  }

  /** People, pictures and earnings that requests may name. */
  async prepare(): Promise<void> {
    const at = new Date(Date.now() - 40 * 86_400_000).toISOString();
    for (let index = 0; index < PEOPLE; index += 1) {
      const affiliate = await makeAffiliate({ paymentType: 2, payPalUserName: 'payee@example.com' });
      const { memberID } = await makeMember({}, { affiliate, at });
      const { staffID } = await makeStaff({ status: 0 });
      await makeSale({ memberID, at });
      const made = await makeApiKey(affiliate.affID, { name: 'fuzz', days: 30 }, { actor: SYSTEM_ACTOR });
      this.#apiKey = made.key;
      await ingest(tip(`tip-${index}`, memberID, staffID, 1000, at));
      await addPicture({ type: ((index % 4) + 1) as 1 });
    }
    const results = ['101 ', '6', 'Transaction ID,Status\n1,Success\n', 'a;b\n"', '\r\n'.repeat(50)].map(
      (text) => Buffer.from(text),
    );
    this.#files = {
      'POST /api/photos': [
        await pictureBytes(1),
        await pictureBytes(2, { format: 'gif' }),
        Buffer.from('GIF89a'),
      ],
      'POST /api/payment-results': results,
      'POST /api/payment-results/marks': results,
    };
    await this.#signIn('office');
    const published = (await this.#clients.get('office')?.get('/api/openapi.json'))?.body;
    this.#reference = new Reference(published);
    this.#endpoints = everyEndpoint(published);
    await this.#signIn('nobody');
    await this.#signIn('affiliate');
    this.#writes.take();
  }

  async step(draw: Draw): Promise<void> {
    const endpoint = this.#endpoints[this.#sent % this.#endpoints.length] as Endpoint;
    this.#sent += 1;
    const role = this.#roleFor(draw, endpoint);
    const cookie = [...(this.#clients.get(role)?.cookies ?? [])].map((pair) => pair.join('=')).join('; ');
    const { publicUrl, eventsSecret } = this.#app.env;
    const request = drawRequest(draw, endpoint, this.#pool(), {
      cookie,
      origin: publicUrl,
      secret: eventsSecret,
      apiKey: this.#apiKey,
    });
    const answer = await this.#line
      .send(request)
      .catch((error: Error) => this.#note('hang', endpoint, request, error.message));
    if (!answer) return;
    if (answer.status === undefined) await this.#logged();
    if (ENQUEUES.test(endpoint.name)) await this.#worker.idle();
    this.#statuses[answer.status ?? 'none'] = (this.#statuses[answer.status ?? 'none'] ?? 0) + 1;
    this.#judge(endpoint, request, answer);
    if (answer.status === 401 && role !== 'visitor' && !(await this.#isSignedIn(role)))
      await this.#signIn(role);
  }

  /** Until the server has noticed that the caller is gone: what it logs belongs to this request. */
  async #logged(): Promise<void> {
    const until = Date.now() + NOTICED_MS;
    while (Date.now() < until && !this.#app.logLines(this.#linesRead).some(({ msg }) => msg === 'request'))
      await setImmediate();
  }

  #judge(endpoint: Endpoint, request: FuzzRequest, answer: Answer): void {
    const { status, text } = answer;
    const writes = this.#writes.take();
    const failures = this.#failuresLogged();
    if (failures.length) this.#note(`failure: ${failures[0]}`, endpoint, request, failures.join('\n'));
    if (status === undefined) {
      if (request.delivery !== 'cut-off') this.#note('no answer', endpoint, request, '');
      return;
    }
    if (status < 400) {
      this.#succeeded.add(endpoint.name);
      this.#learned.learn(text, resourceOf(endpoint.path));
    }
    if (status >= 500 && !MAY_BE_UNREADY.has(endpoint.name))
      this.#note(`answer ${status}`, endpoint, request, text);
    const outside = this.#reference.problemOf(endpoint.operation, request.method, answer);
    if (outside) this.#note(`outside of its reference: ${outside}`, endpoint, request, text);
    const wrong = status >= 400 ? writes.filter(({ collection }) => !WRITTEN_ON_REFUSAL.has(collection)) : [];
    if (wrong.length) {
      const named = wrong.map(({ command, collection }) => `${command} ${collection}`).join(', ');
      this.#note(`refused with ${status}, but wrote: ${named}`, endpoint, request, text);
    }
  }

  /** What the server has logged as its own failure since the last request. */
  #failuresLogged(): string[] {
    const lines = this.#app.logLines(this.#linesRead);
    this.#linesRead += lines.length;
    return lines
      .filter(({ level }) => level === 'error' || Number(level) >= 50)
      .map((line) => JSON.stringify(line));
  }

  #note(what: string, { name }: Endpoint, request: FuzzRequest, found: string): undefined {
    const kind = `${name}: ${what.replace(/.*"message":"/, 'failure: ').slice(0, 60)}`;
    const { method, target, headers, body, delivery } = request;
    const shown = body ? ` ${delivery} ${body.toString().slice(0, 600)}` : '';
    if (!this.#faults.has(kind))
      this.#faults.set(
        kind,
        `${name}: ${what}\n  ${method} ${target.slice(0, 600)} ${JSON.stringify(headers).slice(0, 600)}${shown}\n  ${found.slice(0, 2000)}`,
      );
    return undefined;
  }

  /** Mostly somebody whom the endpoint lets in. */
  #roleFor(draw: Draw, { who }: Endpoint): Role {
    if (draw(fc.nat, 9) === 0)
      return draw(fc.constantFrom, 'visitor', 'affiliate', 'office', 'nobody') as Role;
    if (who === 'anybody' || who === 'service') return 'visitor';
    if (who === 'signed-in') return draw(fc.constantFrom, 'affiliate', 'office') as Role;
    return who === 'affiliate' ? 'affiliate' : 'office';
  }

  async #isSignedIn(role: Role): Promise<boolean> {
    return (await this.#clients.get(role)?.get('/api/sessions'))?.status === 200;
  }

  async #signIn(role: Role): Promise<void> {
    if (role === 'affiliate') {
      const { client, affiliate } = await signedInAffiliate(this.#app);
      this.#affID = affiliate.affID;
      this.#clients.set(role, client);
    } else {
      const permissions = role === 'office' ? PERMISSIONS : [];
      this.#clients.set(role, (await signedInAdministrator(this.#app, permissions)).client);
    }
    this.#writes.take();
  }

  #pool(): Pool {
    const ids = Array.from({ length: PEOPLE + 2 }, (_, index) => index);
    return {
      ids,
      emails: [
        'a@example.com',
        'affiliate-1@example.com',
        'admin-1@example.com',
        'ünï@exämple.com',
        'B@EXAMPLE.COM',
      ],
      texts: [
        '1/15/2026',
        '2026-01-31',
        '12/31/2025',
        'a fresh passphrase',
        'ann',
        'payee@example.com',
        'a@example.com',
        'too low a quality',
        TEST_PASSWORD,
      ],
      files: this.#files,
      named: {
        ...this.#learned.named,
        affID: [this.#affID, this.#affID, this.#affID, 1],
        affiliateID: [this.#affID],
        AffID: [this.#affID],
        Password: [TEST_PASSWORD],
        ConfirmPassword: [TEST_PASSWORD],
        ':trackID': ['abc', 'x'.repeat(33)],
        ':folder': ['members', 'operators'],
        ':name': ['aff_index', 'home_top'],
        ':change': ['permissions', 'close', 'reopen', 'end-sessions', 'reset-second-factor', 'invite-again'],
      },
    };
  }

  close(): void {
    this.#line.close();
  }
}
