import { useEffect, useId, useSyncExternalStore } from 'react';

/** The hosts within open dialogs, the topmost last. */
let within: readonly string[] = [];
const listeners = new Set<() => void>();

function change(next: readonly string[]): void {
  within = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Whether this host is the one that shows the alerts: what stands outside a modal dialog is neither seen nor heard, so
 * the topmost dialog's does while there is one.
 * @param inDialog the host stands within a modal dialog
 */
export function useShowsAlerts(inDialog: boolean): boolean {
  const id = useId();
  useEffect(() => {
    if (!inDialog) return;
    change([...within, id]);
    return () => change(within.filter((each) => each !== id));
  }, [id, inDialog]);
  return useSyncExternalStore(subscribe, () => within.at(-1) === (inDialog ? id : undefined));
}
