import { join } from 'node:path';
import type { S3Settings } from '@partnerdesk/node';
import { EncryptedStorage } from './encrypted-storage';
import { LocalStorage } from './local-storage';
import { S3Storage } from './s3-storage';
import type { EncryptingStorage } from './storage';

/**
 * The storage that the environment asks for: a bucket where one is named, else a folder under DATA_DIR; encrypted in
 * both.
 */
export function openStorage({
  s3,
  dataDir,
}: {
  s3?: S3Settings | undefined;
  dataDir: string;
}): EncryptingStorage {
  return new EncryptedStorage(s3 ? new S3Storage(s3) : new LocalStorage(join(dataDir, 'pictures')));
}
