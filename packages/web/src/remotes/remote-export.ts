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
import type { AppStore } from '../store/create-app-store';

/** A screen of a remote: what the shell knows of it, and how its code is loaded. */
export interface RemoteRoute extends ScreenInfo {
  load: () => Promise<RemoteScreen>;
}

/** A screen. `prepare` reads its first figures: the page's first screen is drawn with them, if they are there in time. */
export type RemoteScreen = ComponentType & { prepare?: (store: AppStore) => Promise<unknown> };

/** What the module `./remote` of every remote exports as `remote`. */
export interface RemoteExport {
  routes: readonly RemoteRoute[];
  menu: readonly MenuEntry[];
  /** Missing in a remote of an older release. */
  actions?: readonly ScreenAction[];
}

type PathOf<Name extends RemoteName> = (typeof REMOTE_SCREENS)[Name][number]['path'];

/** A remote's export. @param loaders the code of each of its screens in contracts: one without does not compile */
export function defineRemote<Name extends RemoteName>(
  name: Name,
  loaders: Record<PathOf<Name>, RemoteRoute['load']>,
): RemoteExport {
  const screens: readonly (ScreenInfo & { path: PathOf<Name> })[] = REMOTE_SCREENS[name];
  const routes = screens.map((screen) => ({ ...screen, load: loaders[screen.path] }));
  return { routes, menu: REMOTE_MENUS[name], actions: REMOTE_ACTIONS[name] ?? [] };
}
