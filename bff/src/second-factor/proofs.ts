import { AppError, type Proof, type ProofNeeded } from '@partnerdesk/contracts';
import { isPasswordOf, type Principal, readSecondFactor, useCode } from '@partnerdesk/domain';
import type { Ctx, Step } from '../context';
import { principalOf } from '../context';
import type { RateLimiter } from '../middleware/rate-limit';
import type { Passkeys } from './passkeys';

/** For so long after signing in or proving themselves nobody is asked again (ms). */
export const CONFIRMED_MS = 10 * 60_000;

/** Who is asked again: those with a second factor, or everybody. */
export type Confirm = 'second-factor' | 'everybody';

/** Has people prove who they are again (docs/RULES.md, Who may enter "Asked again"). */
export class Proofs {
  readonly #passkeys: Passkeys;
  readonly #limiter: RateLimiter;

  constructor(passkeys: Passkeys, limiter: RateLimiter) {
    this.#passkeys = passkeys;
    this.#limiter = limiter;
  }

  /** How this person can prove themselves: by the second factor if there is one, else by the password. */
  async needed(principal: Principal): Promise<ProofNeeded> {
    if (!principal.hasSecondFactor) return { password: true, code: false };
    const { passkeys } = await readSecondFactor(principal);
    return {
      password: false,
      code: true,
      ...(passkeys.length > 0 && { passkey: await this.#passkeys.requestOptions(principal, passkeys) }),
    };
  }

  /** @throws AppError invalid_input for a proof that is wrong or not the kind that is needed; too_many_requests */
  async checkOrThrow(ctx: Ctx, principal: Principal, proof: Proof): Promise<void> {
    const who = `${principal.kind}:${principal.id}`;
    await this.#limiter.countOrThrow(ctx, 'proofPerson', who);
    if (!(await this.#isRight(principal, proof))) throw wrongProof(proof);
    await this.#limiter.clear('proofPerson', who);
  }

  async #isRight(principal: Principal, proof: Proof): Promise<boolean> {
    if ('Password' in proof)
      return !principal.hasSecondFactor && (await isPasswordOf(principal, proof.Password));
    return 'Code' in proof
      ? useCode(principal, proof.Code)
      : this.#passkeys.isTheirs(principal, proof.Passkey);
  }

  /** The step of a stack whose people are asked again. */
  step(confirm: Confirm): Step {
    return async (ctx, next) => {
      await this.confirmedOrThrow(ctx, confirm);
      await next();
    };
  }

  /** @throws AppError confirmation_required with ProofNeeded, unless the person has just proved themselves, or is not asked */
  async confirmedOrThrow(ctx: Ctx, confirm: Confirm): Promise<void> {
    if (confirm === 'second-factor' && !principalOf(ctx).hasSecondFactor) return;
    if (Date.now() - (ctx.state.confirmedAt ?? 0) < CONFIRMED_MS) return;
    const details = await this.needed(principalOf(ctx));
    throw new AppError('confirmation_required', 'Please confirm that it is you', undefined, details);
  }
}

function wrongProof(proof: Proof): AppError {
  if ('Passkey' in proof) return new AppError('invalid_input', 'This passkey was not accepted');
  const [name, text] =
    'Password' in proof ? ['Password', 'The password is not right'] : ['Code', 'The code is not right'];
  return new AppError('invalid_input', text, { [name]: text });
}
