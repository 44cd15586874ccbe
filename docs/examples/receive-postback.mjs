// Receives postbacks; the secret of the screen Postbacks in the environment:
//   POSTBACK_SECRET=… PORT=8090 node receive-postback.mjs
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const MAX_AGE_MS = 5 * 60_000;
const EMPTY = createHash('sha256').update('').digest('hex');
const seen = new Set(); // A database's unique key, in earnest

function isGenuine({ method, url, headers }) {
  const timestamp = headers['x-timestamp'] ?? '';
  if (Math.abs(Date.now() - Number(timestamp)) > MAX_AGE_MS || headers['x-content-sha256'] !== EMPTY)
    return false;
  const text = `${timestamp}.${method} ${url}\n${EMPTY}`;
  const expected = createHmac('sha256', process.env.POSTBACK_SECRET).update(text).digest();
  const given = Buffer.from(headers['x-signature'] ?? '', 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const server = createServer((request, response) => {
  if (!isGenuine(request)) return response.writeHead(401).end();
  const call = Object.fromEntries(new URL(request.url, 'http://localhost').searchParams);
  // The same call may come again: it is answered as the first was, and counts once.
  if (!seen.has(call.id)) console.log(JSON.stringify(call));
  seen.add(call.id);
  response.writeHead(204).end();
});
server.listen(Number(process.env.PORT ?? 8090), '127.0.0.1', () =>
  console.log(`port ${server.address().port}`),
);
