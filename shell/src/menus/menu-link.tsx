import type { ComponentProps } from 'react';
import { ScreenLink } from './screen-link';
import { useWaitingCount } from './waiting-count';

/** A menu's link to a screen, with what waits there. */
export function MenuLink({ path, ...link }: Omit<ComponentProps<typeof ScreenLink>, 'search'>) {
  return <ScreenLink {...link} path={path} data-waiting={useWaitingCount(path)} />;
}
