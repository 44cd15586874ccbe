const DUPLICATE_KEY = 11000;

/** Whether the database refused a write because a unique key is taken already. */
export function isDuplicateKey(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === DUPLICATE_KEY;
}
