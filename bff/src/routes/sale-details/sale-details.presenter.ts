import { dollarsOf, type SaleDetail } from '@partnerdesk/contracts';
import type { LedgerEntry } from '@partnerdesk/domain';

/** A row of GET /member-sale-details; refunds are negative and carry the id of their sale. */
export function presentSaleDetail(entry: LedgerEntry): SaleDetail {
  return {
    saleID: entry.saleID ?? 0,
    dateCreated: entry.at.toISOString(),
    saleAmount: dollarsOf(entry.amountCents),
    payout: dollarsOf(entry.payoutCents),
    transactionType: entry.transactionType ?? entry.type,
  };
}
