import { AppError, type Confirm, type Proof, type ProofNeeded } from '@partnerdesk/contracts';
import { isAppCode, isPasswordOf, type Principal, readSecondFactor, useCode } from '@partnerdesk/domain';
import { type Ctx, principalOf, type Step } from '../context';
import type { LimitName, RateLimiter } from '../middleware/rate-limit';
import { currentSession } from '../middleware/session';
import type { Passkeys } from './passkeys';

/** For so long after signing in or proving themselves nobody is asked again (ms). */
const CONFIRMED_MS = 10 * 60_000;

/** A counter of guesses, and whose it is. */
type Counter = readonly [LimitName, string];

/** Has people prove who they are again (docs/RULES.md, Who may enter "Asked again"). */
export class Proofs {
  constructor(
    private readonly passkeys: Passkeys,
    private readonly limiter: RateLimiter,
  ) {}

  /** How this person can prove themselves: by the second factor if there is one, else by the password. */
  async needed(principal: Principal): Promise<ProofNeeded> {
    if (!principal.hasSecondFactor) return { password: true, code: false };
    const { passkeys } = await readSecondFactor(principal);
    return {
      password: false,
      code: true,
      ...(passkeys.length > 0 && { passkey: await this.passkeys.requestOptions(principal, passkeys) }),
    };
  }

  /**
   * Checks the second factor of somebody who signs in. Who knows a password can use up its owner's guesses, but not those
   * on a device where the account has signed in before.
   * @throws AppError invalid_input for a proof that is wrong or not the kind that is needed; too_many_requests
   */
  async checkAtSignInOrThrow(
    ctx: Ctx,
    principal: Principal,
    proof: Proof,
    { isKnownDevice }: { isKnownDevice: boolean },
  ): Promise<void> {
    const counter = [isKnownDevice ? 'proofOnKnownDevice' : 'proofPerson', nameOf(principal)] as const;
    await this.#checkOrThrow(ctx, principal, proof, [counter]);
    await this.limiter.clear(...counter);
  }

  /**
   * Checks a proof of the signed-in person. Sessions count their own guesses, which nobody outside can use up; a new
   * session starts over, but not the count of all of them together. @throws as checkAtSignInOrThrow
   */
  async checkInSessionOrThrow(ctx: Ctx, proof: Proof): Promise<void> {
    const principal = principalOf(ctx);
    const session = ['proofSession', currentSession(ctx)] as const;
    const all = ['proofSessionsOfPerson', nameOf(principal)] as const;
    await this.#checkOrThrow(ctx, principal, proof, [session, all]);
    await this.limiter.clear(...session);
  }

  /** Counts first, so that guesses sent together are all counted; what was right is taken back. */
  async #checkOrThrow(ctx: Ctx, principal: Principal, proof: Proof, counters: readonly Counter[]) {
    const counted = canBeGuessed(proof) ? counters : [];
    for (const counter of counted) await this.limiter.countOrThrow(ctx, ...counter);
    if (!(await this.#isRight(principal, proof))) throw wrongProof(proof);
    for (const counter of counted) await this.limiter.giveBack(...counter);
  }

  async #isRight(principal: Principal, proof: Proof): Promise<boolean> {
    if ('Password' in proof)
      return !principal.hasSecondFactor && (await isPasswordOf(principal, proof.Password));
    return 'Code' in proof
      ? useCode(principal, proof.Code)
      : this.passkeys.isTheirs(principal, proof.Passkey);
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
    const how = details.password ? 'your password (Password)' : 'a code (Code) or a passkey (Passkey)';
    const text = `Please confirm that it is you: send ${how} to POST /api/confirmation, then make this call again`;
    throw new AppError('confirmation_required', text, undefined, details);
  }
}

const nameOf = ({ kind, id }: Principal) => `${kind}:${id}`;

/** Passkeys and recovery codes can't be guessed: they work when guesses are used up. */
const canBeGuessed = (proof: Proof) => 'Password' in proof || ('Code' in proof && isAppCode(proof.Code));

function wrongProof(proof: Proof): AppError {
  if ('Passkey' in proof) return new AppError('invalid_input', 'This passkey was not accepted');
  const [name, text] =
    'Password' in proof ? ['Password', 'The password is not right'] : ['Code', 'The code is not right'];
  return new AppError('invalid_input', text, { [name]: text });
}
