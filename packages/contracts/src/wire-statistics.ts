import type { BusinessDay } from './days';

/**
 * A figure of the statistics screens (docs/PRODUCT.md §9): its name on the wire, the heading that it stands under, what it
 * says, and how it is shown. `staff`: also one of staff statistics (docs/PRODUCT.md §3 "Staff statistics").
 */
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
