import { useMemo } from 'react';
import { useAppDispatch } from '../store/hooks';
import { type AlertKind, raiseAlert } from './alerts.slice';

/** Raises alerts: `alerts.success('Saved')`. */
export function useAlerts() {
  const dispatch = useAppDispatch();
  return useMemo(() => {
    const raise = (kind: AlertKind) => (text: string) => {
      dispatch(raiseAlert(kind, text));
    };
    return { success: raise('success'), warning: raise('warning'), danger: raise('danger') };
  }, [dispatch]);
}
