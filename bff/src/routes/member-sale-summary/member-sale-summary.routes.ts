import { dollarsOf, saleSummaryCall } from '@partnerdesk/contracts';
import { saleSummary } from '@partnerdesk/domain';
import type { AddRoutes } from '../route-deps';

export const addMemberSaleSummaryRoutes: AddRoutes = ({ handle }) => {
  handle(saleSummaryCall, async ({ query: { affiliateID, ...range } }) => {
    const { totalSalesCents, totalPayoutCents } = await saleSummary(affiliateID, range);
    return { totalSales: dollarsOf(totalSalesCents), totalPayout: dollarsOf(totalPayoutCents) };
  });
};
