import { createServer, type RequestListener, type Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Longer than proxies keep idle connections (Caddy two minutes), so that it is they who close them: what a proxy writes
 * while this end closes is lost.
 */
const KEEP_ALIVE_MS = 125_000;
/** Headers, and a whole request, must have arrived after so long: a connection that sends nothing holds nothing. */
const HEADERS_MS = 20_000;
const REQUEST_MS = 60_000;
/** How often connections are looked through for those that are late. */
const CHECK_MS = 5000;
/** Nothing in either direction for so long: longer than the two minutes that a call waits for a payroll. */
const IDLE_MS = 150_000;
/** Far above what browsers and streams of one installation need; each connection costs some 20 kB. */
const MAX_CONNECTIONS = 4000;
/** Then a connection is made again, so that load spreads over servers that were started later. */
const MAX_REQUESTS_PER_SOCKET = 10_000;

/** Listens. @throws Error with one clear line when the port can't be had */
export async function listen(
  handle: RequestListener,
  { host, port }: { host: string; port: number },
): Promise<Server> {
  const server = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      connectionsCheckingInterval: CHECK_MS,
    },
    handle,
  );
  server.maxConnections = MAX_CONNECTIONS;
  server.maxRequestsPerSocket = MAX_REQUESTS_PER_SOCKET;
  server.timeout = IDLE_MS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, host, port)));
    server.listen(port, host, resolve);
  });
  return server;
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE')
    return new Error(`Port ${port} on ${host} is taken: end what uses it, or set PORT to another`);
  if (error.code === 'EACCES') return new Error(`Port ${port} needs more rights: set PORT to one above 1023`);
  return error;
}

/** Requests under way may take so long to end; then they are cut off, for the process has to end too. */
const LAST_REQUESTS_MS = 8000;
const LOOK_MS = 100;

/**
 * Goes on serving for a while, asking each caller to connect again elsewhere, so that proxies which see /readyz fail
 * take this server out before it closes: then no request is lost to a restart.
 */
export async function drainServer(server: Server, drainMs: number): Promise<void> {
  server.prependListener('request', (_, response) => response.setHeader('Connection', 'close'));
  await delay(drainMs);
}

/** Takes no more requests and waits for those under way; connections are closed as soon as they are idle. */
export async function closeServer(server: Server, { timeoutMs = LAST_REQUESTS_MS } = {}): Promise<void> {
  const closeIdle = setInterval(() => server.closeIdleConnections(), LOOK_MS);
  const cutOff = setTimeout(() => server.closeAllConnections(), timeoutMs);
  try {
    await new Promise<void>((resolve, reject) => {
      server.close((error) => (error ? reject(error) : resolve()));
    });
  } finally {
    clearInterval(closeIdle);
    clearTimeout(cutOff);
  }
}
