import Router from '@koa/router';
import type { State } from '../context';
import { addBesideAccountRoutes } from './accounts/beside-account.routes';
import { addSearchAccountsRoutes } from './accounts/search-accounts.routes';
import { addUpdateAccountRoutes } from './accounts/update-account.routes';
import { addConfigurationRoutes } from './configuration/configuration.routes';
import { addEventRoutes } from './events/events.routes';
import { addGeneratePayrollRoutes } from './generate-payroll/generate-payroll.routes';
import { addHealthRoutes } from './health/health.routes';
import { addJobRoutes } from './jobs/jobs.routes';
import { addLoginRoutes } from './login/login.routes';
import { addMemberSaleSummaryRoutes } from './member-sale-summary/member-sale-summary.routes';
import { addQuickStatisticsRoutes } from './quick-statistics/quick-statistics.routes';
import type { AddRoutes, AppRouter, RouteDeps } from './route-deps';
import { addSessionRoutes } from './session/session.routes';

/** Every resource under /api. */
const API: AddRoutes[] = [
  addConfigurationRoutes,
  addSessionRoutes,
  addLoginRoutes,
  addQuickStatisticsRoutes,
  addMemberSaleSummaryRoutes,
  addGeneratePayrollRoutes,
  addJobRoutes,
  addEventRoutes,
  addSearchAccountsRoutes,
  addUpdateAccountRoutes,
  addBesideAccountRoutes,
];

/** What lies beside /api. */
const ROOT: AddRoutes[] = [addHealthRoutes];

export function buildApiRouter(deps: RouteDeps): AppRouter {
  return build(new Router<State>({ prefix: '/api', sensitive: true }), API, deps);
}

export function buildRootRouter(deps: RouteDeps): AppRouter {
  return build(new Router<State>({ sensitive: true }), ROOT, deps);
}

function build(router: AppRouter, resources: AddRoutes[], deps: RouteDeps): AppRouter {
  for (const addRoutes of resources) addRoutes(router, deps);
  return router;
}
