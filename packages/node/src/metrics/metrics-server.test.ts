import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLogger } from '../logger';
import { metrics, startMetricsServer } from './metrics';

let server: Server;
const lines: string[] = [];
const logger = createLogger('test', { destination: { write: (line) => void lines.push(line) } });

const start = async (readState: () => Promise<void>) => {
  server = await startMetricsServer({ host: '127.0.0.1', port: 0, logger, readState });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
afterEach(() => server.close());

test('a scrape reads the shared state first, and has the process’s own figures', async () => {
  const url = await start(async () => metrics.queueJobs.set({ queue: 'mail', state: 'waiting' }, 3));
  const answer = await fetch(`${url}/metrics`);
  const text = await answer.text();
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0.0.4/);
  expect(text).toContain('partnerdesk_queue_jobs{queue="mail",state="waiting"} 3');
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
});

test('a state that cannot be read costs no scrape: it is counted and logged', async () => {
  const url = await start(async () => {
    throw new Error('the database is away');
  });
  const text = await (await fetch(`${url}/metrics`)).text();
  expect(text).toContain('partnerdesk_state_read_failures_total 1');
  expect(lines.join()).toContain('the database is away');
});

test('there is nothing else on this port', async () => {
  const url = await start(async () => {});
  const statusOf = async (path: string, method = 'GET') => (await fetch(url + path, { method })).status;
  expect(await statusOf('/healthz')).toBe(200);
  expect(await statusOf('/')).toBe(404);
  expect(await statusOf('/metrics', 'POST')).toBe(405);
});
