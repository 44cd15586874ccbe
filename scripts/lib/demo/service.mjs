import { Agent, request } from 'node:http';
import { ApiCallError, ApiClient, eventsCall } from '@partnerdesk/contracts';
import { signCall } from '@partnerdesk/node';

const TIMEOUT_MS = 20_000;
const CLICKS_AT_A_TIME = 4;

/** The product does not answer, or asks to come back later. */
export class Away extends Error {
  /**
   * @param {string} message
   * @param {number} [waitMs] how long it asks to wait
   */
  constructor(message, waitMs = 0) {
    super(message);
    this.waitMs = waitMs;
  }
}

/** The chat and phone service of the demo, as the product knows it: signed calls, and visitors who follow links. */
export class DemoService {
  /**
   * @param {string} url of the product
   * @param {string} secret EVENTS_SECRET
   */
  constructor(url, secret) {
    this.url = url;
    this.client = new ApiClient({ url, fetch: signedFetch(secret) });
    this.agent = new Agent({ keepAlive: true, maxSockets: CLICKS_AT_A_TIME });
  }

  /**
   * What the product refuses stays out: the demo goes on without it.
   * @template {import('@partnerdesk/contracts').Call} C
   * @param {C} call
   * @param {import('@partnerdesk/contracts').ArgsOf<C>} input
   * @throws {Away}
   */
  async send(call, ...input) {
    await this.client.call(call, ...input).catch((error) => {
      if (!(error instanceof ApiCallError)) throw error;
    });
  }

  /**
   * @param {import('./day-plan.mjs').DayPlan['events']} events
   * @throws {Away}
   */
  async sendEvents(events) {
    const body = new TextEncoder().encode(JSON.stringify(events)).buffer;
    if (events.length > 0) await this.send(eventsCall, { body });
  }

  /**
   * @param {import('./day-plan.mjs').DayPlan['clicks']} clicks
   * @throws {Away}
   */
  async follow(clicks) {
    const left = [...clicks];
    const work = async () => {
      for (let click = left.shift(); click; click = left.shift()) await this.#followOne(click);
    };
    await Promise.all(Array.from({ length: CLICKS_AT_A_TIME }, work));
  }

  /** @param {import('./day-plan.mjs').DayPlan['clicks'][number]} click @returns {Promise<void>} */
  #followOne({ trackID, tid, lp, visitor }) {
    const query = new URLSearchParams({ ...(tid && { tid }), ...(lp && { lp }) });
    const address = new URL(`/partner/${trackID}?${query}`, this.url);
    const headers = { 'user-agent': browserOf(visitor) };
    return new Promise((resolve, reject) => {
      const call = request(address, { agent: this.agent, headers, timeout: TIMEOUT_MS }, (answer) => {
        answer.resume();
        const { statusCode = 0 } = answer;
        const waitMs = Number(answer.headers['retry-after']) * 1000 || 0;
        const isAway = statusCode === 429 || statusCode >= 500;
        answer.once('end', () =>
          isAway ? reject(new Away(`the answer was ${statusCode}`, waitMs)) : resolve(),
        );
        answer.once('error', (error) => reject(new Away(error.message)));
      });
      call.once('timeout', () => call.destroy(new Error('no answer in time')));
      call.once('error', (error) => reject(new Away(error.message)));
      call.end();
    });
  }
}

/** All visitors come from this machine: their browsers differ. @param {number} visitor */
function browserOf(visitor) {
  const version = `${120 + (visitor % 30)}.0.${visitor % 7919}.${visitor % 211}`;
  const system = ['Windows NT 10.0; Win64; x64', 'Macintosh; Intel Mac OS X 10_15_7', 'X11; Linux x86_64'][
    visitor % 3
  ];
  return `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version} Safari/537.36`;
}

/**
 * Signs what the client sends.
 * @param {string} secret
 * @returns {import('@partnerdesk/contracts').Fetch}
 */
function signedFetch(secret) {
  return async (address, { method, headers, body = '' }) => {
    const { pathname, search } = new URL(address);
    const bytes = typeof body === 'string' ? Buffer.from(body) : Buffer.from(body);
    const call = { method, address: pathname + search, timestamp: String(Date.now()) };
    const answer = await fetch(address, {
      method,
      headers: { ...headers, ...signCall(secret, call, bytes) },
      body: bytes,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error) => {
      throw new Away(error.message);
    });
    if (answer.status === 429 || answer.status >= 500)
      throw new Away(
        `the answer was ${answer.status}`,
        Number(answer.headers.get('retry-after')) * 1000 || 0,
      );
    return answer;
  };
}
