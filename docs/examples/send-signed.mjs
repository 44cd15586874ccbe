// Sends a file to a signed call; URL and EVENTS_SECRET in the environment:
//   node send-signed.mjs /api/events events.json application/json
//   node send-signed.mjs '/api/photos?type=4&memberID=7' picture.jpg image/jpeg
import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';

const [address, file, type] = process.argv.slice(2);
const body = readFileSync(file);
const timestamp = String(Date.now());
const digest = createHash('sha256').update(body).digest('hex');
const text = `${timestamp}.POST ${address}\n${digest}`;
const signature = createHmac('sha256', process.env.EVENTS_SECRET).update(text).digest('hex');

const answer = await fetch(process.env.URL + address, {
  method: 'POST',
  headers: {
    'Content-Type': type,
    'X-Timestamp': timestamp,
    'X-Content-SHA256': digest,
    'X-Signature': signature,
  },
  body,
});
console.log(await answer.text());
process.exitCode = answer.ok ? 0 : 1;
