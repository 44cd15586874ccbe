import type { BusinessDay } from '@partnerdesk/contracts';

/** @param affIDs affiliates whose figures are among them */
type Listener = (days: readonly BusinessDay[], affIDs: readonly number[]) => void;

const listeners = new Set<Listener>();

/**
 * Subscribes to the days, and the affiliates, whose totals this process has changed, once they are written. What another process applies,
 * that process publishes. @returns unsubscribe
 */
export function onLedgerChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Notifies the subscribers; a record that touches no day notifies nobody. */
export function publishLedgerChange(days: readonly BusinessDay[], affIDs: readonly number[]): void {
  if (days.length + affIDs.length === 0 || listeners.size === 0) return;
  const changed = [...new Set(days)];
  const theirs = [...new Set(affIDs)];
  for (const listener of listeners) listener(changed, theirs);
}
