import type { BusinessDay } from '@partnerdesk/contracts';

type Listener = (days: readonly BusinessDay[]) => void;

const listeners = new Set<Listener>();

/**
 * Has `listener` told which days' totals this process has changed, once they are written. What another process
 * applies, that one tells. @returns ends it
 */
export function onLedgerChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Tells everybody who listens; a record that touches no day tells nothing. */
export function tellLedgerChange(days: readonly { day: BusinessDay }[] | undefined): void {
  if (!days?.length || listeners.size === 0) return;
  const changed = [...new Set(days.map(({ day }) => day))];
  for (const listener of listeners) listener(changed);
}
