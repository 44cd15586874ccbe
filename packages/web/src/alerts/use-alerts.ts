import { useMemo } from 'react';
import { bindActionCreators } from 'redux';
import { readFailure } from '../api/read-failure';
import { type AlertKind, raiseAlert } from '../store/alerts.slice';
import { useAppDispatch } from '../store/hooks';

const raiseAs = (kind: AlertKind) => (text: string, group?: string) => raiseAlert(kind, text, group);

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

/** Raises alerts: `alerts.success('Saved')`, `alerts.failure(error)`. A second text names the group that is counted as one. */
export function useAlerts() {
  const dispatch = useAppDispatch();
  return useMemo(() => bindActionCreators(RAISE, dispatch), [dispatch]);
}
