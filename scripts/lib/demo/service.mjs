import { ApiCallError, ApiClient, eventsCall } from '@partnerdesk/contracts';
import { signCall } from '@partnerdesk/node';
import { inTurns } from '../in-turns.mjs';

const TIMEOUT_MS = 20_000;
const CLICKS_AT_A_TIME = 4;

/** The product does not answer, or asks to come back later. */
export class Away extends Error {
  /** @param {string} message @param {number} [waitMs] how long it asks to wait */
  constructor(message, waitMs = 0) {
    super(message);
    this.waitMs = waitMs;
  }
}

/** The chat and phone service of the demo, as the product knows it: signed calls, and visitors who follow links. */
export class DemoService {
  /** @param {string} url of the product @param {string} secret EVENTS_SECRET */
  constructor(url, secret) {
    this.url = url;
    this.client = new ApiClient({ url, fetch: signedFetch(secret) });
  }

  /**
   * What the product refuses stays out: the demo goes on without it.
   * @template {import('@partnerdesk/contracts').Call} C
   * @param {C} call @param {import('@partnerdesk/contracts').ArgsOf<C>} input @throws {Away}
   */
  async send(call, ...input) {
    await this.client.call(call, ...input).catch((error) => {
      if (!(error instanceof ApiCallError)) throw error;
    });
  }

  /** @param {import('./day-plan.mjs').DayPlan['events']} events @throws {Away} */
  async sendEvents(events) {
    const body = new TextEncoder().encode(JSON.stringify(events)).buffer;
    if (events.length > 0) await this.send(eventsCall, { body });
  }

  /** @param {import('./day-plan.mjs').DayPlan['clicks']} clicks @throws {Away} */
  async follow(clicks) {
    await inTurns(clicks, CLICKS_AT_A_TIME, async ({ trackID, tid, lp, visitor }) => {
      const query = new URLSearchParams({ ...(tid && { tid }), ...(lp && { lp }) });
      const address = `${this.url}/partner/${trackID}?${query}`;
      const headers = { 'user-agent': browserOf(visitor) };
      await (await ask(address, { headers, redirect: 'manual' })).arrayBuffer();
    });
  }
}

const SYSTEMS = ['Windows NT 10.0; Win64; x64', 'Macintosh; Intel Mac OS X 10_15_7', 'X11; Linux x86_64'];

/** All visitors come from this machine: their browsers differ. @param {number} visitor */
function browserOf(visitor) {
  const version = `${120 + (visitor % 30)}.0.${visitor % 7919}.${visitor % 211}`;
  const system = SYSTEMS[visitor % SYSTEMS.length];
  return `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version} Safari/537.36`;
}

/** Signs what the client sends. @param {string} secret @returns {import('@partnerdesk/contracts').Fetch} */
function signedFetch(secret) {
  return async (address, { method, headers, body = '' }) => {
    const { pathname, search } = new URL(address);
    const bytes = Buffer.from(/** @type {string} */ (body));
    const call = { method, address: pathname + search, timestamp: String(Date.now()) };
    return ask(address, { method, headers: { ...headers, ...signCall(secret, call, bytes) }, body: bytes });
  };
}

/** @param {string} address @param {RequestInit} how @throws {Away} */
async function ask(address, how) {
  const answer = await fetch(address, { ...how, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((error) => {
    throw new Away(error.message);
  });
  const waitMs = Number(answer.headers.get('retry-after')) * 1000 || 0;
  if (answer.status === 429 || answer.status >= 500)
    throw new Away(`the answer was ${answer.status}`, waitMs);
  return answer;
}
