import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import * as domain from '@partnerdesk/domain';
import { builtProgram, waitFor } from '@partnerdesk/testing/services';
import { FAULT_ADMIN, FAULT_LOGIN, FaultSystem } from './lib/fault-system.mjs';
import { signIn } from './lib/sign-in.mjs';

/** @typedef {{ name: string, traceId: string, spanId: string, parentSpanId?: string, service: string, attributes: string[] }} Span */

const TRACE = 'ab'.repeat(16);
const PAGE_SPAN = 'cd'.repeat(8);

const dir = mkdtempSync(join(tmpdir(), 'traces-'));
const system = new FaultSystem(dir);
/** @type {Span[]} */
const spans = [];
let texts = '';
const collector = createServer(async (request, response) => {
  const body = await json(request);
  texts += JSON.stringify(body);
  spans.push(...spansIn(body));
  response.setHeader('content-type', 'application/json').end('{}');
});

/** @param {any} body OTLP as JSON  @returns {Span[]} */
const spansIn = (body) =>
  body.resourceSpans.flatMap((/** @type {any} */ { resource, scopeSpans }) => {
    const { value } = resource.attributes.find((/** @type {any} */ { key }) => key === 'service.name');
    return scopeSpans.flatMap((/** @type {any} */ scope) =>
      scope.spans.map((/** @type {any} */ span) => ({
        ...span,
        service: value.stringValue,
        attributes: span.attributes.map((/** @type {any} */ { key }) => key),
      })),
    );
  });

let url = '';
beforeAll(async () => {
  builtProgram('bff/dist/server.js');
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (collector.address());
  await system.prepare({
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, OTEL_BSP_SCHEDULE_DELAY: '100' },
  });
  url = /** @type {string} */ (system.urls[0]);
  for (const name of system.names) system.start(name);
  await system.connect();
  await domain.createAdministrator({ ...FAULT_ADMIN, permissions: ['payroll'] });
});

afterAll(async () => {
  await domain.disconnectDatabase();
  await system.stop();
  collector.close();
  rmSync(dir, { recursive: true, force: true });
});

test('one trace leads from the page over web server, queue and worker to the database', async () => {
  const entered = () => signIn(url, FAULT_LOGIN);
  const cookie = /** @type {string} */ (
    await waitFor(entered, { what: 'the web server', timeoutMs: 30_000 })
  );
  const answer = await fetch(
    `${url}/api/generate-payroll?affID=0&endDate=${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)}&payrollType=1`,
    {
      headers: { cookie, traceparent: `00-${TRACE}-${PAGE_SPAN}-01` },
    },
  );
  expect(answer.status).toBe(200);
  const measured = { traceId: TRACE, spanId: PAGE_SPAN, name: 'GET', attributes: [{ key: 'http.url' }] };
  const times = { startTimeUnixNano: '1767225600000000000', endTimeUnixNano: '1767225600250000000' };
  const reported = await fetch(`${url}/api/browser-traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [{ ...measured, ...times }] }] }] }),
  });
  expect(reported.status).toBe(204);

  const seen = () => {
    const names = spans
      .filter(({ traceId }) => traceId === TRACE)
      .map((each) => `${each.service} ${each.name}`);
    return new Set(names);
  };
  const wanted = [
    'partnerdesk-browser GET',
    'partnerdesk-bff GET /api/generate-payroll',
    'partnerdesk-bff enqueue payroll-run',
    'partnerdesk-worker job payroll-run',
    'partnerdesk-bff find payrollRuns',
    'partnerdesk-worker find journal',
    'partnerdesk-bff eval',
  ];
  const complete = () => wanted.every((name) => seen().has(name));
  await waitFor(complete, { what: 'every span', timeoutMs: 20_000 }).catch(() => {});
  expect([...seen()]).toEqual(expect.arrayContaining(wanted));

  const of = (/** @type {string} */ name) =>
    spans.find((span) => span.traceId === TRACE && span.name === name);
  expect(of('GET /api/generate-payroll')?.parentSpanId).toBe(PAGE_SPAN);
  expect(of('enqueue payroll-run')?.parentSpanId).toBe(of('GET /api/generate-payroll')?.spanId);
  expect(of('job payroll-run')?.parentSpanId).toBe(of('enqueue payroll-run')?.spanId);

  // What identifies a person or a session stays here.
  expect(texts).not.toContain(FAULT_ADMIN.emailAddress);
  expect(texts).not.toMatch(/url|127\.0\.0\.1|statement|message/);
  for (const secret of cookie.split('; ')) expect(texts).not.toContain(secret.split('=')[1]);
});
