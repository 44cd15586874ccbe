import { Link, useAppSelector, useLocation } from '@partnerdesk/web';
import type { ComponentProps } from 'react';
import { useRemoteLoader } from '../remotes/loader-context';
import { prefetchPath } from '../remotes/prefetch';

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
