import { problemOfAnswer } from './reference';

/** An answer with its body read. */
export interface TestAnswer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: what tests look into
  body: any;
}

/**
 * Speaks real HTTP as a browser on our own page would: keeps cookies and names its origin. An answer that the reference
 * does not have fails the test, whatever it is about.
 */
export class TestClient {
  readonly url: string;
  readonly #origin: string;
  /** name → value */
  readonly cookies = new Map<string, string>();

  /** @param origin of the page that it is on */
  constructor(url: string, origin: string) {
    this.url = url;
    this.#origin = origin;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<TestAnswer> {
    return this.send('GET', path, { headers });
  }

  /** Sends JSON. */
  post(path: string, body: unknown = {}, headers: Record<string, string> = {}): Promise<TestAnswer> {
    return this.send('POST', path, {
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  }

  async send(
    method: string,
    path: string,
    init: { headers?: Record<string, string>; body?: string | Buffer } = {},
  ): Promise<TestAnswer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(this.url + path, {
      method,
      redirect: 'manual',
      headers: { origin: this.#origin, ...(cookie && { cookie }), ...init.headers },
      ...(init.body !== undefined && { body: init.body }),
    });
    this.#keepCookies(response);
    const text = await response.text();
    const [type] = response.headers.get('content-type')?.split(';') ?? [];
    const { status } = response;
    const problem = problemOfAnswer(method, path, { status, ...(type && { type }), text });
    if (problem)
      throw new Error(`${method} ${path} answered ${status}, outside of its reference: ${problem}`);
    const isJson = response.headers.get('content-type')?.includes('json');
    return {
      status,
      headers: response.headers,
      text,
      body: isJson && text ? JSON.parse(text) : undefined,
    };
  }

  #keepCookies(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ');
      const [name = '', value = ''] = pair.split('=');
      const expired = attributes.some(
        (one) => one.startsWith('expires=') && Date.parse(one.slice(8)) < Date.now(),
      );
      if (expired || value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }

  /** Signs in; the answer is the session. @throws Error when it was refused */
  async signIn(emailAddress: string, password: string): Promise<TestAnswer['body']> {
    const { body } = await this.post('/api/login', { EmailAddress: emailAddress, Password: password });
    if (body?.result !== 1) throw new Error(`could not sign in ${emailAddress}: ${JSON.stringify(body)}`);
    return body;
  }
}
