import type { RetryRule } from '@partnerdesk/contracts';

/** Work of any kind that has failed for good (docs/RULES.md, Accounts and access "Failed work"). */
export interface FailedItem {
  id: string;
  what: string;
  at: Date;
  reason: string;
  retry: RetryRule;
  attempts?: number;
  line?: number;
  content?: string;
}

/** A kind of failed work: where it is found, and how it is begun again. */
export interface FailedWorkSource {
  /** The latest first; waiting events the oldest first. */
  list: (skip: number, limit: number) => Promise<FailedItem[]>;
  /** Safe to call twice. @returns how many of them were begun again, or are done by this */
  retry: (ids: readonly string[]) => Promise<number>;
}

/** Items that are counted; beyond that there are "more than". */
const COUNTED = 1000;
const SHOWN_REASONS = 5;
/** What mail servers say may be as long as they like. */
const REASON_LENGTH = 200;

/** How many have failed of a kind, since when, and why most of them have. */
export async function summarizeFailed({ list }: Pick<FailedWorkSource, 'list'>) {
  const found = await list(0, COUNTED + 1);
  const items = found.slice(0, COUNTED);
  const counts = new Map<string, number>();
  for (const { reason } of items) {
    const shown = reason.slice(0, REASON_LENGTH);
    counts.set(shown, (counts.get(shown) ?? 0) + 1);
  }
  const first = items.reduce<Date | undefined>((min, { at }) => (min && min < at ? min : at), undefined);
  return {
    count: items.length,
    more: found.length > COUNTED,
    oldestAt: first?.toISOString() ?? null,
    reasons: [...counts]
      .map(([reason, count]) => ({ reason, count }))
      .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1))
      .slice(0, SHOWN_REASONS),
  };
}

/** Items of one call that begins all again: what it takes fits into the time that a request has. */
const RETRIED_AT_ONCE = 500;

/**
 * Begins one item again, or all that may be retried together, as many as one call takes.
 * @returns how many were begun again, and how many are as they were
 */
export async function retryFailed(source: FailedWorkSource, id?: string) {
  const ids = id
    ? [id]
    : (await source.list(0, RETRIED_AT_ONCE))
        .filter(({ retry }) => retry === 'with-all')
        .map((item) => item.id);
  const retried = await source.retry(ids);
  return { retried, left: ids.length - retried };
}
