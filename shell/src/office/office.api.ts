import {
  type Comparison,
  type DayRange,
  officeDashboardCall,
  STATS_TYPE,
  statisticsByDayCall,
  statisticsByHourCall,
  wireDay,
} from '@partnerdesk/contracts';
import { api, ask, comparisonOf, useSession, useShownPeriod } from '@partnerdesk/web';

const officeApi = api.enhanceEndpoints({ addTagTypes: ['Office'] }).injectEndpoints({
  endpoints: (build) => ({
    /** Quiet: the screen says itself what it could not load, and asks again. */
    getOfficeDashboard: build.query({
      ...ask(officeDashboardCall, undefined, { quiet: true }),
      providesTags: ['Office'],
    }),
    /** The site's days of a period, and those that they are compared with. */
    getSiteDays: build.query(
      ask(
        statisticsByDayCall,
        ({ startDate, endDate, compare }: DayRange & { compare: Comparison }) => ({
          query: {
            startDate: wireDay(startDate),
            endDate: wireDay(endDate),
            compare,
            statsType: STATS_TYPE.site,
            staffID: 0,
          },
        }),
        { quiet: true },
      ),
    ),
    getSiteHours: build.query(ask(statisticsByHourCall, undefined, { quiet: true })),
  }),
});

export const { useGetOfficeDashboardQuery, useGetSiteDaysQuery, useGetSiteHoursQuery } = officeApi;

/** Yesterday by now moves by the minute; what comes of today is read with every change besides. */
const POLL = { pollingInterval: 60_000, skipPollingIfUnfocused: true };

const useMayRead = () => useSession()?.permissions.includes('statistics') ?? false;

/** The site's days of the chart's period. */
export function useSiteDays() {
  const [period] = useShownPeriod();
  const { startDate, endDate } = period;
  const query = { startDate, endDate, compare: comparisonOf(period) };
  return useGetSiteDaysQuery(query, { skip: !useMayRead() });
}

/** The site's hours of today and yesterday. */
export const useSiteHours = () => useGetSiteHoursQuery(undefined, { ...POLL, skip: !useMayRead() });
