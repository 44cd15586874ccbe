import { randomBytes } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { loadPrincipal, type PersonRef, type Principal } from '@partnerdesk/domain';
import type { Env } from '@partnerdesk/node';
import type Koa from 'koa';
import createKoaSession, { type CreateSessionOptions } from 'koa-session';
import { type Ctx, principalOf, type State, type Step } from '../context';
import { cookieName, isSecure } from '../cookies';
import {
  changesAtRead,
  LIFETIME_MS,
  type SessionData,
  type SessionStore,
  sessionHash,
} from './session-store';

/** What koa-session calls a cookie that the browser drops when it is closed. */
const UNTIL_CLOSED = 'session';

/** koa-session's object on the context. */
interface KoaSession extends Partial<SessionData> {
  maxAge: number | typeof UNTIL_CLOSED;
  externalKey?: string;
  regenerate: () => Promise<void>;
}
type SessionCtx = Ctx & { session: KoaSession | SessionData | null };

/** A session is written again, and lives on, when it was last seen so long ago (ms). */
const SEEN_EVERY_MS = 60_000;

/**
 * Each request counts with its person's record as it is then: a closed account, a taken permission or a raised
 * sessionVersion counts at once. Only routes that ask who is there have this step; the others set no cookie.
 */
export function createSessionStep(app: Koa<State>, store: SessionStore, env: Env): Step {
  const secure = isSecure(env);
  const settings = {
    key: cookieName('partnerdesk', env),
    maxAge: UNTIL_CLOSED,
    httpOnly: true,
    sameSite: 'lax',
    secure,
    signed: true,
    genid: () => randomBytes(32).toString('base64url'),
    store,
  };
  const principals = new Principals();
  const load = createKoaSession(settings as unknown as CreateSessionOptions, app) as Step;
  return (ctx, next) => {
    // The proxy speaks https with the visitor, we http with the proxy.
    if (secure) ctx.cookies.secure = true;
    return load(ctx, async () => {
      ctx.state.principal = await findPrincipal(ctx as SessionCtx, principals, env);
      await next();
    });
  };
}

async function findPrincipal(
  holder: SessionCtx,
  principals: Principals,
  env: Env,
): Promise<Principal | null> {
  const session = (holder.session ?? {}) as Partial<SessionData>;
  const { kind, id, sessionVersion, startedAt = 0, seenAt = 0, passwordWeak } = session;
  if (!kind || !id) return null;
  const principal = await principals.load({ kind, id }, changesAtRead(holder));
  const isOver = Date.now() >= startedAt + LIFETIME_MS;
  if (isOver || principal?.sessionVersion !== sessionVersion) {
    holder.session = null;
    return null;
  }
  if (Date.now() - seenAt >= SEEN_EVERY_MS) session.seenAt = Date.now();
  // A proof of before a factor was added or removed is none any more.
  const isProven = (session.confirmedFor ?? '') === principal?.factorsID;
  holder.state.confirmedAt = isProven ? (session.confirmedAt ?? 0) : 0;
  return principal && withoutDue(passwordWeak ? { ...principal, passwordWeak } : principal, env);
}

/** Without a factor that the office demands, one may only set it up (docs/RULES.md, Who may enter "Second factor"). */
export function withoutDue(principal: Principal, { requireSecondFactor }: Env): Principal {
  const isDue =
    requireSecondFactor === 'office' && principal.kind === 'administrator' && !principal.hasSecondFactor;
  return isDue ? { ...principal, permissions: [], secondFactorDue: true } : principal;
}

/** Starts a session under a new id: one that a stranger may have planted before is worth nothing. */
export async function startSession(
  ctx: Ctx,
  principal: Principal,
  { remember }: { remember: boolean },
): Promise<void> {
  const holder = ctx as SessionCtx;
  const { kind, id, sessionVersion, passwordWeak } = principal;
  const now = Date.now();
  holder.session = {
    kind,
    id,
    sessionVersion,
    startedAt: now,
    confirmedAt: now,
    confirmedFor: principal.factorsID,
    seenAt: now,
    device: deviceOf(ctx.get('user-agent')),
    place: placeOf(ctx.ip),
    ...(passwordWeak && { passwordWeak }),
  };
  await regenerate(holder.session as unknown as KoaSession, remember ? LIFETIME_MS : UNTIL_CLOSED);
  ctx.state.principal = principal;
  ctx.state.confirmedAt = now;
}

