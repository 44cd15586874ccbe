import { createServer, type Server } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, register } from 'prom-client';
import { withDeadline } from '../deadline';
import type { Logger } from '../logger';

/** From a read of the cache to a payroll of thousands, in seconds. */
const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];
/** How late what happened is reported, in seconds: moments to days. */
const LAG_SECONDS = [1, 5, 15, 60, 300, 1800, 3600, 21_600, 86_400, 604_800];

const NAMESPACE = 'partnerdesk';

function histogram<Label extends string>(
  name: string,
  help: string,
  labelNames: Label[],
  buckets = SECONDS,
): Histogram<Label> {
  return new Histogram({ name: `${NAMESPACE}_${name}`, help, labelNames, buckets });
}
const counter = <Label extends string>(name: string, help: string, labelNames: Label[]): Counter<Label> =>
  new Counter({ name: `${NAMESPACE}_${name}`, help, labelNames });
const gauge = <Label extends string>(name: string, help: string, labelNames: Label[]): Gauge<Label> =>
  new Gauge({ name: `${NAMESPACE}_${name}`, help, labelNames });

/**
 * Every metric, by whatever process. No label holds what a visitor may choose: the number of series stays bounded. Gauges
 * of a shared state are published by each worker: take their maximum.
 */
export const metrics = {
  httpRequests: histogram('http_request_duration_seconds', 'Requests by route and status', [
    'method',
    'route',
    'status',
  ]),
  dependencyCalls: histogram(
    'dependency_call_duration_seconds',
    'Commands sent to the database and to Redis, by their outcome: ok or failed',
    ['dependency', 'operation', 'outcome'],
  ),
  jobs: histogram('job_duration_seconds', 'Runs of jobs by outcome: done or failed', ['job', 'outcome']),
  sweepFailures: counter('sweep_failures_total', 'Runs of the worker’s sweeps that failed', ['sweep']),
  signIns: counter('sign_ins_total', 'Sign-ins by outcome: ok, unknown, wrong or closed', ['outcome']),
  limited: counter('limited_requests_total', 'Requests refused by a limit', ['limit']),
  eventsReceived: counter(
    'events_received_total',
    'Events by outcome: accepted, waiting, duplicate, refused',
    ['outcome'],
  ),
  eventLag: histogram(
    'event_lag_seconds',
    'From the moment an event happened to the moment it came in',
    [],
    LAG_SECONDS,
  ),
  journalTurnWait: histogram('journal_turn_wait_seconds', 'Waiting for the turn at the journal', []),
  journalAppends: counter(
    'journal_appends_total',
    'Records written to the journal by outcome: appended, or contended when the number was taken and it is planned again',
    ['outcome'],
  ),
  queueJobs: gauge('queue_jobs', 'Jobs in each queue by state: waiting, active, delayed, failed', [
    'queue',
    'state',
  ]),
  queueOldestJob: gauge('queue_oldest_job_seconds', 'Age of the job that waits longest; 0: none waits', [
    'queue',
  ]),
  journalRecords: gauge('journal_records', 'Records in the journal', []),
  journalUnapplied: gauge('journal_unapplied_records', 'Records of the journal that are not applied yet', []),
  journalStuck: gauge(
    'journal_stuck_seconds',
    'For how long records have waited to be applied and none was; 0: all are, or they go on',
    [],
  ),
  journalAhead: gauge(
    'journal_ahead_seconds',
    'By how much the last record’s time is ahead of the database’s clock; 0: it is not',
    [],
  ),
  proofDiffers: gauge(
    'proof_differs',
    '1: the journal or the audit log is not what an earlier digest says',
    [],
  ),
  journalWaiting: gauge('journal_waiting_processes', 'Processes that wait for their turn at the journal', []),
  lastEventsAge: gauge('last_events_age_seconds', 'Since the last events came in; -1: never', []),
  waitingEvents: gauge('waiting_events', 'Events that wait for something unknown; counted to 10,000', []),
  oldestWaitingEvent: gauge('oldest_waiting_event_seconds', 'Age of the oldest waiting event; 0: none', []),
  payments: gauge('payments', 'Executed payments of the last 60 days by state', ['kind', 'state']),
  paymentCents: gauge('payment_cents', 'Sum of the payments of the last 60 days by state, in cents', [
    'kind',
    'state',
  ]),
  workerAlive: gauge('worker_alive', '1: a worker was heard from within 15 s', []),
  stateFailures: counter(
    'state_read_failures_total',
    'Scrapes for which the shared state could not be read: its gauges are those of the last success',
    [],
  ),
  browserErrors: counter(
    'browser_errors_total',
    'Errors that browsers reported, by the part they came from and its build',
    ['part', 'version'],
  ),
  browserLoads: counter('browser_loads_total', 'Pages that loaded a part of the web app, by its build', [
    'part',
    'version',
  ]),
  webVitals: histogram(
    'web_vital_seconds',
    'Web vitals that browsers reported, in seconds: LCP, FCP, INP, TTFB',
    ['vital'],
    [0.05, 0.1, 0.2, 0.5, 0.8, 1.2, 1.8, 2.5, 4, 8, 16],
  ),
  layoutShift: histogram(
    'web_layout_shift',
    'Cumulative layout shift that browsers reported',
    [],
    [0.01, 0.05, 0.1, 0.15, 0.25, 0.5, 1],
  ),
} as const;

/** A scrape waits so long for the shared state; after that it is answered with the last known one. */
const READ_STATE_MS = 5000;

interface MetricsServerOptions {
  host: string;
  port: number;
  logger: Logger;
  /** Sets the gauges of what all processes share, before each scrape. */
  readState?: () => Promise<void>;
}

/** GET /metrics and /healthz on a port of its own, which no proxy exposes. @throws Error when the port is taken */
export async function startMetricsServer(options: MetricsServerOptions): Promise<Server> {
  if (!register.getSingleMetric('process_cpu_seconds_total')) collectDefaultMetrics();
  const server = createServer((request, response) => {
    if (request.method !== 'GET') return void response.writeHead(405).end();
    if (request.url === '/healthz') return void response.end('alive\n');
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    void readOut(options)
      .then((text) => response.setHeader('Content-Type', register.contentType).end(text))
      .catch((err: unknown) => {
        options.logger.error({ err }, 'metrics');
        response.writeHead(500).end();
      });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  return server;
}

async function readOut({ readState, logger }: MetricsServerOptions): Promise<string> {
  try {
    const reading = Promise.resolve(readState?.());
    await withDeadline(reading, { dependency: 'The shared state', deadlineMs: READ_STATE_MS });
  } catch (err) {
    metrics.stateFailures.inc();
    logger.warn({ err }, 'the state for metrics could not be read');
  }
  return register.metrics();
}
