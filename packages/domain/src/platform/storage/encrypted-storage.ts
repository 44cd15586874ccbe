import { decryptFile, encryptFile, fileKeyId } from '../crypto/file-encryption';
import type { EncryptingStorage, Storage } from './storage';

/**
 * Encrypts every file under the field keys before another storage keeps it (docs/RULES.md, Accounts and access). A file
 * is readable under its own key only.
 */
export class EncryptedStorage implements EncryptingStorage {
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
