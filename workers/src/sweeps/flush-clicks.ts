import { addClicks } from '@partnerdesk/domain';
import type { ClickBuffer } from '@partnerdesk/queues';
import type { Sweep } from './sweeps';

/** Stores the clicks that web servers have gathered (docs/RULES.md, Clicks). */
export const flushClicks = (clicks: ClickBuffer): Sweep => ({
  name: 'clicks',
  everyMs: 3000,
  run: () => clicks.drain(addClicks),
});
