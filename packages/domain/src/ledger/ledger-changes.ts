import type { BusinessDay } from '@partnerdesk/contracts';
import { Listeners } from '../platform';

/** `affIDs`: affiliates whose figures are among them. */
const listeners = new Listeners<[days: readonly BusinessDay[], affIDs: readonly number[]]>();

/**
 * Subscribes to the days, and the affiliates, whose totals this process has changed, once they are written. What another process applies,
 * that process publishes. @returns unsubscribe
 */
export const onLedgerChange: typeof listeners.add = (listener) => listeners.add(listener);

/** Notifies the subscribers; a record that touches no day notifies nobody. */
export function publishLedgerChange(days: readonly BusinessDay[], affIDs: readonly number[]): void {
  if (days.length + affIDs.length === 0 || listeners.size === 0) return;
  listeners.notify([...new Set(days)], [...new Set(affIDs)]);
}
