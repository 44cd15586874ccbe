import { createHash } from 'node:crypto';
import type { Env } from '@partnerdesk/node';
import type { Ctx } from '../context';

/** Accounts that a device is known for; the oldest is forgotten. */
const MAX_ACCOUNTS = 8;
const KEPT_MS = 365 * 86_400_000;

/**
 * A signed cookie that says which accounts have signed in on this device: strangers' guesses at an account don't slow its
 * owner down there. It opens nothing.
 */
export class KnownDevices {
  readonly #secure: boolean;

  constructor({ publicUrl }: Env) {
    this.#secure = publicUrl.startsWith('https:');
  }

  /** @param account the key of its email */
  isKnown(ctx: Ctx, account: string): boolean {
    return this.#read(ctx).includes(nameOf(account));
  }

  /**
   * The names of the accounts that signed in here.
   * @param account the key of the email of one that has just done so
   */
  namesOn(ctx: Ctx, account?: string): string[] {
    return [...new Set([...(account === undefined ? [] : [nameOf(account)]), ...this.#read(ctx)])];
  }

  /** Remembers that the account has signed in here. */
  remember(ctx: Ctx, account: string): void {
    const name = nameOf(account);
    const names = [name, ...this.#read(ctx).filter((each) => each !== name)].slice(0, MAX_ACCOUNTS);
    ctx.cookies.set(this.#key, names.join('.'), {
      signed: true,
      httpOnly: true,
      sameSite: 'lax',
      secure: this.#secure,
      maxAge: KEPT_MS,
      overwrite: true,
    });
  }

  #read(ctx: Ctx): string[] {
    return (ctx.cookies.get(this.#key, { signed: true }) ?? '').split('.').filter(Boolean);
  }

  get #key(): string {
    return this.#secure ? '__Host-partnerdesk-device' : 'partnerdesk-device';
  }
}

/** Says nothing of the account to who reads the cookie. */
const nameOf = (account: string) =>
  createHash('sha256').update(`device:${account}`).digest('base64url').slice(0, 22);
