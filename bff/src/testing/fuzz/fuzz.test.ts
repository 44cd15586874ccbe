import { CALLS } from '@partnerdesk/contracts';
import { sized } from '@partnerdesk/testing/services';
import { startTestApp, type TestApp } from '../test-app';
import { sendRaw } from './deliver';
import { fuzz } from './run';

/** Set by `npm run fuzz`; without it a run that is always the same. */
const { FUZZ_REQUESTS, FUZZ_SEED = '1' } = process.env;
/** Requests a call; of each twelve about one is cut off and gets no answer. */
const EACH = sized(2, 24);
const LONGEST_MS = 3_600_000;

test(
  'requests drawn from the published reference get answers that it has; none is a failure, and a refused one changes nothing',
  async () => {
    const { faults, statuses, neverSucceeded, requests } = await fuzz({
      requests: Number(FUZZ_REQUESTS ?? EACH * CALLS.length),
      seed: Number(FUZZ_SEED),
    });
    if (FUZZ_REQUESTS) process.stdout.write(`${JSON.stringify({ requests, statuses, neverSucceeded })}\n`);
    expect(faults).toEqual([]);
  },
  LONGEST_MS,
);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const GET = (path: string, more = '') =>
  `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${more}\r\n`;
const POST = (more: string) =>
  `POST /api/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${more}`;

test.each([
  [
    'several requests at once',
    `${GET('/healthz').replace('close', 'keep-alive')}${GET('/healthz')}`,
    [200, 200],
  ],
  [
    'a refused body before the next request',
    `${POST('Content-Length: 2\r\n\r\n{}')}${GET('/healthz')}`,
    [403],
  ],
  ['two lengths', POST('Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}'), [400]],
  ['length and chunks', POST('Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'), [400]],
  ['chunks without a size', POST('Transfer-Encoding: chunked\r\n\r\nzz\r\n'), [400]],
  ['another transfer encoding', POST('Transfer-Encoding: gzip, x\r\n\r\n'), [400]],
  ['a header without a colon', GET('/', 'Broken\r\n'), [400]],
  ['a header with a bare line feed', GET('/', 'A: b\nC: d\r\n'), [400]],
  ['headers without an end', GET('/', `A: ${'x'.repeat(20_000)}\r\n`), [431]],
  ['no request at all', '\u0016\u0003\u0001\u0002\r\n\r\n', [400]],
  ['a path that is none', GET('//%zz/../..?%'), [404]],
  ['another host as path', GET('http://evil.example/healthz'), [200]],
  ['a trace', GET('/').replace('GET', 'TRACE'), [403]],
  ['a trace from a page of ours', GET('/', 'Sec-Fetch-Site: same-origin\r\n').replace('GET', 'TRACE'), [404]],
  ['an unknown method', GET('/').replace('GET', 'BREW'), [400]],
])('%s: answered, and the connection ends', async (_, bytes, statuses) => {
  const text = await sendRaw(Number(new URL(app.url).port), bytes);
  expect([...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status))).toEqual(statuses);
});
