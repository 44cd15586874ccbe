import { Agent, request } from 'node:http';

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
   * @param {typeof import('@partnerdesk/node').signCall} signCall
   */
  constructor(url, secret, signCall) {
    this.url = url;
    this.secret = secret;
    this.signCall = signCall;
    this.agent = new Agent({ keepAlive: true, maxSockets: CLICKS_AT_A_TIME });
  }

  /**
   * @param {string} address path and query
   * @param {string} type
   * @param {Buffer} body
   * @throws {Away}
   */
  async post(address, type, body) {
    const call = { method: 'POST', address, timestamp: String(Date.now()) };
    const headers = { 'content-type': type, ...this.signCall(this.secret, call, body) };
    const answer = await fetch(this.url + address, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error) => {
      throw new Away(error.message);
    });
    await answer.arrayBuffer();
    if (answer.status === 429 || answer.status >= 500)
      throw new Away(
        `the answer was ${answer.status}`,
        Number(answer.headers.get('retry-after')) * 1000 || 0,
      );
    return answer.status;
  }

  /**
   * @param {import('./day-plan.mjs').DayPlan['events']} events
   * @throws {Away}
   */
  async sendEvents(events) {
    if (events.length > 0)
      await this.post('/api/events', 'application/json', Buffer.from(JSON.stringify(events)));
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
