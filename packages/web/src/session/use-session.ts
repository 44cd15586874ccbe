import {
  isAddressOf,
  maySee,
  REMOTE_SCREENS,
  type ScreenInfo,
  type SessionInfo,
} from '@partnerdesk/contracts';
import { useAppSelector } from '../store/hooks';

/** Who is signed in; null for a visitor. */
export function useSession(): SessionInfo | null {
  return useAppSelector((state) => state.session.person);
}

/** The affiliate's id, 0 for everybody else: what calls and messages carry. */
export function useAffiliateId(): number {
  return useSession()?.affID ?? 0;
}

const SCREENS: readonly ScreenInfo[] = Object.values(REMOTE_SCREENS).flat();

/** By the path of a remote’s screen, whether the signed-in person may open it: the shell's list, for every remote. */
export function useMayOpen(): (path: string) => boolean {
  const person = useSession();
  return (path) => SCREENS.some((screen) => isAddressOf(screen, path) && maySee(screen.access, person));
}