/** A new id. koa-session forgets how long the cookie lasts when it saves one that ends with the browser. */
async function regenerate(session: KoaSession, maxAge: KoaSession['maxAge']): Promise<void> {
  session.maxAge = maxAge;
  await session.regenerate();
  session.maxAge = maxAge;
}

/** Ends the session, in Redis and in the browser. */
export function endSession(ctx: Ctx): void {
  (ctx as SessionCtx).session = null;
  ctx.state.principal = null;
}

/** Goes on under a new id after every session of this person was ended; remembered as long as before. */
export async function renewSession(ctx: Ctx, sessionVersion: number): Promise<void> {
  const session = (ctx as SessionCtx).session as KoaSession;
  session.sessionVersion = sessionVersion;
  await regenerate(session, session.maxAge);
}

/** Notes that the person has just proved who they are. */
export function confirmSession(ctx: Ctx): void {
  const session = (ctx as SessionCtx).session as KoaSession;
  session.confirmedAt = Date.now();
  session.confirmedFor = principalOf(ctx).factorsID;
  ctx.state.confirmedAt = session.confirmedAt;
}

/** Lets this session's proof count on after it has added or removed a factor: those of all other sessions end. */
export function keepConfirmation(ctx: Ctx, factorsID: string): void {
  const session = (ctx as SessionCtx).session as KoaSession;
  if (ctx.state.confirmedAt) session.confirmedFor = factorsID;
}

/** The hash of the session that this request came with. */
export function currentSession(ctx: Ctx): string {
  return sessionHash(((ctx as SessionCtx).session as KoaSession | null)?.externalKey ?? '');
}

/**
 * For so long a record is believed unchanged while nobody reports a change (ms): a process that dies before its report, or
 * has no Redis, makes none (docs/RULES.md, Who may enter "Sessions").
 */
const KEPT_MS = 10_000;

/** Then all are forgotten: a server knows the people of its last seconds, not everybody. */
const MAX_KNOWN = 10_000;

interface Known {
  principal: Principal | null;
  /** At so many changes it was read. */
  changes: string;
  readAt: number;
}

/** The people of this server's requests, read from the database again when their record has changed. */
export class Principals {
  readonly #known = new Map<string, Known>();

  /**
   * The person behind a session; null when gone or closed.
   * @param changes their number now, read before this call: what is read then is at least as new
   */
  async load({ kind, id }: PersonRef, changes: string): Promise<Principal | null> {
    const key = `${kind}:${id}`;
    const known = this.#known.get(key);
    const readAt = Date.now();
    if (known?.changes === changes && readAt - known.readAt < KEPT_MS) return known.principal;
    const principal = await loadPrincipal(kind, id);
    if (this.#known.size >= MAX_KNOWN) this.#known.clear();
    this.#known.set(key, { principal, changes, readAt });
    return principal;
  }
}

const BROWSERS = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|Chromium)\//],
  ['Safari', /\bSafari\//],
] as const;
const SYSTEMS = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
] as const;

const nameIn = (names: readonly (readonly [string, RegExp])[], text: string) =>
  names.find(([, pattern]) => pattern.test(text))?.[0];

/** Browser and system of a User-Agent, as a person recognises their devices: 'Firefox on Windows'. */
export function deviceOf(userAgent: string): string {
  const browser = nameIn(BROWSERS, userAgent) ?? 'Other browser';
  const system = nameIn(SYSTEMS, userAgent);
  return system ? `${browser} on ${system}` : browser;
}

/** The first part of a network address, as addresses are shortened: 192.0.2.x, 2001:db8:1::. Enough to see that it is another place. */
export function placeOf(address: string): string {
  const plain = address.replace(/^::ffff:/, '');
  if (isIPv6(plain)) return `${plain.split(':').slice(0, 3).join(':')}::`;
  return `${plain.split('.').slice(0, 3).join('.')}.x`;
}
