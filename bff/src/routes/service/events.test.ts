import { createHmac } from 'node:crypto';
import { connect } from 'node:net';
import { EventModel } from '@partnerdesk/domain';
import { signCall } from '@partnerdesk/node';
import { startTestApp, type TestApp } from '../../testing/test-app';
import type { TestAnswer } from '../../testing/test-client';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

let count = 0;
const joined = () => {
  count += 1;
  return { eventID: `e${count}`, type: 'member.joined', at: '2026-01-05T12:00:00Z', memberID: count };
};

interface Signing {
  timestamp?: string;
  secret?: string;
  type?: string;
  /** What is signed instead. */
  address?: string;
  signedBody?: string;
  /** Further headers, or others than those of the signature. */
  headers?: Record<string, string>;
}

/** As the service calls: no origin, no cookie. */
async function send(
  body: string | Buffer,
  signing: Signing = {},
): Promise<Pick<TestAnswer, 'status' | 'body'>> {
  const { timestamp = String(Date.now()), address = '/api/events', secret = app.env.eventsSecret } = signing;
  const signed = signCall(
    secret,
    { method: 'POST', address, timestamp },
    Buffer.from(signing.signedBody ?? body),
  );
  const response = await fetch(`${app.url}/api/events`, {
    method: 'POST',
    headers: {
      'content-type': signing.type ?? 'application/json',
      ...signed,
      ...signing.headers,
    },
    body,
  });
  return { status: response.status, body: await response.json() };
}

test('a signed array is taken in; the same again changes nothing', async () => {
  const body = JSON.stringify([joined(), joined()]);
  expect(await send(body)).toEqual({
    status: 200,
    body: { accepted: 2, waiting: 0, duplicates: 0, refused: [] },
  });
  expect(await send(body)).toEqual({
    status: 200,
    body: { accepted: 0, waiting: 0, duplicates: 2, refused: [] },
  });
});

test('seconds do as well as milliseconds', async () => {
  const answer = await send(JSON.stringify([joined()]), { timestamp: String(Math.floor(Date.now() / 1000)) });
  expect(answer.body.accepted).toBe(1);
});

test('newline-delimited JSON: a broken line is refused by itself, empty lines count as lines only', async () => {
  const lines = [JSON.stringify(joined()), '', '{"eventID":', JSON.stringify(joined()), ''];
  const answer = await send(lines.join('\r\n'), { type: 'application/x-ndjson' });
  expect(answer.status).toBe(200);
  expect(answer.body.accepted).toBe(2);
  expect(answer.body.refused).toEqual([{ line: 3, reason: 'This line is not valid JSON' }]);
});

test('a line that is no text is refused by itself', async () => {
  const body = Buffer.concat([Buffer.from(JSON.stringify(joined())), Buffer.from([0x0a, 0xff, 0xfe])]);
  const answer = await send(body, { type: 'application/x-ndjson' });
  expect(answer.body).toMatchObject({ accepted: 1, refused: [{ line: 2 }] });
});

test('a malformed event is refused with its place and a reason, the rest goes in', async () => {
  const bad = { ...joined(), type: 'sale', amountCents: 1.5 };
  const answer = await send(JSON.stringify([bad, joined(), null, 7]));
  expect(answer.body.accepted).toBe(1);
  expect(answer.body.refused.map(({ line }: { line: number }) => line)).toEqual([1, 3, 4]);
  expect(answer.body.refused[0]).toMatchObject({ eventID: bad.eventID, reason: expect.any(String) });
});

test.each(['tid', 'lp', 's1', 's5'])('10,000 characters of %s are refused by the name', async (field) => {
  const long = { ...joined(), trackID: 'T1', [field]: 'x'.repeat(10_000) };
  const { status, body } = await send(JSON.stringify([long, joined()]));
  expect({ status, accepted: body.accepted }).toEqual({ status: 200, accepted: 1 });
  expect(body.refused).toEqual([
    { line: 1, eventID: long.eventID, reason: expect.stringContaining(`"${field}" length must be`) },
  ]);
  expect(body.refused[0].reason.length).toBeLessThan(200);
});

test('nothing is an array too', async () => {
  expect((await send('[]')).body).toEqual({ accepted: 0, waiting: 0, duplicates: 0, refused: [] });
});

