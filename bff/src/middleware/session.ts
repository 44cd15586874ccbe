import { randomBytes } from 'node:crypto';
import { loadPrincipal, type Principal } from '@partnerdesk/domain';
import type { Env } from '@partnerdesk/node';
import type { Redis } from 'ioredis';
import type Koa from 'koa';
import createKoaSession, { type CreateSessionOptions } from 'koa-session';
import type { Ctx, State, Step } from '../context';
import { createSessionStore } from './session-store';

const HOUR_MS = 3_600_000;
/** Without a request for so long a session ends; with RememberMe later. */
const IDLE_MS = 12 * HOUR_MS;
const REMEMBERED_MS = 30 * 24 * HOUR_MS;

/** What a session holds: whom it is for, nothing that could grow old. */
interface SessionData {
  kind: Principal['kind'];
  id: number;
  sessionVersion: number;
}

/** koa-session's object on the context. */
interface KoaSession extends Partial<SessionData> {
  maxAge: number;
  regenerate: () => Promise<void>;
}
type SessionCtx = Ctx & { session: KoaSession | SessionData | null };

/**
 * The session step. On every request the person is loaded again, so that a closed account, a taken permission or a
 * raised sessionVersion counts at once. Only routes that ask who is there have it: the others set no cookie.
 */
export function createSessionStep(
  app: Koa<State>,
  redis: Redis,
  options: { env: Env; prefix: string },
): Step {
  const secure = options.env.publicUrl.startsWith('https:');
  const settings = {
    key: secure ? '__Host-partnerdesk' : 'partnerdesk',
    maxAge: IDLE_MS,
    httpOnly: true,
    sameSite: 'lax',
    secure,
    signed: true,
    rolling: true,
    genid: () => randomBytes(32).toString('base64url'),
    store: createSessionStore(redis, options.prefix),
  };
  const load = createKoaSession(settings as unknown as CreateSessionOptions, app) as Step;
  return (ctx, next) => {
    // The proxy speaks https with the visitor, we http with the proxy.
    if (secure) ctx.cookies.secure = true;
    return load(ctx, async () => findPrincipal(ctx, next));
  };
}

const findPrincipal: Step = async (ctx, next) => {
  const holder = ctx as SessionCtx;
  const { kind, id, sessionVersion } = (holder.session ?? {}) as Partial<SessionData>;
  if (kind && id) {
    const principal = await loadPrincipal(kind, id);
    if (principal?.sessionVersion === sessionVersion) ctx.state.principal = principal;
    else holder.session = null;
  }
  await next();
};

/** Starts a session under a new id: one that a stranger may have planted before is worth nothing. */
export async function startSession(
  ctx: Ctx,
  principal: Principal,
  { remember }: { remember: boolean },
): Promise<void> {
  const holder = ctx as SessionCtx;
  const { kind, id, sessionVersion } = principal;
  holder.session = { kind, id, sessionVersion };
  const session = holder.session as unknown as KoaSession;
  session.maxAge = remember ? REMEMBERED_MS : IDLE_MS;
  await session.regenerate();
  ctx.state.principal = principal;
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
  await session.regenerate();
}
