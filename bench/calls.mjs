import { Agent, request } from 'node:http';
import { signIn } from '../scripts/lib/sign-in.mjs';
import { saleOf } from './data.mjs';
import { repeating } from './frame.mjs';

/** Signs in. @param address that the visitor comes from @returns the session's cookies */
export async function enter(url, login, address) {
  const cookies = await signIn(url, login, address);
  if (!cookies) throw new Error(`${login.EmailAddress} could not sign in`);
  return cookies;
}

let sent = 0;

/** So many senders, each with one event a call, one call after the other. */
export function senders(secret, urls, count, persons) {
  const agent = new Agent({ keepAlive: true, maxSockets: count });
  return repeating(count, (index) => {
    sent += 1;
    // After both payrolls: what is sent under load changes no reviewed balance, and touches the same people.
    const event = saleOf(`live${sent}`, (sent % persons) + 1, '2026-03-20');
    return post(agent, urls[index % urls.length], secret, JSON.stringify([event]));
  });
}

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
