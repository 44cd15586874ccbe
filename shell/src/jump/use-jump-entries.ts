import { findAnyoneCall, maySee, REMOTE_SCREENS } from '@partnerdesk/contracts';
import { api, ask, useSession } from '@partnerdesk/web';
import { useEffect, useState } from 'react';
import { useMenu } from '../menus/menu';
import { useRemoteLoader } from '../remotes/loader-context';
import { entriesFor, type JumpEntry, matching, personEntries } from './jump-entries';
import { recentJumps } from './recent-jumps';

const jumpApi = api.injectEndpoints({
  endpoints: (build) => ({
    findAnyone: build.query(ask(findAnyoneCall, (q: string) => ({ query: { q } }), { quiet: true })),
  }),
});

export const { useFindAnyoneQuery } = jumpApi;

/** A pause in typing after which the server is asked, in ms. */
const PAUSE_MS = 120;

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** Whether the person may look for people. */
export function useFindsPeople(): boolean {
  return maySee(REMOTE_SCREENS.accounts[0].access, useSession());
}

/** What a text finds: actions and screens at once, people once the server answers; without one everything. */
export function useJumpEntries(text: string): { entries: JumpEntry[]; pending: boolean; failed: boolean } {
  const person = useSession();
  const menu = useMenu();
  const loader = useRemoteLoader();
  const [recent] = useState(() => recentJumps(person));
  const wanted = useSettled(text).trim();
  const asks = useFindsPeople() && wanted !== '';
  const { currentData, isFetching, isError } = useFindAnyoneQuery(wanted, { skip: !asks });

  const known = entriesFor({
    person,
    menu,
    loaded: (name) => {
      const state = loader.stateOf(name);
      return state.status === 'ready' ? state.remote : undefined;
    },
  });
  if (text.trim() === '') return { entries: [...recent, ...known], pending: false, failed: false };
  // Enter must not go to whom a shorter text has found.
  const isSettled = wanted === text.trim();
  const people = asks && isSettled && currentData ? personEntries(currentData) : [];
  return {
    entries: [...matching(known, text), ...people],
    pending: !isSettled || isFetching,
    failed: isError,
  };
}
