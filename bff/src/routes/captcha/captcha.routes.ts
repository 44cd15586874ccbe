import type { AddRoutes } from '../route-deps';

/** Stateless: a challenge costs us a signature. */
export const addCaptchaRoutes: AddRoutes = (router, { captcha }) => {
  router.get('/captcha-challenge', (ctx) => {
    ctx.body = captcha.proofOfWork.makeChallenge();
  });
};
