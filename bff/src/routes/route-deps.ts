import type { Call } from '@partnerdesk/contracts';
import type { PersonRef, Storage } from '@partnerdesk/domain';
import type { Env } from '@partnerdesk/node';
import type { ClickBuffer, Queue, QueueName, RunEnds } from '@partnerdesk/queues';
import type { Redis } from 'ioredis';
import type { Work } from '../calls/handle';
import type { Captcha } from '../captcha/captcha';
import type { Step } from '../context';
import type { LiveChanges } from '../live/live-changes';
import type { Delays } from '../middleware/delays';
import type { KnownDevices } from '../middleware/known-device';
import type { RateLimiter } from '../middleware/rate-limit';
import type { SessionStore } from '../middleware/session-store';
import type { ReleaseHealth } from '../releases/release-health';
import type { Releases } from '../releases/releases';
import type { Passkeys } from '../second-factor/passkeys';
import type { Proofs } from '../second-factor/proofs';

/** What routes are built from. */
export interface RouteDeps {
  env: Env;
  redis: Redis;
  /** Start of every key in Redis. */
  prefix: string;
  queues: Record<QueueName, Queue>;
  /** Where clicks wait for the database. */
  clicks: ClickBuffer;
  /** By it calls wait for payroll runs. */
  runEnds: RunEnds;
  /** Where pictures are kept. */
  storage: Storage;
  /** Knows who asks: sets ctx.state.principal. */
  session: Step;
  /** Everybody's open sessions. */
  sessions: SessionStore;
  /** Has people prove who they are again. */
  proofs: Proofs;
  passkeys: Passkeys;
  limiter: RateLimiter;
  delays: Delays;
  knownDevices: KnownDevices;
  /** Notifies open screens which days' figures have changed. */
  liveChanges: LiveChanges;
  captcha: Captcha;
  /** Which build of each remote runs. */
  releases: Releases;
  /** How the builds that run do. */
  releaseHealth: ReleaseHealth;
  /** Notifies every server that somebody's access has changed. */
  accessChanges: { publish: (person: PersonRef) => Promise<void> };
}

/** The router as routes see it. */
export interface AppRouter {
  /** Adds the route of a call: who may, what it takes and whose it is come from the call. `before`: see stepsOf. */
  handle: <C extends Call>(call: C, work: Work<C>, ...before: Step[]) => void;
}

/** A resource's routes. */
export type AddRoutes = (router: AppRouter, deps: RouteDeps) => void;
