import Router from '@koa/router';
import type { State, Step } from '../context';
import { addAccountDetailsRoutes } from './accounts/account-details.routes';
import { addSearchAccountsRoutes } from './accounts/search-accounts.routes';
import { addUpdateAccountRoutes } from './accounts/update-account.routes';
import { addAdministratorRoutes } from './administrators/administrators.routes';
import { addAffiliateAccountRoutes } from './affiliate-account/affiliate-account.routes';
import { addAffiliateActivityRoutes } from './affiliate-activity/affiliate-activity.routes';
import { addAffiliateFigureRoutes } from './affiliate-figures/affiliate-figures.routes';
import { addApiDocsRoutes } from './api-docs/api-docs.routes';
import { addApiKeyRoutes } from './api-keys/api-keys.routes';
import { addAuditLogRoutes } from './audit-log/audit-log.routes';
import { addBrowserReportRoutes } from './browser-reports/browser-reports.routes';
import { addCampaignRoutes } from './campaigns/campaigns.routes';
import { addCaptchaRoutes } from './captcha/captcha.routes';
import { addConfigurationRoutes } from './configuration/configuration.routes';
import { addConfirmEmailRoutes } from './confirm-email/confirm-email.routes';
import { addConfirmationRoutes } from './confirmation/confirmation.routes';
import { addEventRoutes } from './events/events.routes';
import { addFailedWorkRoutes } from './failed-work/failed-work.routes';
import { addFraudSignalRoutes } from './fraud-signals/fraud-signals.routes';
import { guarded } from './guard';
import { addHealthRoutes } from './health/health.routes';
import { addImageFileRoutes } from './image-files/image-files.routes';
import { addImageRoutes } from './images/images.routes';
import { addJobRoutes } from './jobs/jobs.routes';
import { addLinkReportRoutes } from './link-report/link-report.routes';
import { addLocalRoutes } from './local/local.routes';
import { addLoginRoutes } from './login/login.routes';
import { addModerationRoutes } from './moderation/moderation.routes';
import { addReviewRoutes } from './moderation/reviews.routes';
import { addNotMeRoutes } from './not-me/not-me.routes';
import { addNoticeRoutes, addUnsubscribeRoutes } from './notices/notices.routes';
import { addOfficeDashboardRoutes } from './office-dashboard/office-dashboard.routes';
import { addOutboxRoutes } from './outbox/outbox.routes';
import { addPartnerRoutes } from './partner/partner.routes';
import { addPaymentResultRoutes } from './payment-results/payment-results.routes';
import { addPaymentStatementRoutes } from './payment-statement/payment-statement.routes';
import { addApprovalRoutes } from './payroll/approvals.routes';
import { addExecutePayrollRoutes } from './payroll/execute-payroll.routes';
import { addPayFileRoutes } from './payroll/pay-files.routes';
import { addPaymentRoutes } from './payroll/payments.routes';
import { addPayrollOverviewRoutes } from './payroll/payroll-overview.routes';
import { addPayrollProgressRoutes } from './payroll/payroll-progress.routes';
import { addPayrollRunRoutes } from './payroll/payroll-runs.routes';
import { addPersonalDataRoutes } from './personal-data/personal-data.routes';
import { addPhotoRoutes } from './photos/photos.routes';
import { addPostbackRoutes } from './postback/postback.routes';
import { addPromoVideoRoutes } from './promo-video/promo-video.routes';
import { addQueueRoutes } from './queues/queues.routes';
import { addRegisterRoutes } from './register/register.routes';
import { addReleaseRoutes } from './releases/releases.routes';
import { addRestorePasswordRoutes } from './restore-password/restore-password.routes';
import type { AddRoutes, AppRouter, RouteDeps } from './route-deps';
import { addSecondFactorRoutes } from './second-factor/second-factor.routes';
import { addContactRoutes } from './send-contact-message/send-contact-message.routes';
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
  addConfirmEmailRoutes,
  addConfirmationRoutes,
  addLoginRoutes,
  addExecutePayrollRoutes,
  addPayrollRunRoutes,
  addPaymentRoutes,
  addPayrollProgressRoutes,
  addPayrollOverviewRoutes,
  addPayFileRoutes,
  addPaymentResultRoutes,
  addApprovalRoutes,
  addJobRoutes,
  addEventRoutes,
  addStatisticsRoutes,
  addOfficeDashboardRoutes,
  addFailedWorkRoutes,
  addReleaseRoutes,
  addRegisterRoutes,
  addRestorePasswordRoutes,
  addNotMeRoutes,
  addNoticeRoutes,
  addCaptchaRoutes,
  addBrowserReportRoutes,
  addContactRoutes,
  addLocalRoutes,
  addAffiliateAccountRoutes,
  addAffiliateFigureRoutes,
  addAffiliateActivityRoutes,
  addPaymentStatementRoutes,
  addTaxFormRoutes,
  addLinkReportRoutes,
  addCampaignRoutes,
  addPostbackRoutes,
  addApiKeyRoutes,
  addApiDocsRoutes,
  addV1Routes,
  addPromoVideoRoutes,
  addSearchAccountsRoutes,
  addUpdateAccountRoutes,
  addAccountDetailsRoutes,
  addFraudSignalRoutes,
  addPersonalDataRoutes,
  addTermsRoutes,
  addAdministratorRoutes,
  addAuditLogRoutes,
  addImageRoutes,
  addImageFileRoutes,
  addModerationRoutes,
  addPhotoRoutes,
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
  addAll(guarded(routerOf, '/api', deps), API, deps);
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
export function buildLinkRouter(deps: RouteDeps): Router<State> {
  return buildRouter([addPartnerRoutes], deps);
}

export function buildRootRouter(deps: RouteDeps): Router<State> {
  return buildRouter(ROOT, deps);
}

function buildRouter(resources: AddRoutes[], deps: RouteDeps): Router<State> {
  const router = new Router<State>({ sensitive: true });
  addAll(
    guarded(() => router, '', deps),
    resources,
    deps,
  );
  return router;
}

function addAll(router: AppRouter, resources: AddRoutes[], deps: RouteDeps): void {
  for (const addRoutes of resources) addRoutes(router, deps);
}
