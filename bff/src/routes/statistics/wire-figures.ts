import { dollarsOf, STATISTICS_FIELDS, type StatisticsFigure } from '@partnerdesk/contracts';
import type { Figure, Figures } from '@partnerdesk/domain';

/** The figures that are money: dollars on the wire, cents here. */
const CENTS: Partial<Record<StatisticsFigure, Figure>> = {
  salesAmount: 'salesCents',
  payoutAmount: 'payoutCents',
  refundsAmount: 'refundsCents',
  sextingPackageSaleAmounts: 'sextingPackageSaleCents',
  phoneCallSalesAmount: 'phoneCallSalesCents',
  tipsAmount: 'tipsCents',
};

/**
 * Figures under their names of docs/PRODUCT.md §3, in its order, money in dollars; those that are not there are left
 * out.
 */
export function wireFiguresOf(
  figures: Figures,
  { staffOnly }: { staffOnly: boolean },
): Partial<Record<StatisticsFigure, number>> {
  const wire: Partial<Record<StatisticsFigure, number>> = {};
  for (const { name, staff } of STATISTICS_FIELDS) {
    if (staffOnly && !staff) continue;
    const cents = CENTS[name];
    const value = figures[cents ?? (name as Figure)];
    if (value !== undefined) wire[name] = cents ? dollarsOf(value) : value;
  }
  return wire;
}
