/** One change of the stored data's format. */
export interface Migration {
  /** What it does, for the log. */
  name: string;
  /**
   * Changes the data. It may have been cut off at any point before, and goes on then: every step is safe to repeat. Call
   * `keep` before each step, which throws once another process has taken over. Servers of the version before may still
   * run: what they read must stay.
   */
  run: (keep: () => Promise<void>) => Promise<void>;
}

/** All of them, in order: the first one makes format 1, the last one today's. Add at the end; never change one. */
export const MIGRATIONS: readonly Migration[] = [{ name: 'begin with format 1', run: (keep) => keep() }];
