import { createRequire } from 'node:module';

/** Lost connections, and the codes of a server that is not the primary: reads and writes share them. */
const { isRetryableReadError } = createRequire(require.resolve('mongoose'))('mongodb/lib/error') as {
  isRetryableReadError(error: Error): boolean;
};

/** A cursor that went with its server, and a router that finds no primary of a shard: the driver repeats neither. */
const NOT_REPEATED: unknown[] = [43, 133];

const OUT_OF_DISK_SPACE = 14031;

/** Whether the database takes no writes until its disk has room again. */
export const isOutOfDiskSpace = (error: unknown): boolean =>
  (error as { code?: unknown }).code === OUT_OF_DISK_SPACE;

/** Whether the database refused or lost a call only for its state at that moment, such as an election; it may have written. */
export function isPassingOutage(error: unknown): error is Error {
  if (!(error instanceof Error && error.name.startsWith('Mongo'))) return false;
  return isRetryableReadError(error) || NOT_REPEATED.includes((error as { code?: unknown }).code);
}
