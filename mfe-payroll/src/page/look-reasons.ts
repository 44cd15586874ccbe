import { PAYMENT_TYPE, type PayrollRow } from '@partnerdesk/contracts';

/** Whether a person has to look at a row before it is paid: it is not preselected. */
export const needsLook = (row: PayrollRow): boolean =>
  row.paymentType === PAYMENT_TYPE.unknown ||
  row.accountHeld === true ||
  row.accountChangedAt !== undefined ||
  row.accountShared === true ||
  row.openSignals !== undefined ||
  row.payoutAmount <= 0;
