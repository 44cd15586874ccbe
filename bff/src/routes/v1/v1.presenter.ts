import { dollarsOf } from '@partnerdesk/contracts';
import type { LedgerEntry, PayrollRecord, SourceFigures } from '@partnerdesk/domain';

export const presentSourceRow = ({ salesCents, payoutCents, ...source }: SourceFigures) => ({
  ...source,
  sales: dollarsOf(salesCents),
  payout: dollarsOf(payoutCents),
});

export const presentSale = ({
  saleID = 0,
  at,
  type,
  transactionType,
  amountCents,
  payoutCents,
}: LedgerEntry) => ({
  saleID,
  at: at.toISOString(),
  type: transactionType ?? type,
  amount: dollarsOf(amountCents),
  payout: dollarsOf(payoutCents),
});

export const presentPaid = ({
  _id,
  createdAt,
  startPeriod,
  endPeriod,
  amountCents,
  paymentType,
}: PayrollRecord) => ({
  paymentID: _id,
  at: createdAt.toISOString(),
  startPeriod,
  endPeriod,
  amount: dollarsOf(amountCents),
  paymentType,
});
