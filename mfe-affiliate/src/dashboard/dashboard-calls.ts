import { addDays } from '@partnerdesk/contracts';
import { useAffiliateId, useConfiguration } from '@partnerdesk/web';
import { useGetBalanceQuery } from '../account/account.api';
import { useGetTrackingSourcesQuery } from '../promo-tools/promo.api';
import { useGetLinkReportQuery } from '../reports/reports.api';
import { useGetPaymentHistoryQuery } from '../statistics/statistics.api';
import { CHART_DAYS, useRecentDays } from './recent-days';

/** The days of the chart and of the funnel. */
export function useChartRange() {
  const { today } = useConfiguration();
  return { startDate: addDays(today, 1 - CHART_DAYS), endDate: today };
}

export const useFunnelQuery = () =>
  useGetLinkReportQuery({ affiliateID: useAffiliateId(), by: 'day', ...useChartRange() });

/** Payments of this year and the last. */
export function useLastPaymentsQuery() {
  const { today } = useConfiguration();
  const startDate = `${Number(today.slice(0, 4)) - 1}-01-01`;
  return useGetPaymentHistoryQuery({ affiliateID: useAffiliateId(), startDate, endDate: today });
}

/** Starts every call of the dashboard with its first figures: its parts, whose code comes later, find the answers. */
export function useDashboardCalls(): void {
  const affiliateID = useAffiliateId();
  useGetTrackingSourcesQuery(affiliateID);
  useRecentDays();
  useFunnelQuery();
  useGetBalanceQuery(affiliateID);
  useLastPaymentsQuery();
}
