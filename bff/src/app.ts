import { CALLS, configurationCall, cspReportsCall, pathOf } from '@partnerdesk/contracts';
import { databaseReady } from '@partnerdesk/domain';
import { Circuit } from '@partnerdesk/node';
import Koa from 'koa';
import compress from 'koa-compress';
import type { KoaStep, State, Step } from './context';
import { accessLog, requestId } from './middleware/access-log';
import { refuseWithout, requestDeadline } from './middleware/deadline';
import { answerErrors, answerNotFound } from './middleware/errors';
import { trustProxies } from './middleware/forwarded';
import { oneHost, originCheck } from './middleware/origin-check';
import { securityHeaders } from './middleware/security-headers';
import { type AppDeps, routeDepsOf } from './routes/route-deps';
import { apiStep, buildLinkRouter, buildRootRouter } from './routes/routes';
import { serveBuilds } from './static/static';

/** Calls that other servers make, proving themselves by a signature or a mail's token, and those that browsers make by themselves. */
const FROM_ANYWHERE = CALLS.filter(({ who, anySite }) => who === 'service' || anySite).map((call) =>
  pathOf(call),
);

/** Calls of the API that need no database. */
const WITHOUT_DATABASE = [configurationCall, cspReportsCall].map((call) => pathOf(call));

/** Builds the app: each request passes these steps from the first to the last. */
export function buildApp(deps: AppDeps): Koa<State> {
  const { env, logger, staticRoots } = deps;
  const app = new Koa<State>({ proxy: env.trustedProxies !== undefined, maxIpsCount: 1 });
  app.keys = env.sessionKeys;
  app.silent = true;
  app.on('error', (err: unknown) => logger.warn({ err }, 'connection'));

  const database = new Circuit({ name: 'the database', probe: databaseReady, logger });
  const routeDeps = routeDepsOf(app, deps);
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
    serveBuilds(staticRoots, routeDeps.releases, env),
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
