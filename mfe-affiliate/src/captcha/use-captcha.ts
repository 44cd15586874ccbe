import { captchaChallengeCall, MESSAGE } from '@partnerdesk/contracts';
import {
  api,
  ask,
  isChallenge,
  solveCaptcha,
  useAlerts,
  useConfiguration,
  useSession,
} from '@partnerdesk/web';
import { useCallback, useRef } from 'react';
import { googleToken } from './google-captcha';

const { useGetCaptchaChallengeMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    // A mutation: each challenge is good for one message, so none is kept.
    // Quiet: work ahead that fails must not alarm somebody who is still typing.
    getCaptchaChallenge: build.mutation(ask(captchaChallengeCall, undefined, { quiet: true })),
  }),
});

/** A token that would expire on its way is not sent, in ms. */
const SPARE_MS = 20_000;

/**
 * The invisible captcha of a form (docs/RULES.md, Accounts and access "Captcha"). `prepare` starts the work while somebody
 * types; `take` answers a token for one message: empty for who is signed in, undefined (and an alert) if there is none.
 */
export function useCaptcha() {
  const { googleCaptchaKey } = useConfiguration();
  const signedIn = useSession() !== null;
  const alerts = useAlerts();
  const [getChallenge] = useGetCaptchaChallengeMutation();
  const workRef = useRef<Promise<{ token: string; expiresMs: number }>>(undefined);

  const work = useCallback(() => {
    workRef.current ??= (async () => {
      const challenge = await getChallenge().unwrap();
      if (!isChallenge(challenge)) throw new Error('this challenge would keep the page busy');
      const token = await solveCaptcha(challenge);
      return { token, expiresMs: Date.parse(challenge.expires) };
    })();
    // A failure is not kept: the next message tries again.
    workRef.current.catch(() => {
      workRef.current = undefined;
    });
    return workRef.current;
  }, [getChallenge]);

  const prepare = useCallback(() => {
    if (!signedIn && !googleCaptchaKey) work().catch(() => undefined);
  }, [signedIn, googleCaptchaKey, work]);

  const take = useCallback(async (): Promise<string | undefined> => {
    if (signedIn) return '';
    try {
      if (googleCaptchaKey) return await googleToken(googleCaptchaKey);
      let solved = await work();
      workRef.current = undefined;
      if (solved.expiresMs - Date.now() < SPARE_MS) solved = await work();
      workRef.current = undefined;
      return solved.token;
    } catch {
      alerts.danger(MESSAGE.genericError);
      return undefined;
    }
  }, [signedIn, googleCaptchaKey, alerts, work]);

  return { prepare, take };
}
