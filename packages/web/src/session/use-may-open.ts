import { isAddressOf, maySee, REMOTE_SCREENS, type ScreenInfo } from '@partnerdesk/contracts';
import { useSession } from './use-session';

const SCREENS: readonly ScreenInfo[] = Object.values(REMOTE_SCREENS).flat();

/** By the path of a remote’s screen, whether the signed-in person may open it: the shell's list, for every remote. */
export function useMayOpen(): (path: string) => boolean {
  const person = useSession();
  return (path) => SCREENS.some((screen) => isAddressOf(screen, path) && maySee(screen.access, person));
}
