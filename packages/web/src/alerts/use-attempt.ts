import { useCallback, useRef } from 'react';
import { dismissAlert } from '../store/alerts.slice';
import { useAppStore } from '../store/hooks';

/**
 * For what is submitted without `useForm`, which does this by itself.
 * @returns starts an attempt: call it first thing on submit. It takes away the alerts raised since the last attempt of
 *   the same form began, so that what is shown is about this one.
 */
export function useAttempt(): () => void {
  const store = useAppStore();
  const othersRef = useRef<ReadonlySet<string>>(undefined);
  return useCallback(() => {
    const alerts = store.getState().alerts;
    const others = othersRef.current;
    const stale = others ? alerts.filter(({ id }) => !others.has(id)) : [];
    for (const { id } of stale) store.dispatch(dismissAlert(id));
    othersRef.current = new Set(store.getState().alerts.map(({ id }) => id));
  }, [store]);
}
