import type { RequestListener, Server, ServerResponse } from 'node:http';
import { MESSAGE } from '@partnerdesk/contracts';
import { type Logger, waitForAnswer } from '@partnerdesk/node';
import { drainServer } from './listen';
import { VERSION } from './version';

/** When to try again while the server starts or ends (s). */
const RETRY_AFTER_S = '2';

/**
 * What a web server answers before its app can, and when it is to end: it listens from the beginning, so that it may be
 * started before its database and Redis, and /readyz says what it waits for.
 */
export class StartingServer {
  #waitingFor = 'its environment';
  #serve: RequestListener | undefined;
  #draining = false;

  /** Asks a dependency until it answers. @throws StartError of `ask` */
  async waitFor<Answer>(dependency: string, ask: () => Promise<Answer>, logger: Logger): Promise<Answer> {
    this.#waitingFor = dependency;
    return waitForAnswer(dependency, ask, { logger });
  }

  /** From now on the app answers. */
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
