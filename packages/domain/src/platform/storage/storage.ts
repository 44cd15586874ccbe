/**
 * Where files are kept. Keys look like `images/operators/ab12….jpg`: lower case, no dots but the one of the ending.
 * What has been put may be put again with the same bytes; nothing is ever changed under its key.
 */
export interface Storage {
  /** Resolves once the bytes will survive a crash. */
  put(key: string, bytes: Buffer, contentType: string): Promise<void>;
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
export function checkKeyOrThrow(key: string): string {
  if (!KEY.test(key)) throw new Error(`not a storage key: ${JSON.stringify(key)}`);
  return key;
}
