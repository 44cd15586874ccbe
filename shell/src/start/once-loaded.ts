import { type BusinessDay, businessDayOf } from '@partnerdesk/contracts';
import { type AppStore, getConfiguration, setConfiguration } from '@partnerdesk/web';
import { onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import { pageReport } from '../reports/report-page';

/** What begins once the page is loaded: its measures, and the look for a new day. */
export function onceLoaded(store: AppStore): void {
  for (const on of [onCLS, onFCP, onINP, onLCP, onTTFB]) on((metric) => pageReport.addVital(metric));
  followDay(store);
}

/** So often it is looked whether a day has begun (ms). */
const LOOK_MS = 60_000;

/**
 * Keeps the configuration's today while the page stays open: a screen offered the day before as Today, and dates until
 * then, in a tab that was left open over midnight. The browser's clock says when to ask, the server which day it is.
 */
export function followDay(store: AppStore): () => void {
  /** The day here at which the server's was read; at first the server's own. */
  let known: BusinessDay | undefined;
  const look = async () => {
    const { configuration } = store.getState();
    if (!configuration || document.hidden) return;
    known ??= configuration.today;
    const day = businessDayOf(Date.now(), configuration.businessTimezone);
    if (day === known) return;
    const { data } = await store.dispatch(
      getConfiguration.initiate(undefined, { forceRefetch: true, subscribe: false }),
    );
    // Else the server has the day before yet, or is away: it is asked again with the next look.
    if (!data || data.today === configuration.today) return;
    known = day;
    store.dispatch(setConfiguration({ ...configuration, today: data.today }));
  };
  const listen = () => void look();
  const timer = setInterval(listen, LOOK_MS);
  document.addEventListener('visibilitychange', listen);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', listen);
  };
}
