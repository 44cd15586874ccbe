import { saleSummaryCall } from '@partnerdesk/contracts';
import { saleSummary } from '@partnerdesk/domain';
import type { AddRoutes } from '../route-deps';
import { presentSaleSummary } from './member-sale-summary.presenter';

export const addMemberSaleSummaryRoutes: AddRoutes = ({ handle }) => {
  handle(saleSummaryCall, async ({ query: { affiliateID, ...range } }) =>
    presentSaleSummary(await saleSummary(affiliateID, range)),
  );
};
