import { useAppSelector } from '@partnerdesk/web';
import type { ComponentProps } from 'react';
import { NavLink } from 'react-router-dom';
import { useRemoteLoader } from '../remotes/loader-context';
import { prefetchScreen } from '../remotes/use-screen';
import { findScreen } from '../routing/find-screen';
import { useWaitingCount } from './waiting-count';

interface MenuLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  path: string;
}

/** A link to a screen, whose code starts to load when the pointer or the focus comes to it. */
export function MenuLink({ path, ...link }: MenuLinkProps) {
  const loader = useRemoteLoader();
  const person = useAppSelector((state) => state.session.person);
  const waiting = useWaitingCount(path);

  const prefetch = () => {
    const found = findScreen(path, person);
    if (found.kind !== 'remote') return;
    const state = loader.stateOf(found.remote);
    if (state.status !== 'ready') return loader.start(found.remote);
    const route = state.remote.routes.find((candidate) => candidate.path === path);
    if (route) prefetchScreen(route.load);
  };

  return (
    <NavLink {...link} to={path} end data-waiting={waiting} onPointerEnter={prefetch} onFocus={prefetch} />
  );
}
