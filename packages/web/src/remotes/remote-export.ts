import {
  type MenuEntry,
  REMOTE_ACTIONS,
  REMOTE_MENUS,
  REMOTE_SCREENS,
  type RemoteName,
  type ScreenAction,
  type ScreenInfo,
} from '@partnerdesk/contracts';
import type { ComponentType } from 'react';

/** A screen of a remote: what the shell knows of it, and how its code is loaded. */
export interface RemoteRoute extends ScreenInfo {
  load: () => Promise<ComponentType>;
}

/** What the module `./remote` of every remote exports as `remote`. */
export interface RemoteExport {
  routes: readonly RemoteRoute[];
  menu: readonly MenuEntry[];
  /** Missing in a remote of an older release. */
  actions?: readonly ScreenAction[];
}

type PathOf<Name extends RemoteName> = (typeof REMOTE_SCREENS)[Name][number]['path'];

/** A remote's export: of its screens in contracts those whose code there is. */
export function defineRemote<Name extends RemoteName>(
  name: Name,
  loaders: Partial<Record<PathOf<Name>, RemoteRoute['load']>>,
): RemoteExport {
  const screens: readonly ScreenInfo[] = REMOTE_SCREENS[name];
  const loaderOf = loaders as Record<string, RemoteRoute['load'] | undefined>;
  const routes = screens.flatMap((screen) => {
    const load = loaderOf[screen.path];
    return load ? [{ ...screen, load }] : [];
  });
  return { routes, menu: REMOTE_MENUS[name], actions: REMOTE_ACTIONS[name] ?? [] };
}
