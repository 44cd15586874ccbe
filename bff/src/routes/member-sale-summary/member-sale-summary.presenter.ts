import { dollarsOf, type SaleSummary } from '@partnerdesk/contracts';
import type { saleSummary } from '@partnerdesk/domain';

export function presentSaleSummary(sums: Awaited<ReturnType<typeof saleSummary>>): SaleSummary {
  return { totalSales: dollarsOf(sums.totalSalesCents), totalPayout: dollarsOf(sums.totalPayoutCents) };
}
