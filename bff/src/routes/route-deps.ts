import type { Call } from '@partnerdesk/contracts';
import { openStorage } from '@partnerdesk/domain';
import type { Env, Logger } from '@partnerdesk/node';
import { ClickBuffer, KEY_PREFIX, type Queue, type QueueName } from '@partnerdesk/queues';
import type { Redis } from 'ioredis';
import type Koa from 'koa';
import type { Work } from '../calls/handle';
import { Captcha } from '../captcha/captcha';
import type { State, Step } from '../context';
import type { LiveChanges } from '../live/live-changes';
import { KnownDevices } from '../middleware/known-device';
import {
  type DelayName,
  type DelayRule,
  type Limit,
  type LimitName,
  RateLimiter,
} from '../middleware/rate-limit';
import { createSessionStep } from '../middleware/session';
import { SessionStore } from '../middleware/session-store';
import { ReleaseHealth } from '../releases/release-health';
import { Releases } from '../releases/releases';
import { Passkeys } from '../second-factor/passkeys';
import { Proofs } from '../second-factor/proofs';
import type { StaticRoots } from '../static/static';

/** Everything that the app talks to; the caller opens and closes it. */
export interface AppDeps {
  env: Env;
  redis: Redis;
  queues: Record<QueueName, Queue>;
  /** Notifies open screens which days' figures have changed. */
  liveChanges: LiveChanges;
  logger: Logger;
  staticRoots: StaticRoots;
  /** Start of every key in Redis; tests pass their own. */
  prefix?: string;
  /** Other limits and delays than the usual, and where Google's captcha tokens are checked: for tests. */
  limits?: Partial<Record<LimitName, Limit>>;
  delays?: Partial<Record<DelayName, DelayRule>>;
  captchaVerifyUrl?: string;
}

/** What routes are built from. */
export function routeDepsOf(app: Koa<State>, deps: AppDeps) {
  const { env, redis, queues, liveChanges, prefix = KEY_PREFIX } = deps;
  const sessions = new SessionStore(redis, prefix);
  const limiter = new RateLimiter(redis, prefix, deps);
  const passkeys = new Passkeys(env, redis, prefix);
  return {
    env,
    redis,
    prefix,
    queues,
    liveChanges,
    /** Where clicks wait for the database. */
    clicks: new ClickBuffer(redis, prefix),
    /** Where pictures are kept. */
    storage: openStorage(env),
    /** Knows who asks: sets ctx.state.principal. */
    session: createSessionStep(app, sessions, env),
    sessions,
    proofs: new Proofs(passkeys, limiter),
    passkeys,
    limiter,
    knownDevices: new KnownDevices(env),
    releases: new Releases({ env, roots: deps.staticRoots.remotes, logger: deps.logger }),
    releaseHealth: new ReleaseHealth(redis, prefix),
    captcha: new Captcha(env, redis, prefix, deps.captchaVerifyUrl),
  };
}
export type RouteDeps = ReturnType<typeof routeDepsOf>;

/** The router as routes see it. */
export interface AppRouter {
  /** Adds the route of a call: who may, what it takes and whose it is come from the call. `before`: see stepsOf. */
  handle: <C extends Call>(call: C, work: Work<C>, ...before: Step[]) => void;
}

/** A resource's routes. */
export type AddRoutes = (router: AppRouter, deps: RouteDeps) => void;
