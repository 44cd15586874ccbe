import fs from 'node:fs';
import { MongoError } from '../errors';
import { nextTurn } from './turns';

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

const STEP_BYTES = 1024 * 1024;
/** Written in small pieces: Linux caches a large one as one block, of which it then syncs every changed page at the price of all. */
const ZEROS = Buffer.alloc(16 * 1024);

/** What LMDB says of its file. */
export interface Usage {
  pageSize: number;
  lastPageNumber: number;
  treeLeafPageCount: number;
  treeBranchPageCount: number;
}

/** Up to which byte LMDB may write when it changes `keys` keys of `bytes` bytes, keys and values together; generously. */
export function highestByte(
  { pageSize, lastPageNumber, treeLeafPageCount, treeBranchPageCount }: Usage,
  keys: number,
  bytes: number,
): number {
  // Changed pages are written elsewhere; new ones are half empty at worst; then there is its list of free pages.
  const changed = Math.min(keys, treeLeafPageCount) + Math.min(keys, treeBranchPageCount);
  const fresh = Math.ceil((3 * bytes) / pageSize);
  return (lastPageNumber + 1 + changed + fresh + 64) * pageSize;
}

/**
 * Space on disk that is taken before LMDB writes: a transaction that meets a full disk halfway leaves LMDB's memory in
 * disorder and may end the process. Belongs between two transactions.
 */
export class Reserve {
  private taken = 0;

  constructor(private readonly file: string) {}

  /** Fills the file with zeros up to here. Rejects with the error of a disk that has no space for it. */
  async upTo(bytes: number): Promise<void> {
    if (bytes <= this.taken) return;
    const file = fs.openSync(this.file, 'r+');
    try {
      let { size } = fs.fstatSync(file);
      const end = Math.ceil(bytes / STEP_BYTES) * STEP_BYTES;
      while (size < end) {
        size += fs.writeSync(file, ZEROS, 0, Math.min(ZEROS.length, end - size), size);
        if (size % STEP_BYTES === 0) await nextTurn();
      }
      this.taken = size;
    } finally {
      fs.closeSync(file);
    }
  }
}
