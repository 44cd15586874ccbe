import { useCallback, useMemo, useRef } from 'react';
import { bindActionCreators } from 'redux';
import { readFailure } from '../api/read-failure';
import { type AlertKind, dismissAlert, raiseAlert } from '../store/alerts.slice';
import { useAppDispatch, useAppStore } from '../store/create-app-store';

const raiseAs = (kind: AlertKind) => (text: string) => raiseAlert(kind, text);

const RAISE = {
  success: raiseAs('success'),
  warning: raiseAs('warning'),
  danger: raiseAs('danger'),
  /** A failed call of a quiet endpoint, in the words of `readFailure`. */
  failure: (error: unknown) => {
    const { kind, text } = readFailure(error).alert;
    return raiseAlert(kind, text);
  },
};

/** Raises alerts: `alerts.success('Saved')`, `alerts.failure(error)`. */
export function useAlerts() {
  const dispatch = useAppDispatch();
  return useMemo(() => bindActionCreators(RAISE, dispatch), [dispatch]);
}

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
