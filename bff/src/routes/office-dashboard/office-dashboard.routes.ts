import { officeDashboardCall } from '@partnerdesk/contracts';
import { principalOf } from '../../context';
import type { AddRoutes } from '../route-deps';
import { presentOfficeDashboard } from './office-dashboard.presenter';

/** The office's start page: what waits, what is due, how the system is. */
export const addOfficeDashboardRoutes: AddRoutes = ({ handle }, deps) => {
  handle(officeDashboardCall, ({ ctx }) => presentOfficeDashboard(principalOf(ctx), deps));
};
