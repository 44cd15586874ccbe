import {
  isAddressOf,
  logoutCall,
  maySee,
  REMOTE_SCREENS,
  type ScreenInfo,
  type SessionInfo,
  sessionCall,
} from '@partnerdesk/contracts';
import { api } from '../api/api';
import { ask } from '../api/ask';
import { useAppSelector } from '../store/create-app-store';
import { setSession } from '../store/session.slice';

const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    getSession: build.query({
      ...ask(sessionCall, undefined, { quiet: true }),
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => undefined);
        if (answer) dispatch(setSession(answer.data.session));
      },
    }),
    logout: build.mutation(ask(logoutCall)),
  }),
});

export const { useLogoutMutation } = sessionApi;
export const { getSession } = sessionApi.endpoints;

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
