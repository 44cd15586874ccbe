import { saleSummary } from '@partnerdesk/domain';
import { affiliateRange } from '../affiliate-range';
import type { AddRoutes } from '../route-deps';
import { presentSaleSummary } from './member-sale-summary.presenter';

export const addMemberSaleSummaryRoutes: AddRoutes = (router, { session }) => {
  router.get(
    '/member-sale-summary',
    ...affiliateRange(session, async (affID, range) => presentSaleSummary(await saleSummary(affID, range))),
  );
};
