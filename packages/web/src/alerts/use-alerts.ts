import { useMemo } from 'react';
import { bindActionCreators } from 'redux';
import { useAppDispatch } from '../store/hooks';
import { type AlertKind, raiseAlert } from './alerts.slice';

const raiseAs = (kind: AlertKind) => (text: string) => raiseAlert(kind, text);

const RAISE = { success: raiseAs('success'), warning: raiseAs('warning'), danger: raiseAs('danger') };

/** Raises alerts: `alerts.success('Saved')`. */
export function useAlerts() {
  const dispatch = useAppDispatch();
  return useMemo(() => bindActionCreators(RAISE, dispatch), [dispatch]);
}
