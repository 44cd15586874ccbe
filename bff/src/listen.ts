import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { MESSAGE } from '@partnerdesk/contracts';
import { type Logger, waitForAnswer } from '@partnerdesk/node';
import { VERSION } from './version';

/** Longer than proxies keep idle connections (Caddy two minutes): what one writes while this end closes is lost. */
const KEEP_ALIVE_MS = 125_000;
/** Headers, and a whole request, must have arrived after so long: a connection that sends nothing holds nothing. */
const HEADERS_MS = 20_000;
const REQUEST_MS = 60_000;
const CHECK_MS = 5000;
/** Nothing in either direction for so long: longer than the two minutes that a call waits for a payroll. */
const IDLE_MS = 150_000;
/** Far above what browsers and streams of one installation need; each connection costs some 20 kB. */
const MAX_CONNECTIONS = 4000;
/** Then a connection is made again, so that load spreads over servers that were started later. */
const MAX_REQUESTS_PER_SOCKET = 10_000;

/** @throws Error with one clear line when the port can't be had */
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

/** Goes on serving while proxies that see /readyz fail take this server out, so that no request is lost to a restart. */
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

/** When to try again while the server starts or ends (s). */
const RETRY_AFTER_S = '2';

/** Answers before the app can, and at the end: a server may be started before its database, and /readyz says what it awaits. */
export class StartingServer {
  #waitingFor = 'its environment';
  #serve: RequestListener | undefined;
  #draining = false;

  /** Asks a dependency until it answers. @throws StartError of `ask` */
  async waitFor<Answer>(dependency: string, ask: () => Promise<Answer>, logger: Logger): Promise<Answer> {
    this.#waitingFor = dependency;
    return waitForAnswer(dependency, ask, { logger });
  }

  serve(app: RequestListener): void {
    this.#serve = app;
  }

  handle: RequestListener = (request, response) => {
    const path = request.url?.split('?')[0];
    if (path === '/readyz' && this.#draining) answer(response, 503, { status: 'ending' });
    else if (this.#serve) this.#serve(request, response);
    else if (path === '/healthz') answer(response, 200, { status: 'alive', version: VERSION });
    else if (path === '/readyz') answer(response, 503, { status: 'starting', waitingFor: this.#waitingFor });
    else answer(response, 503, { error: { code: 'unavailable', message: MESSAGE.genericError } });
  };

  /** Reports to proxies that this server is going, and serves on until they have noticed. */
  async drain(server: Server, drainMs: number): Promise<void> {
    this.#draining = true;
    if (this.#serve) await drainServer(server, drainMs);
  }
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    // What of a body was not read stands before the next request of this connection.
    connection: 'close',
    ...(status === 503 && { 'retry-after': RETRY_AFTER_S }),
  });
  response.end(JSON.stringify(body));
}
