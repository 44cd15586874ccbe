import { ROLE, type SessionInfo } from '@partnerdesk/contracts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { readJson, readStored, writeStored } from '../storage';

/** Key of the session's copy in local storage (docs/PRODUCT.md §3). */
export const SESSION_COPY_KEY = 'pdesk';
/** Key of the email of the administrator who is signed in: the copies of all of them are the same. */
const OFFICE_KEY = 'pdesk-office';

/** What of the session the browser keeps (docs/PRODUCT.md §3): it only chooses menus until the server has answered. */
export type SessionCopy = Pick<
  SessionInfo,
  'affID' | 'affRole' | 'affStatus' | 'accountStatus' | 'paymentInfoSet' | 'trackID'
>;

/**
 * The copy, or null if there is none, it is damaged, or the browser keeps nothing.
 * @returns `office`: the email of the administrator whose copy it is
 */
export function readSessionCopy(): (SessionCopy & { office: string | null }) | null {
  const copy = readJson(readStored(SESSION_COPY_KEY) ?? '') as SessionCopy | null | undefined;
  return typeof copy?.affRole === 'number' ? { ...copy, office: readStored(OFFICE_KEY) } : null;
}

/** Keeps or, for null, removes the copy. Without it all goes on: the server's answer decides. */
export function writeSessionCopy(person: SessionInfo | null): void {
  const isOffice = person?.affRole === ROLE.admin;
  if (!writeStored(OFFICE_KEY, isOffice ? person.emailAddress : null)) return;
  writeStored(SESSION_COPY_KEY, person && JSON.stringify(copyOf(person)));
}

const copyOf = (person: SessionInfo): SessionCopy => {
  const { affID, affRole, affStatus, accountStatus, paymentInfoSet, trackID } = person;
  return { affID, affRole, affStatus, accountStatus, paymentInfoSet, trackID };
};

export interface SessionState {
  /** Who is signed in, null for a visitor. Until `known` it is the browser's copy, without permissions. */
  person: SessionInfo | null;
  /** Whether the server has said who is signed in. */
  known: boolean;
  /** The server has ended the session while its screens were open. */
  expired: boolean;
}

function initialSession(): SessionState {
  const copy = readSessionCopy();
  const person = copy && { ...copy, emailAddress: '', firstName: '', permissions: [] };
  return { person, known: false, expired: false };
}

export const sessionSlice = createSlice({
  name: 'session',
  initialState: initialSession,
  reducers: {
    /** The server's word on who is signed in. */
    setSession: (_, { payload }: PayloadAction<SessionInfo | null>) => ({
      person: payload,
      known: true,
      expired: false,
    }),
    /** Changes some facts of the signed-in person after a save. */
    patchSession: (state, { payload }: PayloadAction<Partial<SessionInfo>>) => {
      if (state.person) Object.assign(state.person, payload);
    },
    /** A call was answered with 401: screens stay as they are, so that nothing typed is lost. */
    expireSession: (state) => {
      if (state.person && state.known) state.expired = true;
    },
  },
});

export const { setSession, patchSession, expireSession } = sessionSlice.actions;
