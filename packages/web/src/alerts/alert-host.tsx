import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { type Alert, dismissAlert } from '../store/alerts.slice';
import { useAppDispatch, useAppSelector } from '../store/create-app-store';

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

/** Whether this host shows the alerts: with a modal dialog open only the topmost dialog's is seen and heard. */
function useShowsAlerts(inDialog: boolean): boolean {
  const id = useId();
  useEffect(() => {
    if (!inDialog) return;
    change([...within, id]);
    return () => change(within.filter((each) => each !== id));
  }, [id, inDialog]);
  return useSyncExternalStore(subscribe, () => within.at(-1) === (inDialog ? id : undefined));
}

/** Alerts stay this long (ms), danger longer; both fade (docs/PRODUCT.md §8, §9). */
const ALERT_MS = { shown: 3000, shownDanger: 7000, fade: 500 } as const;

const NONE: readonly Alert[] = [];

/**
 * Shows the alerts as a banner at the lower edge (docs/PRODUCT.md §9), which stays while pointer or keyboard rest on it.
 * Both live regions are always in the page, else screen readers miss the first alert.
 * @param inDialog it stands in a modal dialog, whose alerts it shows
 */
export function AlertHost({ inDialog = false }: { inDialog?: boolean }) {
  const shows = useShowsAlerts(inDialog);
  const alerts = useAppSelector((state) => (shows ? state.alerts : NONE));
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // To measure is to lay the whole page out: not before there is anything to make room for.
    if (!shows || (alerts.length === 0 && !hasRoom())) return;
    makeRoom(ref.current);
    if (alerts.length > 0) uncoverFocus(ref.current);
  }, [alerts, shows]);
  const urgent = alerts.filter((alert) => alert.kind === 'danger');
  const polite = alerts.filter((alert) => alert.kind !== 'danger');
  return (
    <div className="pd-alerts" ref={ref}>
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

/** A bar that a screen has at the lower edge is marked with this class; the alerts lie above it. */
const FOOT = '.pd-foot';

/** Whether room was made for an alert, which may have gone. */
const hasRoom = () => document.documentElement.style.getPropertyValue('--pd-alerts') !== '';

/** Publishes to the styles how much room the bar of the screen and the alerts take (overlays.css). */
function makeRoom(banner: HTMLElement | null): void {
  const { bottom = 0, height = 0 } = document.querySelector(FOOT)?.getBoundingClientRect() ?? {};
  // On wide screens the same part may stand beside the content.
  const isAtFoot = Math.abs(bottom - innerHeight) < 2 && height < innerHeight / 3;
  const { style } = document.documentElement;
  style.setProperty('--pd-foot', `${isAtFoot ? height : 0}px`);
  style.setProperty('--pd-alerts', `${banner?.getBoundingClientRect().height ?? 0}px`);
}

/** Scrolls the control that has the focus to where the banner does not cover it (scroll-padding in overlays.css). */
function uncoverFocus(banner: HTMLElement | null): void {
  const focused = document.activeElement;
  if (!banner || !focused || focused === document.body || banner.contains(focused)) return;
  if (focused.getBoundingClientRect().bottom > banner.getBoundingClientRect().top)
    focused.scrollIntoView?.({ block: 'nearest' });
}

function AlertBanner({ alert }: { alert: Alert }) {
  const dispatch = useAppDispatch();
  const [held, setHeld] = useState(false);
  /** When it was let go of: its time starts over. A dialog that opens or closes over it changes nothing. */
  const [released, setReleased] = useState(0);
  const [fading, setFading] = useState(false);

  useEffect(() => {
    if (held) return;
    if (fading) {
      const timer = setTimeout(() => dispatch(dismissAlert(alert.id)), ALERT_MS.fade);
      return () => clearTimeout(timer);
    }
    const shownMs = alert.kind === 'danger' ? ALERT_MS.shownDanger : ALERT_MS.shown;
    const timer = setTimeout(() => setFading(true), Math.max(alert.at, released) + shownMs - Date.now());
    return () => clearTimeout(timer);
  }, [alert, dispatch, held, fading, released]);

  const hold = () => {
    setHeld(true);
    setFading(false);
  };
  const release = () => {
    setHeld(false);
    setReleased(Date.now());
  };

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
      {alert.count > 1 && <strong>{`${alert.count} × `}</strong>}
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
