import { setTimeout as sleep } from 'node:timers/promises';
import { cookiesOf } from '../sign-in.mjs';

/** A request without an answer after this hangs (ms): far above the servers' own deadline. */
const HANG_MS = 40_000;
/** The few calls that wait for a payroll have two minutes. */
const LONG_HANG_MS = 140_000;
const WAITS_FOR_PAYROLL = /^\/api\/(generate|execute)-payroll\?/;

const NONE = { ms: 0, path: '' };

/** What the load's requests came to. */
export class Tally {
  requests = 0;
  hanging = 0;
  /** Sessions that were gone before they had ended. */
  lostSessions = 0;
  /** The longest of each kind (ms, as the caller waited: a pause of the server itself included) and its path. */
  longest = { request: NONE, 'wait for a payroll': NONE, stream: NONE };
  /** Requests without success by kind: a status, or the code of a connection's failure. @type {Record<string, number>} */
  errors = {};

  /** @param {string} kind */
  fail(kind) {
    this.errors[kind] = (this.errors[kind] ?? 0) + 1;
  }

  /** @param {keyof Tally['longest']} kind @param {string} path @param {number} started time (ms since 1970) */
  took(kind, path, started) {
    const ms = Date.now() - started;
    if (ms > this.longest[kind].ms) this.longest[kind] = { ms, path: path.replace(/\?.*/, '') };
  }
}

export const posted = (/** @type {unknown} */ body) => ({ method: 'POST', body: JSON.stringify(body) });

/** One user or server that calls whichever web server answers, each with a session of its own. */
export class Caller {
  cookie = '';

  /**
   * @param {{ urls: string[], tally: Tally, random: import('./random.mjs').Random, isOver: () => boolean }} how
   *   `urls`: of the web servers; the first is the public origin
   * @param {{ EmailAddress: string, Password: string }} [who] signs in
   */
  constructor(how, who) {
    this.how = how;
    this.who = who;
    const { between } = how.random;
    // Limits count by address: each caller has its own.
    this.address = `10.${between(0, 255)}.${between(0, 255)}.${between(1, 254)}`;
  }

  /**
   * One request; undefined: no answer.
   * @param {string} path @param {RequestInit & { headers?: Record<string, string> }} [request]
   * @returns {Promise<{ status: number, body: any, headers: Headers } | undefined>}
   */
  async once(path, { headers = {}, ...init } = {}) {
    const { urls, tally, random } = this.how;
    const started = Date.now();
    const long = WAITS_FOR_PAYROLL.test(path);
    tally.requests += 1;
    try {
      const usual = { 'content-type': 'application/json', origin: urls[0], 'x-forwarded-for': this.address };
      const answer = await fetch(`${random.pick(urls)}${path}`, {
        ...init,
        headers: { ...usual, ...(this.cookie && { cookie: this.cookie }), ...headers },
        signal: AbortSignal.timeout(long ? LONG_HANG_MS : HANG_MS),
      });
      const text = await answer.text();
      if (answer.status >= 400) tally.fail(String(answer.status));
      const isJson = answer.headers.get('content-type')?.includes('json') && text;
      return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text };
    } catch (error) {
      const { name, cause } = /** @type {any} */ (error);
      if (name === 'TimeoutError') tally.hanging += 1;
      tally.fail(name === 'TimeoutError' ? 'no answer' : (cause?.code ?? name));
      return undefined;
    } finally {
      tally.took(long ? 'wait for a payroll' : 'request', path, started);
    }
  }

  /**
   * The same request until it is decided, by an answer below 500 that is no limit, or the time is over.
   * @param {string} path @param {Parameters<Caller['once']>[1]} [request] @returns {ReturnType<Caller['once']>}
   */
  async decided(path, request) {
    while (!this.how.isOver()) {
      const answer = await this.once(path, request);
      if (answer && answer.status < 500 && answer.status !== 429) return answer;
      await sleep(this.how.random.between(50, 400));
    }
    return undefined;
  }

  /** Signs in until it succeeds, or the time is over. */
  async enter() {
    this.cookie = '';
    while (!this.how.isOver()) {
      const answer = await this.once('/api/login', posted(this.who));
      if (answer?.status === 200 && answer.body.result === 1) {
        this.cookie = cookiesOf(answer) ?? '';
        return;
      }
      await sleep(this.how.random.between(100, 500));
    }
  }

  /**
   * A call of somebody who is signed in; one whose session is gone, which is counted, signs in again.
   * @param {string} path @param {Parameters<Caller['once']>[1]} [request]
   */
  async asUser(path, request) {
    const answer = await this.decided(path, request);
    if (answer?.status !== 401) return answer;
    this.how.tally.lostSessions += 1;
    await this.enter();
    return this.decided(path, request);
  }
}
