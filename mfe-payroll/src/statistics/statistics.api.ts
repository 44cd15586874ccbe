import {
  type AdminStatistics,
  type AnySchema,
  businessDayOf,
  type Comparison,
  type DayRange,
  matches,
  type SiteStatistics,
  STATS_TYPE,
  type StatisticsByDay,
  statisticsByDayCall,
  statisticsCall,
  wireDay,
} from '@partnerdesk/contracts';
import {
  type ApiError,
  api,
  ask,
  type CallMeta,
  useAppDispatch,
  useChangedDays,
  useConfiguration,
} from '@partnerdesk/web';
import { useCallback, useRef, useState } from 'react';

interface StatisticsQuery extends DayRange {
  /** 1 site, 2 staff (docs/PRODUCT.md §7). */
  statsType: number;
  /** 0: all staff together. */
  staffID: number;
  compare: Comparison;
}

export interface LoadedStatistics {
  query: StatisticsQuery;
  statistics: Partial<SiteStatistics>;
  /** Missing: the days could not be loaded; the figures are there without them. */
  byDay?: StatisticsByDay;
}

interface Answer {
  data?: unknown;
  error?: ApiError;
  meta?: CallMeta;
}

const inputOf = <Query extends DayRange>({ startDate, endDate, ...rest }: Query) => ({
  query: { ...rest, startDate: wireDay(startDate), endDate: wireDay(endDate) },
});
const figuresAsked = ask(statisticsCall, ({ compare: _, ...query }: StatisticsQuery) => inputOf(query));
const daysAsked = ask(statisticsByDayCall, inputOf<StatisticsQuery>);

const UNREADABLE: ApiError = { status: 200, code: 'unreadable', message: '' };

/** An answer that is not understood is none. */
const understood = (answer: Answer, expected: AnySchema, error: ApiError): Answer =>
  answer.error || matches(expected, answer.data) ? answer : { ...answer, error };

async function load(
  query: StatisticsQuery,
  call: (args: object) => Promise<Answer>,
  unreadable: ApiError = UNREADABLE,
) {
  const answers = await Promise.all([call(figuresAsked.query(query)), call(daysAsked.query(query))]);
  const figures = understood(answers[0], statisticsCall.answer, unreadable);
  const days = understood(answers[1], statisticsByDayCall.answer, unreadable);
  if (figures.error) return { error: figures.error, meta: figures.meta };
  const answer = figures.data as AdminStatistics;
  const statistics =
    'adminStaffStatistics' in answer ? answer.adminStaffStatistics : answer.adminSiteStatistics;
  const byDay = days.error ? undefined : (days.data as StatisticsByDay);
  return {
    data: { query, statistics, ...(byDay && { byDay }) } satisfies LoadedStatistics,
    meta: figures.meta,
  };
}

type Call = Parameters<typeof load>[1];

const statisticsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getStatistics: build.query<LoadedStatistics, StatisticsQuery>({
      queryFn: (query, _api, _options, call) =>
        load(query, call as Call, { ...UNREADABLE, alerted: true }) as never,
    }),
    /** The same, when figures have changed: what fails is tried again with the next change, without a word. */
    refreshStatistics: build.query<LoadedStatistics, StatisticsQuery>({
      queryFn: (query, _api, _options, call) => load(query, call as Call) as never,
      extraOptions: { quiet: true },
    }),
  }),
});

export const { useGetStatisticsQuery } = statisticsApi;

export const SITE = STATS_TYPE.site;
export const STAFF = STATS_TYPE.staff;

/**
 * Statistics as they are asked for. What is shown stays until the next answer has come; while it includes today it
 * follows what happens.
 */
export function useStatistics() {
  const dispatch = useAppDispatch();
  const { businessTimezone } = useConfiguration();
  const [asked, setAsked] = useState<StatisticsQuery>();
  const { data, isFetching, refetch } = useGetStatisticsQuery(asked as StatisticsQuery, {
    skip: !asked,
    refetchOnMountOrArgChange: true,
  });

  const latest = useRef({ asked, refetch });
  latest.current = { asked, refetch };
  /** undefined: nothing is asked for, and nothing is shown. The same request again is sent again. */
  const ask = useCallback((query: StatisticsQuery | undefined) => {
    const { asked: before, refetch: again } = latest.current;
    if (query && JSON.stringify(before) === JSON.stringify(query)) void again();
    else setAsked(query);
  }, []);

  const loaded = asked && data;
  const shown = loaded?.query;
  const today = businessDayOf(Date.now(), businessTimezone);
  const isLive = shown !== undefined && shown.startDate <= today && shown.endDate >= today;
  const refresh = useCallback(
    async (days: readonly string[] | undefined) => {
      if (!shown) return;
      const touched = !days || days.some((day) => day >= shown.startDate && day <= shown.endDate);
      if (!touched) return;
      const { refreshStatistics } = statisticsApi.endpoints;
      const { data: fresh } = await dispatch(
        refreshStatistics.initiate(shown, { forceRefetch: true, subscribe: false }),
      );
      if (fresh) dispatch(statisticsApi.util.updateQueryData('getStatistics', shown, () => fresh));
    },
    [dispatch, shown],
  );
  useChangedDays(isLive, refresh);

  return { data: loaded, isFetching, isLive, ask };
}
