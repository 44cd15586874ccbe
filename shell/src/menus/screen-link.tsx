import { QUEUE_OF_PATH } from '@partnerdesk/contracts';
import {
  formatCount,
  Link,
  useAppSelector,
  useGetModerationQueuesQuery,
  useLocation,
  useSession,
} from '@partnerdesk/web';
import type { ComponentProps } from 'react';
import { useRemoteLoader } from '../remotes/remote-loader';
import { prefetchPath } from '../remotes/use-screen';

interface ScreenLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  path: string;
  /** What the screen is asked for: `?kind=mails`. */
  search?: string;
}

/** A link to a screen, marked while that is shown; its code starts to load when the pointer or the focus comes to it. */
export function ScreenLink({ path, search = '', className = '', ...link }: ScreenLinkProps) {
  const loader = useRemoteLoader();
  const person = useAppSelector((state) => state.session.person);
  const { pathname } = useLocation();
  // With all that is below it: `/payroll/affiliates/2026-10-31`.
  const active = `${pathname}/`.startsWith(`${path}/`);
  const prefetch = () => prefetchPath(loader, path, person);
  return (
    <Link
      {...link}
      to={path + search}
      className={active ? `${className} active` : className}
      aria-current={active ? 'page' : undefined}
      onPointerEnter={prefetch}
      onFocus={prefetch}
    />
  );
}

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
