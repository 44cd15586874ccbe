import {
  addressOf,
  LOOK_MS,
  type Look,
  matches,
  moderationChangesCall,
  whoLooks,
} from '@partnerdesk/contracts';
import { readJson } from '@partnerdesk/web/core';
import { type Source, useChangedDays } from './use-changed-days';

/** Without the stream nobody is known to look at anything for longer than a look lasts. */
const QUEUES: Source = { stream: addressOf(moderationChangesCall), pollMs: LOOK_MS };

/**
 * Reports when what waits for moderators has changed, and who else has which item open.
 * @param onLooks gets all of them; undefined: that is not known
 */
export function useQueueChanges(
  onChange: () => undefined,
  onLooks: (looks: readonly Look[] | undefined) => void,
): void {
  useChangedDays(true, onChange, QUEUES, {
    event: 'looking',
    report: (data) => {
      const shown = data === undefined ? undefined : readJson(data);
      onLooks(matches(whoLooks, shown) ? shown.looks : undefined);
    },
  });
}
