export interface Migration {
  name: string;
  /**
   * Goes on where it was cut off: every step is safe to repeat, and what servers of the version before read stays. Call
   * `keep` before each step, which throws once another process has taken over.
   */
  run: (keep: () => Promise<void>) => Promise<void>;
}

/** In order: the first makes format 1, the last one today's. Add at the end; never change one. */
export const MIGRATIONS: readonly Migration[] = [{ name: 'begin with format 1', run: (keep) => keep() }];
