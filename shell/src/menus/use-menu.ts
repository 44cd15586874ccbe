import type { MenuEntry } from '@partnerdesk/contracts';
import { useSession } from '@partnerdesk/web';
import { useRemoteLoader } from '../remotes/loader-context';
import { menuFor } from './menu';

/** The menu of the signed-in person, or of a visitor. */
export function useMenu(): MenuEntry[] {
  const person = useSession();
  const loader = useRemoteLoader();
  return menuFor(person, (name) => {
    const state = loader.stateOf(name);
    return state.status === 'ready' ? state.remote.menu : undefined;
  });
}
