import { dollarsOf, type QuickStatistics } from '@partnerdesk/contracts';
import type { quickStatistics } from '@partnerdesk/domain';

export function presentQuickStatistics(
  figures: Awaited<ReturnType<typeof quickStatistics>>,
): QuickStatistics {
  return {
    affID: figures.affID,
    yesterday: dollarsOf(figures.yesterdayCents),
    today: dollarsOf(figures.todayCents),
    month: dollarsOf(figures.monthCents),
  };
}
