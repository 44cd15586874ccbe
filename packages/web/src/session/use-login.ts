import {
  type FactorProof,
  type LoginRequest,
  type LoginResponse,
  loginCall,
  MESSAGE,
  type SessionInfo,
  type SignInRefusal,
} from '@partnerdesk/contracts';
import {
  api,
  ask,
  askForProof,
  isApiError,
  isProofNeeded,
  setSession,
  useAppDispatch,
} from '@partnerdesk/web/core';
import { useCallback } from 'react';
import { isChallenge, solveCaptcha } from '../captcha/solve-captcha';

const { useLoginMutation } = api.injectEndpoints({
  endpoints: (build) => ({ login: build.mutation(ask(loginCall, (body: LoginRequest) => ({ body }))) }),
});

/** The person who is signed in now, or the text for a danger alert that says why no one is. */
type LoginOutcome = { person: SessionInfo; problem?: undefined } | { person?: undefined; problem: string };

/** docs/PRODUCT.md §8. */
function outcomeOf(answer: LoginResponse): LoginOutcome {
  if (answer.result === 2) return { problem: MESSAGE.emailUnknown };
  if (answer.result === 3) return { problem: MESSAGE.wrongPassword };
  if (answer.affRole === undefined) return { problem: MESSAGE.accountClosed };
  const { result: _, ...person } = answer;
  return { person };
}

type Login = (more: Partial<LoginRequest>) => Promise<LoginResponse>;

/** The challenge in the details of too_many_requests that a solved one passes. */
const challengeOf = (details: unknown) => (details as Partial<SignInRefusal> | undefined)?.challenge;

/** While others guess at the account, the call is made again with a solved challenge (docs/RULES.md, Who may enter). */
const withChallenge =
  (login: Login): Login =>
  async (more) => {
    try {
      return await login(more);
    } catch (error) {
      if (!isApiError(error) || error.code !== 'too_many_requests') throw error;
      const challenge = challengeOf(error.details);
      if (!isChallenge(challenge)) throw error;
      return login({ ...more, CaptchaToken: await solveCaptcha(challenge) });
    }
  };

/** Signs in, with the second factor where there is one. @throws ApiError; second_factor_required when it was cancelled */
async function signIn(login: Login): Promise<LoginResponse> {
  try {
    return await login({});
  } catch (error) {
    if (!isApiError(error) || error.code !== 'second_factor_required' || !isProofNeeded(error.details))
      throw error;
    let answer: LoginResponse | undefined;
    await askForProof(error.details, async (proof) => {
      answer = await login({ SecondFactor: proof as FactorProof });
    });
    if (!answer) throw error;
    return answer;
  }
}

/** Signs in. @throws ApiError when the call itself failed */
export function useLogin(): (request: LoginRequest) => Promise<LoginOutcome> {
  const dispatch = useAppDispatch();
  const [login] = useLoginMutation();
  return useCallback(
    async (request) => {
      const answer = await signIn(withChallenge((more) => login({ ...request, ...more }).unwrap()));
      const outcome = outcomeOf(answer);
      if (outcome.person) dispatch(setSession(outcome.person));
      return outcome;
    },
    [dispatch, login],
  );
}
