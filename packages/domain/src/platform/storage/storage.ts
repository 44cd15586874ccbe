import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { S3Settings } from '@partnerdesk/node';
import { AwsV4Signer } from 'aws4fetch';
import { sha256 } from '../canonical-json';
import { decryptFile, encryptFile, fileKeyId } from '../crypto/field-encryption';

/**
 * Where files are kept. Keys look like `images/operators/ab12….jpg`: lower case, no dots but the one of the ending.
 * What has been put may be put again with the same bytes; nothing is ever changed under its key.
 */
export interface Storage {
  /** Resolves once the bytes will survive a crash. */
  put(key: string, bytes: Buffer): Promise<void>;
  get(key: string): Promise<Buffer | null>;
  /** Success also when there was none. */
  remove(key: string): Promise<void>;
  /** Removes what puts left that were cut off before this moment. */
  tidy(before: Date): Promise<void>;
}

export interface EncryptingStorage extends Storage {
  /** The id of the field key that a file is encrypted under; '' when it is not encrypted, null when there is none. */
  keyIdOf(key: string): Promise<string | null>;
}

const KEY = /^[a-z0-9]+(\/[a-z0-9-]+)*\/[a-z0-9-]+\.[a-z0-9]{2,5}$/;

/** @throws Error for a key that could lead out of its folder */
function checkKeyOrThrow(key: string): string {
  if (!KEY.test(key)) throw new Error(`not a storage key: ${JSON.stringify(key)}`);
  return key;
}

/** Resolves once a file, or the names in a folder, will survive a crash: a renamed file's name may not be on disk yet. */
export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The folder of files that are being written; no key begins with it. */
export const PARTS = '.parts';

/** Files in a folder that only this user can read. Never a folder that a web server hands out. */
export class LocalStorage implements Storage {
  constructor(private readonly root: string) {}

  /** Renamed once written: a reader sees all of a file or none of it. */
  async put(key: string, bytes: Buffer): Promise<void> {
    const path = this.#pathOf(key);
    const part = join(this.root, PARTS, randomBytes(12).toString('hex'));
    for (const folder of [dirname(path), dirname(part)])
      await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(part, bytes, { flag: 'wx', mode: 0o600, flush: true });
    await rename(part, path);
    await syncToDisk(dirname(path));
  }

  async get(key: string): Promise<Buffer | null> {
    return orNothing(readFile(this.#pathOf(key)), null);
  }

  async remove(key: string): Promise<void> {
    await rm(this.#pathOf(key), { force: true });
  }

  async tidy(before: Date): Promise<void> {
    const folder = join(this.root, PARTS);
    for (const name of await orNothing(readdir(folder), [])) {
      const part = join(folder, name);
      const found = await orNothing(stat(part), undefined);
      if (found && found.mtime < before) await rm(part, { force: true });
    }
  }

  #pathOf(key: string): string {
    return join(this.root, checkKeyOrThrow(key));
  }
}

/** @returns what was looked for, or `nothing` where it does not exist */
const orNothing = <Found, Nothing>(look: Promise<Found>, nothing: Nothing): Promise<Found | Nothing> =>
  look.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return nothing;
  });

const TIMEOUT_MS = 15_000;
const TRIES = 3;
const PAUSE_MS = 200;

/** Objects of a bucket, addressed by path (endpoint/bucket/key), which every compatible service understands. */
export class S3Storage implements Storage {
  constructor(private readonly settings: S3Settings) {}

  async put(key: string, bytes: Buffer): Promise<void> {
    const answer = await this.#send('PUT', key, bytes);
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

  /**
   * All three may be repeated. By ourselves: aws4fetch repeats refusals, but not connections that break, and its requests
   * lose their deadline when memory is collected (Node 20).
   */
  async #send(method: string, key: string, body?: Buffer): Promise<Response> {
    const path = checkKeyOrThrow(key);
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.#sendOnce(method, path, body).catch((error: unknown) => {
        if (attempt === TRIES) throw error;
        return undefined;
      });
      const passing = !answer || answer.status >= 500 || answer.status === 429;
      if (answer && (!passing || attempt === TRIES)) return answer;
      await answer?.body?.cancel();
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * attempt));
    }
  }

  async #sendOnce(method: string, path: string, body: Buffer | undefined): Promise<Response> {
    const { endpoint, bucket, accessKeyId, secretAccessKey, region } = this.settings;
    const signer = new AwsV4Signer({
      method,
      url: `${endpoint}/${bucket}/${path}`,
      // The body is signed too; without its hash aws4fetch leaves it out.
      headers: {
        ...(body && { 'content-type': 'application/octet-stream' }),
        'x-amz-content-sha256': sha256(body ?? ''),
      },
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

/** Encrypts every file before another storage keeps it (docs/RULES.md, Accounts and access); readable under its own key only. */
const encrypted = (inner: Storage): EncryptingStorage => ({
  put: (key, bytes) => inner.put(key, encryptFile(bytes, key)),
  get: async (key) => {
    const stored = await inner.get(key);
    return stored && decryptFile(stored, key);
  },
  remove: (key) => inner.remove(key),
  tidy: (before) => inner.tidy(before),
  keyIdOf: async (key) => {
    const stored = await inner.get(key);
    return stored && (fileKeyId(stored) ?? '');
  },
});

type StorageSettings = { s3?: S3Settings | undefined; dataDir: string };

/** The storage that the environment asks for: a bucket where one is named, else a folder under DATA_DIR. */
export function openStorage({ s3, dataDir }: StorageSettings): EncryptingStorage {
  return encrypted(s3 ? new S3Storage(s3) : new LocalStorage(join(dataDir, 'pictures')));
}
