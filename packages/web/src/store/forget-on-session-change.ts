import type { SessionInfo } from '@partnerdesk/contracts';
import type { Middleware } from '@reduxjs/toolkit';
import { api } from '../api/api';
import { type SessionState, setSession } from './session.slice';

const identityOf = (person: SessionInfo | null) =>
  person && `${person.affRole} ${person.affID} ${person.emailAddress}`;

/** What was read as somebody else is not shown to the next person: another session starts with nothing read. */
export const forgetOnSessionChange: Middleware = (store) => (next) => (action) => {
  const before: SessionState = store.getState().session;
  const result = next(action);
  if (setSession.match(action) && before.known && identityOf(before.person) !== identityOf(action.payload))
    store.dispatch(api.util.resetApiState());
  return result;
};
