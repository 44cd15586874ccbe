import { loadPrincipal, type PersonRef, type Principal } from '@partnerdesk/domain';

/**
 * For so long a record is believed unchanged while nobody has reported a change (ms): a process that dies between a
 * change and its report, or has no Redis, can't report it (docs/RULES.md, Who may enter "Sessions").
 */
const KEPT_MS = 10_000;

/** Then all are forgotten: a server knows the people of its last seconds, not everybody. */
const MAX_KNOWN = 10_000;

interface Known {
  principal: Principal | null;
  /** At so many changes it was read. */
  changes: string;
  readAt: number;
}

/** The people of this server's requests, read from the database again when their record has changed. */
export class Principals {
  readonly #known = new Map<string, Known>();

  /**
   * The person behind a session; null when gone or closed.
   * @param changes their number now, read before this call: what is read then is at least as new
   */
  async load({ kind, id }: PersonRef, changes: string): Promise<Principal | null> {
    const key = `${kind}:${id}`;
    const known = this.#known.get(key);
    const readAt = Date.now();
    if (known?.changes === changes && readAt - known.readAt < KEPT_MS) return known.principal;
    const principal = await loadPrincipal(kind, id);
    if (this.#known.size >= MAX_KNOWN) this.#known.clear();
    this.#known.set(key, { principal, changes, readAt });
    return principal;
  }
}
