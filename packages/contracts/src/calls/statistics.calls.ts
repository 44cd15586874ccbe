import { STATS_TYPE } from '../codes';
import type { BusinessDay } from '../days';
import * as MESSAGE from '../messages';
import { COMPARISONS, MAX_STATISTICS_DAYS } from '../periods';
import { atMostDays, dayRange } from '../schema/fields';
import * as s from '../schema/schema';
import { call, raw } from './call';

/** A figure of the statistics screens (docs/PRODUCT.md §9). `staff`: also one of staff statistics (§3 "Staff statistics"). */
const figures =
  <const Staff extends boolean>(staff: Staff) =>
  <const Name extends string>(
    name: Name,
    group: 'Sales' | 'Notifications' | 'Messages' | 'Packages' | 'Calls' | 'Tips',
    label: string,
    unit: 'count' | 'usd',
  ) => ({ name, group, label, unit, staff });
const ofSite = figures(false);
const ofBoth = figures(true);

/** Every figure, in the order of docs/PRODUCT.md §3 "Site statistics". */
export const STATISTICS_FIELDS = [
  ofSite('salesCount', 'Sales', 'Sales', 'count'),
  ofSite('salesAmount', 'Sales', 'Sales amount', 'usd'),
  ofSite('payoutAmount', 'Sales', 'Payout amount', 'usd'),
  ofSite('refundsCount', 'Sales', 'Refunds', 'count'),
  ofSite('refundsAmount', 'Sales', 'Refunds amount', 'usd'),
  ofSite('newMembersCount', 'Sales', 'New members', 'count'),
  ofBoth('textNotificationsSentToStaff', 'Notifications', 'Text notifications sent to staff', 'count'),
  ofBoth('emailNotificationsSentToStaff', 'Notifications', 'Email notifications sent to staff', 'count'),
  ofSite('textNotificationsSentToMember', 'Notifications', 'Text notifications sent to members', 'count'),
  ofSite('emailNotificationsSentToMember', 'Notifications', 'Email notifications sent to members', 'count'),
  ofBoth('singleMessagesSentByMembers', 'Messages', 'Single messages sent by members', 'count'),
  ofBoth('singleMessagesSentByStaff', 'Messages', 'Single messages sent by staff', 'count'),
  ofBoth('singleMessagesSentByStaffPaid', 'Messages', 'Single messages sent by staff, paid', 'count'),
  ofBoth('sextingPackageRequests', 'Packages', 'Sexting package requests', 'count'),
  ofBoth('sextingPackageSaleAmounts', 'Packages', 'Sexting package sale amounts', 'usd'),
  ofBoth('sextingPackagesConfirmed', 'Packages', 'Sexting packages confirmed', 'count'),
  ofBoth('sextingPackagesMissed', 'Packages', 'Sexting packages missed', 'count'),
  ofBoth('phoneCallSalesCount', 'Calls', 'Phone call sales', 'count'),
  ofBoth('phoneCallSalesAmount', 'Calls', 'Phone call sales amount', 'usd'),
  ofBoth('phoneCallMinutes', 'Calls', 'Phone call minutes', 'count'),
  ofBoth('missedCalls', 'Calls', 'Calls missed by staff', 'count'),
  ofSite('missedCallsMembers', 'Calls', 'Calls missed by members', 'count'),
  ofBoth('tipsCount', 'Tips', 'Tips', 'count'),
  ofBoth('tipsAmount', 'Tips', 'Tips amount', 'usd'),
] as const;

export type StatisticsField = (typeof STATISTICS_FIELDS)[number];
export type StatisticsFigure = StatisticsField['name'];

/** What the stream of GET /statistics-changes sends as the event `changed`. */
export interface StatisticsChange {
  /** Days whose figures have changed; missing: any may have. */
  days?: BusinessDay[];
}

/* What site and staff bring in (docs/PRODUCT.md §3, §7). Money in dollars. */

const statistics = { who: 'statistics' } as const;

const names = STATISTICS_FIELDS.map(({ name }) => name);
const site = s.object(s.each(names, s.number()));
export type SiteStatistics = s.CheckedOf<typeof site>;
const staff = s.object(
  s.each(
    STATISTICS_FIELDS.flatMap((field) => (field.staff ? [field.name] : [])),
    s.number(),
  ),
);
export type StaffStatistics = s.CheckedOf<typeof staff>;
const some = s.each(names, s.optional(s.number()));

const fields = {
  ...dayRange(MESSAGE.selectStatisticsDates),
  statsType: s.standard(s.oneOf(Object.values(STATS_TYPE) as number[], { as: 'number' }), STATS_TYPE.site),
  staffID: s.standard(
    s.number({
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
  query: s.object(fields, bounded),
  answer: s.either(s.object({ adminSiteStatistics: site }), s.object({ adminStaffStatistics: staff })),
});
export type AdminStatistics = s.CheckedOf<typeof statisticsCall.answer>;

export const statisticsDay = s.object({ day: s.day(), ...some });
/** A day and those of its figures that are not zero. */
export type StatisticsDay = s.CheckedOf<typeof statisticsDay>;
export const statisticsPeriod = s.object({
  startDate: s.day(),
  endDate: s.day(),
  statistics: s.object(some),
  days: s.list(statisticsDay, { about: 'Those that have figures, oldest first' }),
});
export type StatisticsPeriod = s.CheckedOf<typeof statisticsPeriod>;
const byDay = s.object({ current: statisticsPeriod, previous: statisticsPeriod });
export type StatisticsByDay = s.CheckedOf<typeof byDay>;
export const statisticsByDayCall = call('GET /api/admin-get-statistics-by-day', {
  about: 'The range day by day, and the one that it is compared with',
  ...statistics,
  query: s.object({ ...fields, compare: s.standard(s.oneOf(COMPARISONS), 'before') }, bounded),
  answer: byDay,
});

const dayByHour = s.object({
  day: s.day(),
  soFar: s.object(some, { about: 'Sums up to this time of the day' }),
  hours: s.list(s.object({ hour: s.number({ about: 'Of the business clock, 0 to 23' }), ...some }), {
    about: 'Those that have figures, in their order',
  }),
});
export type StatisticsDayByHour = s.CheckedOf<typeof dayByHour>;
const byHour = s.object({ today: dayByHour, yesterday: dayByHour });
export type StatisticsByHour = s.CheckedOf<typeof byHour>;
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
