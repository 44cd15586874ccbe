import { CALLS, configurationCall, cspReportsCall, pathOf } from '@partnerdesk/contracts';
import { openStorage, reviveDatabase } from '@partnerdesk/domain';
import { Circuit, type Logger } from '@partnerdesk/node';
import { ClickBuffer, KEY_PREFIX, publishAccess } from '@partnerdesk/queues';
import Koa from 'koa';
import compress from 'koa-compress';
import { createCaptcha } from './captcha/captcha';
import type { KoaStep, State, Step } from './context';
import { accessLog } from './middleware/access-log';
import { refuseWithout, requestDeadline } from './middleware/deadline';
import { type DelayName, type DelayRule, Delays } from './middleware/delays';
import { answerErrors, answerNotFound } from './middleware/errors';
import { trustProxies } from './middleware/forwarded';
import { KnownDevices } from './middleware/known-device';
import { oneHost, originCheck } from './middleware/origin-check';
import { type Limit, type LimitName, RateLimiter } from './middleware/rate-limit';
import { requestId } from './middleware/request-id';
import { securityHeaders } from './middleware/security-headers';
import { createSessionStep } from './middleware/session';
import { SessionStore } from './middleware/session-store';
import { ReleaseHealth } from './releases/release-health';
import { Releases } from './releases/releases';
import type { RouteDeps } from './routes/route-deps';
import { apiStep, buildLinkRouter, buildRootRouter } from './routes/routes';
import { Passkeys } from './second-factor/passkeys';
import { Proofs } from './second-factor/proofs';
import { type StaticRoots, serveBuilds } from './static/static';

/** Everything that the app talks to; the caller opens and closes it. */
export interface AppDeps extends Pick<RouteDeps, 'env' | 'redis' | 'queues' | 'runEnds' | 'liveChanges'> {
  logger: Logger;
  staticRoots: StaticRoots;
  /** Start of every key in Redis; tests pass their own. */
  prefix?: string;
  /** Other limits than the usual; for tests. */
  limits?: Partial<Record<LimitName, Limit>>;
  /** Other delays than the usual; for tests. */
  delays?: Partial<Record<DelayName, DelayRule>>;
  /** Where captcha tokens of Google's are checked; for tests. */
  captchaVerifyUrl?: string;
}

/** Calls that other servers make, proving themselves by a signature or a mail's token, and those that browsers make by themselves. */
const FROM_ANYWHERE = CALLS.filter(({ who, anySite }) => who === 'service' || anySite).map((call) =>
  pathOf(call),
);

/** Calls of the API that need no database. */
const WITHOUT_DATABASE = [configurationCall, cspReportsCall].map((call) => pathOf(call));

/** Builds the app: each request passes these steps from the first to the last. */
export function buildApp(deps: AppDeps): Koa<State> {
  const { env, logger, redis, queues, staticRoots, prefix = KEY_PREFIX, limits, captchaVerifyUrl } = deps;
  const app = new Koa<State>({ proxy: env.trustedProxies !== undefined, maxIpsCount: 1 });
  app.keys = env.sessionKeys;
  app.silent = true;
  app.on('error', (err: unknown) => logger.warn({ err }, 'connection'));

  const database = new Circuit({ name: 'the database', probe: reviveDatabase, logger });
  const sessions = new SessionStore(redis, prefix);
  const limiter = new RateLimiter(redis, prefix, limits);
  const releases = new Releases({ env, roots: staticRoots.remotes, logger });
  const passkeys = new Passkeys(env, redis, prefix);
  const routeDeps: RouteDeps = {
    env,
    redis,
    prefix,
    queues,
    clicks: new ClickBuffer(redis, prefix),
    runEnds: deps.runEnds,
    storage: openStorage(env),
    session: createSessionStep(app, sessions, env),
    sessions,
    proofs: new Proofs(passkeys, limiter),
    passkeys,
    limiter,
    delays: new Delays(redis, prefix, deps.delays),
    knownDevices: new KnownDevices(env),
    accessChanges: { publish: (person) => publishAccess(redis, person, prefix) },
    liveChanges: deps.liveChanges,
    releases,
    releaseHealth: new ReleaseHealth(redis, prefix),
    captcha: createCaptcha(env, redis, { prefix, ...(captchaVerifyUrl && { verifyUrl: captchaVerifyUrl }) }),
  };
  const steps: Step[] = [
    trustProxies(env.trustedProxies),
    requestId(logger),
    accessLog,
    securityHeaders(env),
    answerErrors,
    oneHost,
    buildLinkRouter(routeDeps).routes() as unknown as Step,
    compress({ threshold: 1024 }) as unknown as Step,
    requestDeadline({ requestMs: env.requestDeadlineMs, database }),
    refuseWithout(database, { exempt: WITHOUT_DATABASE }),
    originCheck(env.publicOrigins, { exempt: FROM_ANYWHERE }),
    noStore,
    buildRootRouter(routeDeps).routes() as unknown as Step,
    apiStep(routeDeps),
    serveBuilds(staticRoots, releases, env),
    answerNotFound,
  ];
  for (const step of steps) app.use(step as KoaStep);
  return app;
}

/** Answers are one person's at one moment, those of the queues' board too; files of builds and others that may be kept say so themselves. */
const noStore: Step = (ctx, next) => {
  ctx.set('Cache-Control', 'no-store');
  return next();
};
