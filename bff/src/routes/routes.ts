import Router from '@koa/router';
import { type Call, methodOf, pathOf } from '@partnerdesk/contracts';
import { stepsOf } from '../calls/handle';
import { type KoaStep, principalOf, type State, type Step } from '../context';
import { byApiKey } from '../middleware/api-key';
import { permit, policyOf } from '../middleware/policy';
import { addAccountRoutes } from './accounts/accounts.routes';
import { addAdministratorRoutes } from './administrators/administrators.routes';
import { addAffiliateAccountRoutes } from './affiliate-account/affiliate-account.routes';
import { addAffiliateFigureRoutes } from './affiliate-figures/affiliate-figures.routes';
import { addApiDocsRoutes } from './api-docs/api-docs.routes';
import { addAuditLogRoutes } from './audit-log/audit-log.routes';
import { addBrowserReportRoutes } from './browser-reports/browser-reports.routes';
import { addConfigurationRoutes } from './configuration/configuration.routes';
import { addEntranceRoutes } from './entrance/entrance.routes';
import { addFailedWorkRoutes } from './failed-work/failed-work.routes';
import { addHealthRoutes } from './health/health.routes';
import { addImageFileRoutes } from './image-files/image-files.routes';
import { addJobRoutes } from './jobs/jobs.routes';
import { addLinkRoutes } from './links/links.routes';
import { addLocalRoutes } from './local/local.routes';
import { addLoginRoutes } from './login/login.routes';
import { addModerationRoutes, addReviewRoutes } from './moderation/moderation.routes';
import { addNoticeRoutes, addUnsubscribeRoutes } from './notices/notices.routes';
import { addOfficeDashboardRoutes } from './office-dashboard/office-dashboard.routes';
import { addOutboxRoutes } from './outbox/outbox.routes';
import { addPartnerRoutes } from './partner/partner.routes';
import { addPaymentResultRoutes } from './payment-results/payment-results.routes';
import { addPaymentStatementRoutes } from './payment-statement/payment-statement.routes';
import { addApprovalRoutes } from './payroll/approvals.routes';
import { addExecutePayrollRoutes } from './payroll/execute-payroll.routes';
import { addPayFileRoutes, addPaymentRoutes } from './payroll/payments.routes';
import { addPayrollOverviewRoutes } from './payroll/payroll-overview.routes';
import { addPayrollRunRoutes } from './payroll/payroll-runs.routes';
import { addPersonalDataRoutes } from './personal-data/personal-data.routes';
import { addProgramRoutes } from './programs/programs.routes';
import { addPromoVideoRoutes } from './promo-video/promo-video.routes';
import { addQueueRoutes } from './queues/queues.routes';
import { addReleaseRoutes } from './releases/releases.routes';
import type { AddRoutes, AppRouter, RouteDeps } from './route-deps';
import { addSecondFactorRoutes } from './second-factor/second-factor.routes';
import { addServiceRoutes } from './service/service.routes';
import { addSessionRoutes } from './session/session.routes';
import { addStatisticsRoutes } from './statistics/statistics.routes';
import { addTaxFormRoutes } from './tax-forms/tax-forms.routes';
import { addTermsRoutes } from './terms/terms.routes';
import { addV1Routes } from './v1/v1.routes';

/** Every resource under /api. */
const API: AddRoutes[] = [
  addConfigurationRoutes,
  addSessionRoutes,
  addSecondFactorRoutes,
  addLoginRoutes,
  addExecutePayrollRoutes,
  addPayrollRunRoutes,
  addPaymentRoutes,
  addPayrollOverviewRoutes,
  addPayFileRoutes,
  addPaymentResultRoutes,
  addApprovalRoutes,
  addJobRoutes,
  addServiceRoutes,
  addStatisticsRoutes,
  addOfficeDashboardRoutes,
  addFailedWorkRoutes,
  addReleaseRoutes,
  addEntranceRoutes,
  addNoticeRoutes,
  addBrowserReportRoutes,
  addLocalRoutes,
  addAffiliateAccountRoutes,
  addAffiliateFigureRoutes,
  addPaymentStatementRoutes,
  addTaxFormRoutes,
  addLinkRoutes,
  addProgramRoutes,
  addApiDocsRoutes,
  addV1Routes,
  addPromoVideoRoutes,
  addAccountRoutes,
  addPersonalDataRoutes,
  addTermsRoutes,
  addAdministratorRoutes,
  addAuditLogRoutes,
  addImageFileRoutes,
  addModerationRoutes,
  addReviewRoutes,
];

/** What lies beside /api. */
const ROOT: AddRoutes[] = [addHealthRoutes, addOutboxRoutes, addUnsubscribeRoutes, addQueueRoutes];

/** The routers of the resources under /api, by the first part of their paths: a request is compared with one's patterns. */
export function buildApiRouters(deps: RouteDeps): Map<string, Router<State>> {
  const routers = new Map<string, Router<State>>();
  const routerOf = (path: string) => {
    const [, name = ''] = path.split('/');
    const router = routers.get(name) ?? new Router<State>({ prefix: '/api', sensitive: true });
    routers.set(name, router);
    return router;
  };
  const toRouters = guarded(routerOf, '/api', deps);
  for (const addRoutes of API) addRoutes(toRouters, deps);
  return routers;
}

/** The step of all resources under /api. */
export function apiStep(deps: RouteDeps): Step {
  const steps = new Map(
    [...buildApiRouters(deps)].map(([name, router]) => [name, router.routes() as unknown as Step]),
  );
  return (ctx, next) => {
    const [, api, name = ''] = ctx.path.split('/', 3);
    const step = api === 'api' ? steps.get(name) : undefined;
    return step ? step(ctx, next) : next();
  };
}

/** Affiliates' links: visitors pass no step that these do not need. */
export const buildLinkRouter = (deps: RouteDeps) => buildRouter([addPartnerRoutes], deps);

export const buildRootRouter = (deps: RouteDeps) => buildRouter(ROOT, deps);

function buildRouter(resources: AddRoutes[], deps: RouteDeps): Router<State> {
  const router = new Router<State>({ sensitive: true });
  const toRouter = guarded(() => router, '', deps);
  for (const addRoutes of resources) addRoutes(toRouter, deps);
  return router;
}

/** Affiliates can make the audit log grow by what they change, and by what they export: so often in ten minutes and no more. */
const boundOwnChanges =
  ({ name, sameSite }: Call, limiter: RouteDeps['limiter']): Step =>
  async (ctx, next) => {
    const { kind, id } = principalOf(ctx);
    if (kind === 'affiliate' && (sameSite || !name.startsWith('GET ')))
      await limiter.countOrThrow(ctx, 'ownChangesPerson', String(id));
    await next();
  };

/** Before any step of a route: the session and permission of its call. */
function guardSteps(call: Call, { session, limiter }: RouteDeps): Step[] {
  const { who } = call;
  if (who === 'anybody' || who === 'service') return [];
  if (who === 'api-key') return [byApiKey(limiter)];
  return [session, permit(policyOf(who)), boundOwnChanges(call, limiter)];
}

/** Guards routes as their calls say. @param routerOf the router that a path belongs to */
function guarded(routerOf: (path: string) => Router<State>, prefix: string, deps: RouteDeps): AppRouter {
  return {
    handle(call, work, ...before) {
      const path = pathOf(call).slice(prefix.length);
      const { env, proofs } = deps;
      const steps = stepsOf(call, work, { env, proofs, before, guard: guardSteps(call, deps) });
      routerOf(path).register(path, [methodOf(call)], steps as KoaStep[]);
    },
  };
}
