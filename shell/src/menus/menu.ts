import {
  LOGIN_MENU_ENTRY,
  type MenuEntry,
  maySee,
  REMOTE_MENUS,
  REMOTE_NAMES,
  type RemoteName,
  type Visitor,
} from '@partnerdesk/contracts';
import { useSession } from '@partnerdesk/web';
import { useRemoteLoader } from '../remotes/remote-loader';

/** A loaded remote's own entries, undefined for one that isn't loaded. */
export type LoadedMenu = (name: RemoteName) => readonly MenuEntry[] | undefined;

/** The menu of a person (null: a visitor; docs/PRODUCT.md §2). What a loaded remote says of its entries wins. */
export function menuFor(person: Visitor | null, loadedMenu: LoadedMenu = () => undefined): MenuEntry[] {
  return [...REMOTE_NAMES.flatMap((name) => loadedMenu(name) ?? REMOTE_MENUS[name]), LOGIN_MENU_ENTRY]
    .filter((entry) => maySee(entry.access, person))
    .sort((a, b) => a.order - b.order);
}

/** The menu of the signed-in person, or of a visitor. */
export function useMenu(): MenuEntry[] {
  const person = useSession();
  const loader = useRemoteLoader();
  return menuFor(person, (name) => {
    const state = loader.stateOf(name);
    return state.status === 'ready' ? state.remote.menu : undefined;
  });
}
