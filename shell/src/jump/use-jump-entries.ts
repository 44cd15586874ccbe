import { findAnyoneCall, matches, maySee, REMOTE_SCREENS, type SessionInfo } from '@partnerdesk/contracts';
import { list, object, text } from '@partnerdesk/contracts/schema';
import { api, ask, readJson, readStored, useSession, writeStored } from '@partnerdesk/web';
import { useEffect, useState } from 'react';
import { useMenu } from '../menus/menu';
import { useRemoteLoader } from '../remotes/remote-loader';
import { findScreen } from '../routing/find-screen';
import { entriesFor, type JumpEntry, matching, personEntries } from './jump-entries';

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

const KEPT = 5;

const recent = list(object({ label: text(), to: text() }));

/** Administrators have no id of their own: each is known by the email. */
const keyOf = (person: SessionInfo | null) =>
  `pdesk-recent-${person ? `${person.affRole}-${person.affID || person.emailAddress}` : 'visitor'}`;

/** What was gone to last from this browser, the latest first, as far as the person may still see it. */
export function recentJumps(person: SessionInfo | null): JumpEntry[] {
  const kept = readJson(readStored(keyOf(person)) ?? '');
  if (!matches(recent, kept)) return [];
  return kept
    .filter(({ to }) => findScreen(to.split('?')[0] ?? '', person).kind !== 'not-found')
    .map(({ label, to }) => ({ group: 'Recent', label, to }));
}

/** Keeps where somebody went: of a person the id only, for names stay out of the browser's storage. */
export function rememberJump(person: SessionInfo | null, { label, to }: JumpEntry): void {
  const others = recentJumps(person).filter((other) => other.to !== to);
  const kept = [{ label, to }, ...others.map((other) => ({ label: other.label, to: other.to }))];
  writeStored(keyOf(person), JSON.stringify(kept.slice(0, KEPT)));
}
