import { principalOf } from '../../context';
import type { AddRoutes } from '../route-deps';
import { presentOfficeDashboard } from './office-dashboard.presenter';

/** The office's start page: what waits, what is due, how the system is. */
export const addOfficeDashboardRoutes: AddRoutes = (router, deps) => {
  router.get('/office-dashboard', async (ctx) => {
    ctx.body = await presentOfficeDashboard(principalOf(ctx), deps);
  });
};
