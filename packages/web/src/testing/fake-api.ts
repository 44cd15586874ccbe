import type { ErrorCode, FieldErrors } from '@partnerdesk/contracts';

/** A call as the fake server saw it. */
export interface FakeCall {
  /** `GET /quick-statistics` */
  route: string;
  query: Record<string, string>;
  /** The parsed JSON body, or the text of another; undefined without one. */
  body: unknown;
}

/** Answers a call: a value becomes JSON, a Response is used as it is. */
export type FakeAnswer = (call: FakeCall) => unknown;

/** Route (`POST /login`, below /api) → its answer. */
export type FakeRoutes = Record<string, FakeAnswer>;

/** A failed answer in the API's error shape. */
export function failure(
  status: number,
  code: ErrorCode = 'internal',
  fields?: FieldErrors,
  message: string = code,
): Response {
  return new Response(JSON.stringify({ error: { code, message, fields } }), { status });
}

/** An answer that never comes. */
export function never(): Promise<never> {
  return new Promise(() => undefined);
}

function readBody(text: string, type: string | null): unknown {
  if (!text) return undefined;
  return type?.startsWith('application/json') ? JSON.parse(text) : text;
}

/**
 * Stands in for the server at the level of fetch, for component tests.
 * @returns the calls so far; routes may be changed while the test runs
 */
export function fakeApi(routes: FakeRoutes): FakeCall[] {
  const calls: FakeCall[] = [];
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname, searchParams } = new URL(request.url);
    const route = `${request.method} ${pathname.replace(/^\/api/, '')}`;
    const text = await request.text();
    const call = {
      route,
      query: Object.fromEntries(searchParams),
      body: readBody(text, request.headers.get('content-type')),
    };
    calls.push(call);
    const answer = routes[route];
    if (!answer) return failure(404, 'not_found');
    const result = await answer(call);
    if (result instanceof Response) return result;
    if (typeof result === 'string') return new Response(result, { headers: { 'content-type': 'text/html' } });
    return new Response(JSON.stringify(result), { headers: { 'content-type': 'application/json' } });
  };
  return calls;
}
