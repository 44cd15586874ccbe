import type { BusinessDay } from '@partnerdesk/contracts';

type Listener = (days: readonly BusinessDay[]) => void;

const listeners = new Set<Listener>();

/**
 * Subscribes to the days whose totals this process has changed, once they are written. What another process applies,
 * that process publishes. @returns unsubscribe
 */
export function onLedgerChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Notifies the subscribers; a record that touches no day notifies nobody. */
export function publishLedgerChange(days: readonly BusinessDay[]): void {
  if (days.length === 0 || listeners.size === 0) return;
  const changed = [...new Set(days)];
  for (const listener of listeners) listener(changed);
}
