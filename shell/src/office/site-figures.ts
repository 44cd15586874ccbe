import { comparisonOf, useSession, useShownPeriod } from '@partnerdesk/web';
import { useGetSiteDaysQuery, useGetSiteHoursQuery } from './office.api';

/** Yesterday by now moves by the minute; what comes of today is read with every change besides. */
const POLL = { pollingInterval: 60_000, skipPollingIfUnfocused: true };

/** The chart's period; it is in the address. */
export const useChartPeriod = () => useShownPeriod();

const useMayRead = () => useSession()?.permissions.includes('statistics') ?? false;

/** The site's days of the chart's period. */
export function useSiteDays() {
  const [period] = useChartPeriod();
  const { startDate, endDate } = period;
  const query = { startDate, endDate, compare: comparisonOf(period) };
  return useGetSiteDaysQuery(query, { skip: !useMayRead() });
}

/** The site's hours of today and yesterday. */
export const useSiteHours = () => useGetSiteHoursQuery(undefined, { ...POLL, skip: !useMayRead() });
