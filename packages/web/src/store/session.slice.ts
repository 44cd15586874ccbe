import type { SessionInfo } from '@partnerdesk/contracts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { readSessionCopy } from './session-copy';

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
