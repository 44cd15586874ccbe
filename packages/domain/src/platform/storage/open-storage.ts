import { join } from 'node:path';
import type { S3Settings } from '@partnerdesk/node';
import { decryptFile, encryptFile, fileKeyId } from '../crypto/field-encryption';
import { LocalStorage } from './local-storage';
import { S3Storage } from './s3-storage';
import type { EncryptingStorage, Storage } from './storage';

/** Encrypts every file before another storage keeps it (docs/RULES.md, Accounts and access); readable under its own key only. */
class EncryptedStorage implements EncryptingStorage {
  constructor(private readonly inner: Storage) {}

  put(key: string, bytes: Buffer): Promise<void> {
    return this.inner.put(key, encryptFile(bytes, key), 'application/octet-stream');
  }

  async get(key: string): Promise<Buffer | null> {
    const stored = await this.inner.get(key);
    return stored && decryptFile(stored, key);
  }

  remove(key: string): Promise<void> {
    return this.inner.remove(key);
  }

  tidy(before: Date): Promise<void> {
    return this.inner.tidy(before);
  }

  async keyIdOf(key: string): Promise<string | null> {
    const stored = await this.inner.get(key);
    return stored && (fileKeyId(stored) ?? '');
  }
}

/** The storage that the environment asks for: a bucket where one is named, else a folder under DATA_DIR. */
export function openStorage({
  s3,
  dataDir,
}: {
  s3?: S3Settings | undefined;
  dataDir: string;
}): EncryptingStorage {
  return new EncryptedStorage(s3 ? new S3Storage(s3) : new LocalStorage(join(dataDir, 'pictures')));
}
