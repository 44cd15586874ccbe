import { MongoError } from '../errors';

/** What a full disk, a quota, a limit on file sizes and a read-only disk answer; LMDB makes EIO of a write that was cut short. */
const REFUSALS: readonly unknown[] = [
  'EIO',
  'EFBIG',
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  5,
  27,
  28,
  30,
  122,
  -30792,
];

/** MongoDB's error for an error by which the disk refuses to be written; undefined for any other. */
export function diskRefusal(error: unknown): MongoError | undefined {
  const { code, message } = error as { code?: unknown; message?: string };
  if (!REFUSALS.includes(code)) return undefined;
  return new MongoError('OutOfDiskSpace', `The disk takes no writes: ${message}`);
}
