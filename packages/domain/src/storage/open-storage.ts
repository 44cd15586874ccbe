import { join } from 'node:path';
import type { S3Settings } from '@partnerdesk/node';
import { LocalStorage } from './local-storage';
import { S3Storage } from './s3-storage';
import type { Storage } from './storage';

/** The storage that the environment asks for: a bucket where one is named, else a folder under DATA_DIR. */
export function openStorage({ s3, dataDir }: { s3?: S3Settings | undefined; dataDir: string }): Storage {
  return s3 ? new S3Storage(s3) : new LocalStorage(join(dataDir, 'pictures'));
}
