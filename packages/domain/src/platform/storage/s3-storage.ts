import type { S3Settings } from '@partnerdesk/node';
import { AwsV4Signer } from 'aws4fetch';
import { sha256 } from '../canonical-json';
import { checkKeyOrThrow, type Storage } from './storage';

const TIMEOUT_MS = 15_000;
const TRIES = 3;
const PAUSE_MS = 200;

/** Objects of a bucket, addressed by path (endpoint/bucket/key), which every compatible service understands. */
export class S3Storage implements Storage {
  constructor(private readonly settings: S3Settings) {}

  async put(key: string, bytes: Buffer, contentType: string): Promise<void> {
    const answer = await this.#send('PUT', key, { body: bytes, headers: { 'content-type': contentType } });
    await this.#expectStatus(answer, key, [200]);
  }

  async get(key: string): Promise<Buffer | null> {
    const answer = await this.#send('GET', key);
    if (answer.status === 200) return Buffer.from(await answer.arrayBuffer());
    await this.#expectStatus(answer, key, [404]);
    return null;
  }

  async remove(key: string): Promise<void> {
    await this.#expectStatus(await this.#send('DELETE', key), key, [200, 204, 404]);
  }

  /** A bucket keeps nothing of an upload that is cut off. */
  async tidy(): Promise<void> {}

  /** The body of an answer must be read or dropped, or its connection stays taken. */
  async #expectStatus(answer: Response, key: string, expected: number[]): Promise<void> {
    await answer.body?.cancel();
    if (!expected.includes(answer.status)) throw new Error(`storage answered ${answer.status} for ${key}`);
  }

  /** All three may be repeated. By ourselves: aws4fetch repeats refusals, but not connections that break. */
  async #send(method: string, key: string, init: RequestPart = {}): Promise<Response> {
    const path = checkKeyOrThrow(key);
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.#sendOnce(method, path, init).catch((error: unknown) => {
        if (attempt === TRIES) throw error;
        return undefined;
      });
      const passing = !answer || answer.status >= 500 || answer.status === 429;
      if (answer && (!passing || attempt === TRIES)) return answer;
      await answer?.body?.cancel();
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * attempt));
    }
  }

  async #sendOnce(method: string, path: string, { body, headers = {} }: RequestPart): Promise<Response> {
    const { endpoint, bucket, accessKeyId, secretAccessKey, region } = this.settings;
    const signer = new AwsV4Signer({
      method,
      url: `${endpoint}/${bucket}/${path}`,
      // The body is signed too; without its hash aws4fetch leaves it out.
      headers: { ...headers, 'x-amz-content-sha256': sha256(body ?? '') },
      accessKeyId,
      secretAccessKey,
      region,
      service: 's3',
    });
    const signed = await signer.sign();
    return fetch(signed.url, {
      method,
      headers: signed.headers,
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
