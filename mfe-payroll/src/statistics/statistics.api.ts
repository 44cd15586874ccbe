import {
  type AdminStatistics,
  type DayRange,
  type SiteStatistics,
  STATS_TYPE,
  type StatisticsByDay,
  type StatisticsDay,
  type StatisticsPeriod,
  wireDay,
} from '@partnerdesk/contracts';
import { type ApiError, api, type CallMeta, type Shape, shape } from '@partnerdesk/web';

const { either, listOf, mapOf, number, record, text } = shape;

/** Whose statistics, of which days. */
export interface StatisticsQuery extends DayRange {
  /** 1 site, 2 staff (docs/PRODUCT.md §7). */
  statsType: number;
  /** 0: all staff together. */
  staffID: number;
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

const isStatistics = either(
  record<{ adminSiteStatistics: Record<string, number> }>({ adminSiteStatistics: mapOf(number) }),
  record<{ adminStaffStatistics: Record<string, number> }>({ adminStaffStatistics: mapOf(number) }),
);
const hasDay = record<{ day: string }>({ day: text });
const hasFigures = mapOf(either(number, text));
const isDay = (value: unknown): value is StatisticsDay => hasDay(value) && hasFigures(value);
const isPeriod = record<StatisticsPeriod>({
  startDate: text,
  endDate: text,
  statistics: mapOf(number),
  days: listOf(isDay),
});
const isByDay = record<StatisticsByDay>({ current: isPeriod, previous: isPeriod });

const UNREADABLE: ApiError = { status: 200, code: 'unreadable', message: '' };

/** An answer that is not understood is none. */
const understood = (answer: Answer, expects: Shape<unknown>, error: ApiError): Answer =>
  answer.error || expects(answer.data) ? answer : { ...answer, error };

const paramsOf = ({ startDate, endDate, ...rest }: StatisticsQuery) => ({
  startDate: wireDay(startDate),
  endDate: wireDay(endDate),
  ...rest,
});

/** Asks for the figures and for the days of the same question, both at once. */
async function load(
  query: StatisticsQuery,
  call: (args: object) => Promise<Answer>,
  unreadable: ApiError = UNREADABLE,
) {
  const params = paramsOf(query);
  const answers = await Promise.all([
    call({ url: 'admin-get-statistics', params }),
    call({ url: 'admin-get-statistics-by-day', params }),
  ]);
  const figures = understood(answers[0], isStatistics, unreadable);
  const days = understood(answers[1], isByDay, unreadable);
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
