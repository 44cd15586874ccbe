import { type LoginRequest, type LoginResponse, MESSAGE, type SessionInfo } from '@partnerdesk/contracts';
import { useCallback } from 'react';
import { raiseAlert } from '../alerts/alerts.slice';
import { api } from '../api/api';
import { useAppDispatch } from '../store/hooks';
import { useLoginMutation } from './session.api';
import { setSession } from './session.slice';

/** The text for an answer that signs nobody in (docs/PRODUCT.md §8), undefined for one that does. */
export function loginProblem(answer: LoginResponse): string | undefined {
  if (answer.result === 2) return MESSAGE.emailUnknown;
  if (answer.result === 3) return MESSAGE.wrongPassword;
  return 'affRole' in answer ? undefined : MESSAGE.accountClosed;
}

/**
 * Signs in; says what went wrong in an alert.
 * @returns a function that answers the person, or undefined if nobody was signed in
 * @throws ApiError when the call itself failed
 */
export function useLogin() {
  const dispatch = useAppDispatch();
  const [login] = useLoginMutation();
  return useCallback(
    async (request: LoginRequest): Promise<SessionInfo | undefined> => {
      const answer = await login(request).unwrap();
      const problem = loginProblem(answer);
      if (problem) {
        dispatch(raiseAlert('danger', problem));
        return undefined;
      }
      const { result, ...person } = answer as { result: 1 } & SessionInfo;
      // What was read as somebody else must not be shown to this person.
      dispatch(api.util.resetApiState());
      dispatch(setSession(person));
      return person;
    },
    [dispatch, login],
  );
}
