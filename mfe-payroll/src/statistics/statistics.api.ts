import {
  type AdminStatistics,
  type AnySchema,
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
import { type ApiError, api, ask, type CallMeta } from '@partnerdesk/web';

/** Whose statistics, of which days. */
export interface StatisticsQuery extends DayRange {
  /** 1 site, 2 staff (docs/PRODUCT.md §7). */
  statsType: number;
  /** 0: all staff together. */
  staffID: number;
  /** What the days are compared with. */
  compare: Comparison;
}

/** What is on the screen: the answers to one question, and the question. */
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

/** Asks for the figures and for the days of the same question, both at once. */
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

export const statisticsApi = api.injectEndpoints({
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
