import { createHash } from 'node:crypto';
import { traceVisit } from '@partnerdesk/domain';
import type { Env } from '@partnerdesk/node';
import type { Ctx } from '../context';
import { ownCookie } from '../cookies';

/** Accounts that a device is known for; the oldest is forgotten. */
const MAX_ACCOUNTS = 8;
const KEPT_MS = 365 * 86_400_000;

/** A signed cookie of accounts that signed in here: strangers' guesses don't slow their owners down. It opens nothing. */
export class KnownDevices {
  readonly #cookie: ReturnType<typeof ownCookie>;

  constructor(env: Env) {
    this.#cookie = ownCookie(env, 'partnerdesk-device', { signed: true, maxAge: KEPT_MS });
  }

  /** @param account the key of its email */
  isKnown(ctx: Ctx, account: string): boolean {
    return this.#read(ctx).includes(nameOf(account));
  }

  /** Names of the accounts that signed in here. @param account the key of the email of one that has just done so */
  namesOn(ctx: Ctx, account?: string): string[] {
    return [...new Set([...(account === undefined ? [] : [nameOf(account)]), ...this.#read(ctx)])];
  }

  remember(ctx: Ctx, account: string): void {
    const name = nameOf(account);
    const names = [name, ...this.#read(ctx).filter((each) => each !== name)].slice(0, MAX_ACCOUNTS);
    this.#cookie.set(ctx, names.join('.'));
  }

  #read(ctx: Ctx): string[] {
    return this.#cookie.get(ctx).split('.').filter(Boolean);
  }
}

/** Says nothing of the account to who reads the cookie. */
const nameOf = (account: string) =>
  createHash('sha256').update(`device:${account}`).digest('base64url').slice(0, 22);

/** Notes where an affiliate registered or signed in (docs/RULES.md, Fraud signals). Nobody is kept out because it fails. */
export async function traceFor(
  ctx: Ctx,
  { knownDevices }: { knownDevices: KnownDevices },
  affID: number,
  act: 'sign-in' | 'registration',
  account?: string,
): Promise<void> {
  const devices = knownDevices.namesOn(ctx, account);
  await traceVisit(affID, act, { address: ctx.ip, devices }).catch((err: unknown) =>
    ctx.state.logger.error({ err }, 'a visit was not noted'),
  );
}
