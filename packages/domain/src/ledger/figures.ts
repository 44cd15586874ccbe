/** What a day total counts, by the business day of the event's `at` (docs/RULES.md, Events; names as in docs/PRODUCT.md §3). */
export const FIGURES = [
  'salesCount',
  'salesCents',
  'payoutCents',
  'refundsCount',
  'refundsCents',
  'newMembersCount',
  'textNotificationsSentToStaff',
  'emailNotificationsSentToStaff',
  'textNotificationsSentToMember',
  'emailNotificationsSentToMember',
  'singleMessagesSentByMembers',
  'singleMessagesSentByStaff',
  'singleMessagesSentByStaffPaid',
  'sextingPackageRequests',
  'sextingPackageSaleCents',
  'sextingPackagesConfirmed',
  'sextingPackagesMissed',
  'phoneCallSalesCount',
  'phoneCallSalesCents',
  'phoneCallMinutes',
  'missedCalls',
  'missedCallsMembers',
  'tipsCount',
  'tipsCents',
] as const;
export type Figure = (typeof FIGURES)[number];
export type Figures = Partial<Record<Figure, number>>;
