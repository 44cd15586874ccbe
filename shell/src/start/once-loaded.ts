import type { AppStore } from '@partnerdesk/web';
import { onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import { pageReport } from '../reports/report-page';
import { followDay } from './follow-day';

/** What begins once the page is loaded: its measures, and the look for a new day. */
export function onceLoaded(store: AppStore): void {
  for (const on of [onCLS, onFCP, onINP, onLCP, onTTFB]) on((metric) => pageReport.addVital(metric));
  followDay(store);
}
