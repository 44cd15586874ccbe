import { MAX_LINK_REPORT_DAYS } from '@partnerdesk/contracts';
import { type AppStore, comparisonOf, useAffiliateId, useOwnChanges, useShownPeriod } from '@partnerdesk/web';
import { getBalance, useGetBalanceQuery } from '../account/account.api';
import { useGetLinkReportQuery } from '../reports/reports.api';
import {
  getActivity,
  getQuickStatistics,
  useGetActivityQuery,
  useGetQuickStatisticsQuery,
} from './dashboard.api';

/** After a change the figures rest for so long (ms): a campaign that runs well clicks several times a second. */
const REST_MS = 2000;

/** Reads the first figures before the dashboard is drawn. @returns once they are there, or could not be had */
export function prepareDashboard({ dispatch, getState }: AppStore): Promise<unknown> {
  const affiliateID = getState().session.person?.affID ?? 0;
  const once = { subscribe: false };
  return Promise.all([
    dispatch(getQuickStatistics.initiate(affiliateID, once)),
    dispatch(getActivity.initiate(affiliateID, once)),
    dispatch(getBalance.initiate(affiliateID, once)),
  ]);
}

/** The chart's period; it is in the address. */
export const useChartPeriod = () => useShownPeriod(MAX_LINK_REPORT_DAYS);

/** What came of the affiliate's links on the days of the chart, and on those that they are compared with. */
export function useChartQuery() {
  const affiliateID = useAffiliateId();
  const [period] = useChartPeriod();
  const { startDate, endDate } = period;
  return useGetLinkReportQuery({
    affiliateID,
    by: 'day',
    startDate,
    endDate,
    compare: comparisonOf(period),
  });
}

/** Starts every call of the dashboard before the code of its parts is there; they are made again with each change. */
export function useDashboardCalls(): void {
  const affiliateID = useAffiliateId();
  const activity = useGetActivityQuery(affiliateID);
  const others = [useGetQuickStatisticsQuery(affiliateID), useGetBalanceQuery(affiliateID), useChartQuery()];
  useOwnChanges(activity.data !== undefined, async () => {
    const { isError } = await activity.refetch();
    // What the server cannot answer now is asked with the next change.
    if (!isError) await Promise.all(others.map(({ refetch }) => refetch()));
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
  });
}
