import {
  type AcceptedOf,
  type AnswerOf,
  type ArgsOf,
  addressOf,
  type Call,
  isRaw,
  methodOf,
} from '../calls/call';
import type { ErrorBody, ErrorCode, FieldErrors } from '../errors';

/** As much of an answer as the client reads. */
interface Answer {
  ok: boolean;
  status: number;
  headers: { get(name: string): string | null; getSetCookie?(): string[] };
  text(): Promise<string>;
}

/** As much of `fetch` as the client needs. */
export type Fetch = (
  address: string,
  init: { method: string; headers: Record<string, string>; body?: string | ArrayBuffer },
) => Promise<Answer>;

export interface ApiClientOptions {
  /** Origin of the product, such as https://partners.example.com. */
  url: string;
  /** An affiliate's API key, for `/api/v1`; else sign in by POST /api/login. */
  key?: string;
  fetch?: Fetch;
}

/** A call was refused or failed; `fields` names the fields that it was refused for. */
export class ApiCallError extends Error {
  readonly status: number;
  /** undefined: something between here and the product answered. */
  readonly code: ErrorCode | undefined;
  readonly fields: FieldErrors;

  constructor(name: string, status: number, error: Partial<ErrorBody['error']> = {}) {
    super(`${name} answered ${status}${error.message ? `: ${error.message}` : ''}`);
    this.name = 'ApiCallError';
    this.status = status;
    this.code = error.code;
    this.fields = error.fields ?? {};
  }
}

/** Calls of the product by their names, typed. Outside of browsers it keeps the session's cookie itself. */
export class ApiClient {
  readonly #url: string;
  readonly #key: string | undefined;
  readonly #fetch: Fetch;
  readonly #cookies = new Map<string, string>();

  constructor({ url, key, fetch: given = fetch as Fetch }: ApiClientOptions) {
    this.#url = url.replace(/\/$/, '');
    this.#key = key;
    this.#fetch = given;
  }

  /**
   * Makes a call: `client.call(quickStatisticsCall, { query: { affID: 1 } })`.
   * @throws ApiCallError unless it succeeded
   */
  async call<C extends Call>(call: C, ...[given]: ArgsOf<C>): Promise<AnswerOf<C> | AcceptedOf<C>> {
    const file = isRaw(call.body) ? call.body : undefined;
    const { body } = (given ?? {}) as { body?: unknown };
    const answer = await this.#fetch(`${this.#url}${addressOf(call, ...([given] as ArgsOf<C>))}`, {
      method: methodOf(call),
      headers: this.#headers(
        body === undefined ? undefined : (file?.raw.split(', ')[0] ?? 'application/json'),
      ),
      ...(body !== undefined && { body: file ? (body as ArrayBuffer) : JSON.stringify(body) }),
    });
    this.#keepCookies(answer);
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json');
    const content = isJson && text ? JSON.parse(text) : undefined;
    if (!answer.ok) throw new ApiCallError(call.name, answer.status, content?.error);
    return content;
  }

  #headers(bodyType?: string): Record<string, string> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return {
      // The product takes writes from its own origin only; browsers set this and cookies themselves.
      origin: this.#url,
      ...(cookie && { cookie }),
      ...(this.#key && { authorization: `Bearer ${this.#key}` }),
      ...(bodyType && { 'content-type': bodyType }),
    };
  }

  #keepCookies({ headers }: Answer): void {
    for (const line of headers.getSetCookie?.() ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value && !/expires=Thu, 01 Jan 1970/i.test(line)) this.#cookies.set(name, value);
      else this.#cookies.delete(name);
    }
  }
}
