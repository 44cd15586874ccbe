import type { S3Settings } from '@partnerdesk/node';
import { sha256Hex, signS3 } from './sign-s3';
import { checkKeyOrThrow, type Storage } from './storage';

const TIMEOUT_MS = 15_000;
const TRIES = 3;
const PAUSE_MS = 200;

/** Objects of a bucket, addressed by path (endpoint/bucket/key), which every compatible service understands. */
export class S3Storage implements Storage {
  readonly #settings: S3Settings;

  constructor(settings: S3Settings) {
    this.#settings = settings;
  }

  async put(key: string, bytes: Buffer, contentType: string): Promise<void> {
    const answer = await this.#send('PUT', key, { body: bytes, headers: { 'content-type': contentType } });
    await this.#settle(answer, key, [200]);
  }

  async get(key: string): Promise<Buffer | null> {
    const answer = await this.#send('GET', key);
    if (answer.status === 200) return Buffer.from(await answer.arrayBuffer());
    await this.#settle(answer, key, [404]);
    return null;
  }

  async remove(key: string): Promise<void> {
    await this.#settle(await this.#send('DELETE', key), key, [200, 204, 404]);
  }

  /** The body of an answer must be read or dropped, or its connection stays taken. */
  async #settle(answer: Response, key: string, expected: number[]): Promise<void> {
    await answer.body?.cancel();
    if (!expected.includes(answer.status)) throw new Error(`storage answered ${answer.status} for ${key}`);
  }

  /** All three may be repeated: once more after what a moment may heal. */
  async #send(method: string, key: string, init: RequestPart = {}): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.#sendOnce(method, key, init).catch((error: unknown) => {
        if (attempt === TRIES) throw error;
        return undefined;
      });
      const passing = !answer || answer.status >= 500 || answer.status === 429;
      if (answer && (!passing || attempt === TRIES)) return answer;
      await answer?.body?.cancel();
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * attempt));
    }
  }

  #sendOnce(method: string, key: string, { body, headers = {} }: RequestPart): Promise<Response> {
    const { endpoint, bucket } = this.#settings;
    const url = new URL(`${endpoint}/${bucket}/${checkKeyOrThrow(key)}`);
    const bodyHash = sha256Hex(body ?? '');
    const signed = signS3({ method, url, headers, bodyHash }, this.#settings, Date.now());
    const { host: _, ...sent } = signed;
    return fetch(url, {
      method,
      headers: sent,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body && { body: new Uint8Array(body) }),
    });
  }
}

interface RequestPart {
  body?: Buffer;
  headers?: Record<string, string>;
}
