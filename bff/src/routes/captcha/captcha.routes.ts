import { captchaChallengeCall } from '@partnerdesk/contracts';
import type { AddRoutes } from '../route-deps';

/** Stateless: a challenge costs us a signature. */
export const addCaptchaRoutes: AddRoutes = ({ handle }, { captcha }) => {
  handle(captchaChallengeCall, () => captcha.proofOfWork.makeChallenge());
};
