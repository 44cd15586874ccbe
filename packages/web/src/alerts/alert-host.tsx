import { ALERT_MS } from '@partnerdesk/contracts';
import { useEffect, useState } from 'react';
import { type Alert, dismissAlert } from '../store/alerts.slice';
import { useAppDispatch, useAppSelector } from '../store/hooks';
import { useShowsAlerts } from './alert-hosts';

const NONE: readonly Alert[] = [];

/**
 * Shows the alerts as a banner: 3 s, danger 7 s, then a fade of 0.5 s (docs/PRODUCT.md §9). While the pointer or the
 * keyboard rests on one, it stays. Both live regions are always in the page, else screen readers miss the first alert.
 * @param inDialog it stands in a modal dialog, whose alerts it shows
 */
export function AlertHost({ inDialog = false }: { inDialog?: boolean }) {
  const shows = useShowsAlerts(inDialog);
  const alerts = useAppSelector((state) => (shows ? state.alerts : NONE));
  const urgent = alerts.filter((alert) => alert.kind === 'danger');
  const polite = alerts.filter((alert) => alert.kind !== 'danger');
  return (
    <div className="pd-alerts">
      <div role="alert">
        {urgent.map((alert) => (
          <AlertBanner key={alert.id} alert={alert} />
        ))}
      </div>
      <div role="status">
        {polite.map((alert) => (
          <AlertBanner key={alert.id} alert={alert} />
        ))}
      </div>
    </div>
  );
}

function AlertBanner({ alert }: { alert: Alert }) {
  const dispatch = useAppDispatch();
  const [held, setHeld] = useState(false);
  const [fading, setFading] = useState(false);

  useEffect(() => {
    if (held) return;
    if (fading) {
      const timer = setTimeout(() => dispatch(dismissAlert(alert.id)), ALERT_MS.fade);
      return () => clearTimeout(timer);
    }
    const shownMs = alert.kind === 'danger' ? ALERT_MS.shownDanger : ALERT_MS.shown;
    const timer = setTimeout(() => setFading(true), shownMs);
    return () => clearTimeout(timer);
  }, [alert, dispatch, held, fading]);

  const hold = () => {
    setHeld(true);
    setFading(false);
  };
  const release = () => setHeld(false);

  return (
    // The live region around it says it; a role of its own would say it twice.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that someone is at it
    <div
      className={`pd-alert alert alert-${alert.kind} alert-dismissible ${fading ? 'pd-alert-fading' : ''}`}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      {alert.text}
      <button
        type="button"
        className="btn-close"
        aria-label="Dismiss"
        onClick={() => dispatch(dismissAlert(alert.id))}
      />
    </div>
  );
}
