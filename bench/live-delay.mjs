import { createHmac } from 'node:crypto';

/**
 * How long it takes from sending an event, as the service does, until the stream of a screen that shows its day has
 * notified of it.
 * @param {{ url: string, cookie: string, secret: string, rounds: number }} system
 * @returns {Promise<number[]>} ms, one a round
 */
export async function liveDelays({ url, cookie, secret, rounds }) {
  const ended = new AbortController();
  const stream = await fetch(`${url}/api/statistics-changes`, { headers: { cookie }, signal: ended.signal });
  const reader = /** @type {ReadableStream<Uint8Array>} */ (stream.body).getReader();
  const decoder = new TextDecoder();
  /** @type {number[]} */
  const delays = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    await sendTip({ url, secret, eventID: `live-${began}` });
    for (let text = ''; !text.includes('event: changed'); ) {
      text += decoder.decode((await reader.read()).value, { stream: true });
    }
    delays.push(performance.now() - began);
  }
  ended.abort();
  return delays;
}

/** @param {{ url: string, secret: string, eventID: string }} call */
async function sendTip({ url, secret, eventID }) {
  const at = new Date().toISOString();
  const body = JSON.stringify([{ eventID, type: 'tip', at, memberID: 1, staffID: 1, amountCents: 100 }]);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  const answer = await fetch(`${url}/api/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-timestamp': timestamp, 'x-signature': signature },
    body,
  });
  if (!answer.ok) throw new Error(`the event was refused: ${answer.status} ${await answer.text()}`);
}
