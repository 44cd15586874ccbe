import { QUEUE_OF_PATH } from '@partnerdesk/contracts';
import { formatCount, useGetModerationQueuesQuery, useSession } from '@partnerdesk/web';
import type { ComponentProps } from 'react';
import { ScreenLink } from './screen-link';

/** Work comes in by itself; so often the counts are asked for (ms), while the page is looked at. */
const POLL_MS = 30_000;

/** How many items wait behind a menu entry, as text; undefined where there is nothing to count or nothing waits. */
export function useWaitingCount(path: string): string | undefined {
  const mayCount = useSession()?.permissions.includes('moderation');
  const queue = QUEUE_OF_PATH[path];
  const { data } = useGetModerationQueuesQuery(undefined, {
    skip: !queue || !mayCount,
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
  });
  const count = queue && data?.[queue];
  return count ? formatCount(count) : undefined;
}

/** A menu's link to a screen, with what waits there. */
export function MenuLink({ path, ...link }: Omit<ComponentProps<typeof ScreenLink>, 'search'>) {
  return <ScreenLink {...link} path={path} data-waiting={useWaitingCount(path)} />;
}
