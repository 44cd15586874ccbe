import { STATS_TYPE } from '../codes';
import * as MESSAGE from '../messages';
import { COMPARISONS, MAX_STATISTICS_DAYS } from '../periods';
import { atMostDays, dayRange } from '../schema/fields';
import {
  type CheckedOf,
  day,
  each,
  either,
  list,
  number,
  object,
  oneOf,
  optional,
  standard,
} from '../schema/schema';
import { STATISTICS_FIELDS } from '../wire-statistics';
import { call, raw } from './call';

/* What site and staff bring in (docs/PRODUCT.md §3, §7). Money in dollars. */

const statistics = { who: 'statistics' } as const;

const names = STATISTICS_FIELDS.map(({ name }) => name);
const site = object(each(names, number()));
export type SiteStatistics = CheckedOf<typeof site>;
const staff = object(
  each(
    STATISTICS_FIELDS.flatMap((field) => (field.staff ? [field.name] : [])),
    number(),
  ),
);
export type StaffStatistics = CheckedOf<typeof staff>;
const some = each(names, optional(number()));

const fields = {
  ...dayRange(MESSAGE.selectStatisticsDates),
  statsType: standard(oneOf(Object.values(STATS_TYPE) as number[], { as: 'number' }), STATS_TYPE.site),
  staffID: standard(
    number({
      whole: true,
      min: 0,
      max: Number.MAX_SAFE_INTEGER,
      ignored: 'empty',
      about: '0: all staff together',
    }),
    0,
  ),
};
const bounded = atMostDays(MAX_STATISTICS_DAYS, `At most ${MAX_STATISTICS_DAYS} days at once`);

export const statisticsCall = call('GET /api/admin-get-statistics', {
  about: 'Sums of these days: of the site, or of staff',
  ...statistics,
  query: object(fields, bounded),
  answer: either(object({ adminSiteStatistics: site }), object({ adminStaffStatistics: staff })),
});
export type AdminStatistics = CheckedOf<typeof statisticsCall.answer>;

export const statisticsDay = object({ day: day(), ...some });
/** A day and those of its figures that are not zero. */
export type StatisticsDay = CheckedOf<typeof statisticsDay>;
export const statisticsPeriod = object({
  startDate: day(),
  endDate: day(),
  statistics: object(some),
  days: list(statisticsDay, { about: 'Those that have figures, oldest first' }),
});
/** A range with its sums and days. */
export type StatisticsPeriod = CheckedOf<typeof statisticsPeriod>;
const byDay = object({ current: statisticsPeriod, previous: statisticsPeriod });
export type StatisticsByDay = CheckedOf<typeof byDay>;
export const statisticsByDayCall = call('GET /api/admin-get-statistics-by-day', {
  about: 'The range day by day, and the one that it is compared with',
  ...statistics,
  query: object({ ...fields, compare: standard(oneOf(COMPARISONS), 'before') }, bounded),
  answer: byDay,
});

const dayByHour = object({
  day: day(),
  soFar: object(some, { about: 'Sums up to this time of the day' }),
  hours: list(object({ hour: number({ about: 'Of the business clock, 0 to 23' }), ...some }), {
    about: 'Those that have figures, in their order',
  }),
});
/** A day with the figures of its hours. */
export type StatisticsDayByHour = CheckedOf<typeof dayByHour>;
const byHour = object({ today: dayByHour, yesterday: dayByHour });
export type StatisticsByHour = CheckedOf<typeof byHour>;
export const statisticsByHourCall = call('GET /api/statistics-by-hour', {
  about: 'The site’s figures of today and of yesterday by the hour',
  ...statistics,
  answer: byHour,
});

export const statisticsChangesCall = call('GET /api/statistics-changes', {
  about: 'A stream of which days’ figures have changed',
  ...statistics,
  answer: raw('text/event-stream'),
});
