import type { BusinessDay } from './days';

/** A figure of the statistics screens: its name on the wire, what it says, how it is shown (docs/PRODUCT.md §9). */
interface StatisticsFieldInfo {
  name: string;
  label: string;
  unit: 'count' | 'usd';
  /** The heading it stands under. */
  group: 'Sales' | 'Notifications' | 'Messages' | 'Packages' | 'Calls' | 'Tips';
  /** Also a figure of staff statistics (docs/PRODUCT.md §3 "Staff statistics"). */
  staff: boolean;
}

/** Every figure, in the order of docs/PRODUCT.md §3 "Site statistics". */
export const STATISTICS_FIELDS = [
  { name: 'salesCount', group: 'Sales', label: 'Sales', unit: 'count', staff: false },
  { name: 'salesAmount', group: 'Sales', label: 'Sales amount', unit: 'usd', staff: false },
  { name: 'payoutAmount', group: 'Sales', label: 'Payout amount', unit: 'usd', staff: false },
  { name: 'refundsCount', group: 'Sales', label: 'Refunds', unit: 'count', staff: false },
  { name: 'refundsAmount', group: 'Sales', label: 'Refunds amount', unit: 'usd', staff: false },
  { name: 'newMembersCount', group: 'Sales', label: 'New members', unit: 'count', staff: false },
  {
    name: 'textNotificationsSentToStaff',
    group: 'Notifications',
    label: 'Text notifications sent to staff',
    unit: 'count',
    staff: true,
  },
  {
    name: 'emailNotificationsSentToStaff',
    group: 'Notifications',
    label: 'Email notifications sent to staff',
    unit: 'count',
    staff: true,
  },
  {
    name: 'textNotificationsSentToMember',
    group: 'Notifications',
    label: 'Text notifications sent to members',
    unit: 'count',
    staff: false,
  },
  {
    name: 'emailNotificationsSentToMember',
    group: 'Notifications',
    label: 'Email notifications sent to members',
    unit: 'count',
    staff: false,
  },
  {
    name: 'singleMessagesSentByMembers',
    group: 'Messages',
    label: 'Single messages sent by members',
    unit: 'count',
    staff: true,
  },
  {
    name: 'singleMessagesSentByStaff',
    group: 'Messages',
    label: 'Single messages sent by staff',
    unit: 'count',
    staff: true,
  },
  {
    name: 'singleMessagesSentByStaffPaid',
    group: 'Messages',
    label: 'Single messages sent by staff, paid',
    unit: 'count',
    staff: true,
  },
  {
    name: 'sextingPackageRequests',
    group: 'Packages',
    label: 'Sexting package requests',
    unit: 'count',
    staff: true,
  },
  {
    name: 'sextingPackageSaleAmounts',
    group: 'Packages',
    label: 'Sexting package sale amounts',
    unit: 'usd',
    staff: true,
  },
  {
    name: 'sextingPackagesConfirmed',
    group: 'Packages',
    label: 'Sexting packages confirmed',
    unit: 'count',
    staff: true,
  },
  {
    name: 'sextingPackagesMissed',
    group: 'Packages',
    label: 'Sexting packages missed',
    unit: 'count',
    staff: true,
  },
  { name: 'phoneCallSalesCount', group: 'Calls', label: 'Phone call sales', unit: 'count', staff: true },
  {
    name: 'phoneCallSalesAmount',
    group: 'Calls',
    label: 'Phone call sales amount',
    unit: 'usd',
    staff: true,
  },
  { name: 'phoneCallMinutes', group: 'Calls', label: 'Phone call minutes', unit: 'count', staff: true },
  { name: 'missedCalls', group: 'Calls', label: 'Calls missed by staff', unit: 'count', staff: true },
  {
    name: 'missedCallsMembers',
    group: 'Calls',
    label: 'Calls missed by members',
    unit: 'count',
    staff: false,
  },
  { name: 'tipsCount', group: 'Tips', label: 'Tips', unit: 'count', staff: true },
  { name: 'tipsAmount', group: 'Tips', label: 'Tips amount', unit: 'usd', staff: true },
] as const satisfies readonly StatisticsFieldInfo[];

export type StatisticsField = (typeof STATISTICS_FIELDS)[number];
export type StatisticsFigure = StatisticsField['name'];
export type StaffFigure = Extract<StatisticsField, { staff: true }>['name'];

/** What the stream of GET /statistics-changes sends as the event `changed`. */
export interface StatisticsChange {
  /** Days whose figures have changed; missing: any may have. */
  days?: BusinessDay[];
}
