import { Agent, request } from 'node:http';
import { signIn } from '../scripts/lib/sign-in.mjs';
import { saleOf } from './data.mjs';
import { repeating } from './frame.mjs';

/**
 * @param {string} url
 * @param {{ EmailAddress: string, Password: string }} login
 * @param {string} [address] that the visitor comes from
 * @returns {Promise<string>} the session's cookies
 */
export async function enter(url, login, address) {
  const cookies = await signIn(url, login, { address });
  if (!cookies) throw new Error(`${login.EmailAddress} could not sign in`);
  return cookies;
}

let sent = 0;

/**
 * So many senders, each with one event a call, one call after the other.
 * @param {string} secret
 * @param {string[]} urls
 * @param {number} count
 * @param {number} persons
 */
export function senders(secret, urls, count, persons) {
  const agent = new Agent({ keepAlive: true, maxSockets: count });
  return repeating(count, (index) => {
    sent += 1;
    // After both payrolls: what is sent under load changes no reviewed balance, and touches the same people.
    const event = saleOf(`live${sent}`, (sent % persons) + 1, '2026-03-20');
    return post(agent, urls[index % urls.length], secret, JSON.stringify([event]));
  });
}

/** @param {Agent} agent @param {string} url @param {string} secret @param {string} body @returns {Promise<void>} */
async function post(agent, url, secret, body) {
  const { signCall } = await import('@partnerdesk/node');
  const call = { method: 'POST', address: '/api/events', timestamp: String(Date.now()) };
  const proof = signCall(secret, call, Buffer.from(body));
  const headers = { ...proof, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const sending = request(`${url}/api/events`, { method: 'POST', agent, headers }, (answer) => {
      answer.resume();
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve() : reject(new Error(`events: ${answer.statusCode}`)),
      );
    });
    sending.on('error', reject);
    sending.end(body);
  });
}

/**
 * How long it takes from sending an event, as the service does, until the stream of a screen that shows its day has
 * notified of it.
 * @param {{ url: string, cookie: string, secret: string, rounds: number }} system
 * @returns {Promise<number[]>} ms, one a round
 */
export async function liveDelays({ url, cookie, secret, rounds }) {
  const ended = new AbortController();
  const agent = new Agent({ keepAlive: true });
  const stream = await fetch(`${url}/api/statistics-changes`, { headers: { cookie }, signal: ended.signal });
  const reader = stream.body.getReader();
  const decoder = new TextDecoder();
  const delays = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    const tip = { eventID: `live-${began}`, type: 'tip', memberID: 1, staffID: 1, amountCents: 100 };
    await post(agent, url, secret, JSON.stringify([{ ...tip, at: new Date().toISOString() }]));
    for (let text = ''; !text.includes('event: changed'); )
      text += decoder.decode((await reader.read()).value, { stream: true });
    delays.push(performance.now() - began);
  }
  ended.abort();
  agent.destroy();
  return delays;
}
