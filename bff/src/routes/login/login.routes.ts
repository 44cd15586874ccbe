import {
  AppError,
  LOGIN_RESULT,
  type LoginInput,
  type LoginResponse,
  loginCall,
} from '@partnerdesk/contracts';
import {
  checkPassword,
  emailKeyOf,
  noteSignIn,
  type Principal,
  passwordProblem,
  recordFailedSignIn,
  resetPassword,
  type SignInFailure,
  type SignInOutcome,
  writeAudit,
} from '@partnerdesk/domain';
import { metrics } from '@partnerdesk/node';
import { type Ctx, originOf } from '../../context';
import { traceFor } from '../../middleware/known-device';
import { clientIp } from '../../middleware/rate-limit';
import { startSession, withoutDue } from '../../middleware/session';
import type { Proofs } from '../../second-factor/proofs';
import type { AddRoutes, RouteDeps } from '../route-deps';
import { presentSession } from '../session/session.routes';

/** The result codes of docs/PRODUCT.md §4; a closed account gets result 1 with its status and nothing more. */
function presentLogin(outcome: SignInOutcome): LoginResponse {
  switch (outcome.outcome) {
    case 'unknown':
      return { result: LOGIN_RESULT.emailUnknown };
    case 'wrong':
      return { result: LOGIN_RESULT.wrongPassword };
    case 'closed':
      return { result: LOGIN_RESULT.success, affStatus: outcome.affStatus };
    case 'ok':
      return { result: LOGIN_RESULT.success, ...presentSession(outcome.principal) };
  }
}

/** Limited per address; slowed down per account, and most per pair of both: see LIMITS and DELAYS. */
export const addLoginRoutes: AddRoutes = ({ handle }, deps) => {
  handle(
    loginCall,
    ({ ctx, body }) => ('Token' in body ? reset(ctx, deps, body) : signIn(ctx, body, deps)),
    deps.limiter.byAddress('signInAddress'),
    deps.session,
  );
};

async function signIn(ctx: Ctx, body: LoginInput, deps: RouteDeps): Promise<LoginResponse> {
  const { EmailAddress, Password, RememberMe = false, SecondFactor, CaptchaToken } = body;
  const { limiter, knownDevices, proofs, env, captcha } = deps;
  const account = emailKeyOf(EmailAddress);
  const pair = `${clientIp(ctx)} ${account}`;
  // The pair first: what it refuses does not count against the account's owner.
  await limiter.delayOrThrow(ctx, 'signInPair', pair);
  const isKnownDevice = knownDevices.isKnown(ctx, account);
  // Strangers' guesses from everywhere slow the account down, not its owner: a known device or a proof of work passes.
  const isReserved = isKnownDevice || (CaptchaToken !== undefined && (await captcha.isSolved(CaptchaToken)));
  if (!isReserved)
    await limiter.delayOrThrow(ctx, 'signInAccount', account, () => ({
      challenge: captcha.makeChallenge(),
    }));
  const outcome = await checkPassword(EmailAddress, Password, { isReserved });
  metrics.signIns.inc({ outcome: outcome.outcome });
  const failed = (why: SignInFailure, person?: Pick<Principal, 'kind' | 'id'>) =>
    recordFailedSignIn({ person, emailAddress: EmailAddress, why, origin: originOf(ctx) });
  if (outcome.outcome !== 'ok') {
    await failed(outcome.outcome, 'person' in outcome ? outcome.person : undefined);
    return presentLogin(outcome);
  }
  const principal = withoutDue(withWeakPassword(outcome.principal, Password), env);
  if (principal.hasSecondFactor) {
    if (!SecondFactor) throw await secondFactorRequired(principal, proofs);
    await proofs
      .checkAtSignInOrThrow(ctx, principal, SecondFactor, { isKnownDevice })
      .catch(async (error) => {
        if (error instanceof AppError && error.code === 'invalid_input')
          await failed('second-factor', principal);
        throw error;
      });
  }
  await recordSignIn(ctx, principal, RememberMe);
  await startSession(ctx, principal, { remember: RememberMe });
  if (principal.kind === 'administrator') await noteSignIn(principal.id);
  knownDevices.remember(ctx, account);
  if (principal.kind === 'affiliate') await traceFor(ctx, deps, principal.id, 'sign-in', account);
  await limiter.endDelay('signInPair', pair);
  await limiter.endDelay('signInAccount', account);
  await limiter.giveBack('signInAddress', clientIp(ctx));
  return presentLogin({ outcome: 'ok', principal });
}

/** The office is asked to replace a password from before the rules of today (docs/RULES.md, Who may enter "Passwords"). */
function withWeakPassword(principal: Principal, password: string): Principal {
  const isWeak = principal.kind === 'administrator' && passwordProblem(password, 'office', principal);
  return isWeak ? { ...principal, passwordWeak: true } : principal;
}

/** Recorded before there is a session: no session is without its entry. */
async function recordSignIn(ctx: Ctx, principal: Principal, remembered: boolean): Promise<void> {
  const { kind, id, emailAddress, hasSecondFactor } = principal;
  await writeAudit({
    ...originOf(ctx),
    actor: { kind, id, emailAddress },
    action: 'sign-in.succeeded',
    subject: { type: kind, id },
    after: { secondFactor: hasSecondFactor, remembered },
  });
}

/** The same call comes again, with the second factor's answer. */
async function secondFactorRequired(principal: Principal, proofs: Proofs): Promise<AppError> {
  const details = await proofs.needed(principal);
  return new AppError('second_factor_required', 'Please confirm with your second factor', undefined, details);
}

/** Signs nobody in (docs/PRODUCT.md §8). A worthless token is a wrong secret. */
async function reset(
  ctx: Ctx,
  deps: RouteDeps,
  { Token, Password }: { Token: string; Password: string },
): Promise<LoginResponse> {
  const done = await resetPassword(Token, Password, originOf(ctx));
  if (!done) return { result: LOGIN_RESULT.wrongPassword };
  // Who reads the account's mail is its owner: guesses at it don't slow this device down at the sign-in that follows.
  deps.knownDevices.remember(ctx, emailKeyOf(done.emailAddress));
  return { result: LOGIN_RESULT.success, affStatus: done.affStatus };
}
