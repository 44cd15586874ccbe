import { createServer, type Server } from 'node:http';
import { collectDefaultMetrics, register } from 'prom-client';
import type { Logger } from '../logger';
import { metrics } from './metrics';

/** A scrape waits so long for the shared state; after that it is answered with the last known one. */
const READ_STATE_MS = 5000;

export interface MetricsServerOptions {
  host: string;
  port: number;
  logger: Logger;
  /** Sets the gauges of what all processes share, before each scrape. */
  readState?: () => Promise<void>;
}

/**
 * Serves GET /metrics in Prometheus's text format, and GET /healthz, on a port of its own, which no proxy exposes: the
 * figures are the operator's.
 * @throws Error when the port is taken
 */
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
    await inTime(readState?.());
  } catch (err) {
    metrics.stateFailures.inc();
    logger.warn({ err }, 'the state for metrics could not be read');
  }
  return register.metrics();
}

async function inTime(read: Promise<void> | undefined): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not read within ${READ_STATE_MS} ms`)), READ_STATE_MS);
  });
  await Promise.race([read, late]).finally(() => clearTimeout(timer));
}