test('a thousand go in, one more is refused as a whole', async () => {
  const thousand = Array.from({ length: 1000 }, joined);
  expect((await send(JSON.stringify(thousand))).body.accepted).toBe(1000);
  const more = Array.from({ length: 1001 }, joined);
  const lines = more.map((event) => JSON.stringify(event)).join('\n');
  for (const answer of [
    await send(JSON.stringify(more)),
    await send(lines, { type: 'application/x-ndjson' }),
    await send('\n'.repeat(10_001), { type: 'application/x-ndjson' }),
  ]) {
    expect([answer.status, answer.body.error.code]).toEqual([413, 'payload_too_large']);
  }
  expect(await EventModel.exists({ _id: more[0]?.eventID })).toBeNull();
});

describe('signatures', () => {
  const minutesAgo = (minutes: number) => String(Date.now() - minutes * 60_000);

  test.each<[string, () => Signing]>([
    ['another secret', () => ({ secret: 'x'.repeat(32) })],
    ['none', () => ({ headers: { 'x-signature': '' } })],
    ['one of another length', () => ({ headers: { 'x-signature': 'abc' } })],
    ['upper case letters', () => ({ headers: { 'x-signature': 'A'.repeat(64) } })],
    ['one for another endpoint', () => ({ address: '/api/profiles' })],
    ['one for another query', () => ({ address: '/api/events?x=1' })],
    ['one for another body', () => ({ signedBody: '[]' })],
    ['another digest than the signed one', () => ({ headers: { 'x-content-sha256': 'f'.repeat(64) } })],
    ['no timestamp', () => ({ timestamp: '' })],
    ['a timestamp six minutes old', () => ({ timestamp: minutesAgo(6) })],
    ['a timestamp six minutes ahead', () => ({ timestamp: minutesAgo(-6) })],
    ['a timestamp in words', () => ({ timestamp: 'now' })],
    ['a negative timestamp', () => ({ timestamp: '-1' })],
  ])('%s is refused', async (_, signing) => {
    const event = joined();
    const answer = await send(JSON.stringify([event]), signing());
    expect([answer.status, answer.body.error.code]).toEqual([401, 'bad_signature']);
    expect(await EventModel.exists({ _id: event.eventID })).toBeNull();
  });

  test('four minutes old is let in', async () => {
    expect((await send('[]', { timestamp: minutesAgo(4) })).status).toBe(200);
  });

  test('the time is part of what is signed', async () => {
    const later = String(Date.now() + 60_000);
    expect((await send('[]', { headers: { 'x-timestamp': later } })).status).toBe(401);
  });

  /** As callers signed before there was a digest: over time and body. */
  const sendUndigested = async (body: string, time = String(Date.now())) => {
    const signature = createHmac('sha256', app.env.eventsSecret).update(`${time}.${body}`).digest('hex');
    const answer = await fetch(`${app.url}/api/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-timestamp': time, 'x-signature': signature },
      body,
    });
    return answer.status;
  };

  test('without a digest small bodies are let in, large ones are not', async () => {
    expect(await sendUndigested('[]')).toBe(200);
    expect(await sendUndigested('[]', minutesAgo(6))).toBe(401);
    expect(await sendUndigested(`[${' '.repeat(63_997)}]`)).toBe(200);
    expect(await sendUndigested(`[${' '.repeat(63_998)}]`)).toBe(401);
  });

  test.each([
    ['a wrong signature of the digest', { 'x-content-sha256': 'a'.repeat(64) }],
    ['a large body without a digest', {}],
  ])('%s is refused before the body arrives', async (_, headers: Record<string, string>) => {
    const lines = Object.entries({
      ...headers,
      'x-timestamp': String(Date.now()),
      'x-signature': 'b'.repeat(64),
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    socket.write(`POST /api/events HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n${lines.join('')}\r\n[`);
    let answer = '';
    for await (const data of socket) answer += String(data);
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  });
});

test.each([
  ['{}', 'application/json', 400],
  ['[', 'application/json', 400],
  ['', 'application/json', 400],
  ['[]', 'text/plain', 415],
])('%j as %s is %d', async (body, type, status) => {
  expect((await send(body, { type })).status).toBe(status);
});

test('too large a body is 413 before it is read in full', async () => {
  expect((await send(`[${' '.repeat(4_000_001)}]`)).status).toBe(413);
});
