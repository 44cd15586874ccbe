import { addDays, CHANGED_LATELY_DAYS } from '@partnerdesk/contracts';
import { dayOf, domainConfig, today } from '../../platform';

/** Whether an account changed so lately that a payroll row says so. */
export function changedLately(changedAt: Date | null | undefined): boolean {
  const { paymentChangeHoldDays = 0 } = domainConfig();
  const days = Math.max(CHANGED_LATELY_DAYS, paymentChangeHoldDays);
  return changedAt != null && addDays(dayOf(changedAt), days) >= today();
}

/** First day on which 'all' pays to this account again; undefined: it does already. */
export function heldUntil(changedAt: Date | null | undefined): string | undefined {
  const { paymentChangeHoldDays = 0 } = domainConfig();
  if (changedAt == null || paymentChangeHoldDays === 0) return undefined;
  const until = addDays(dayOf(changedAt), paymentChangeHoldDays + 1);
  return until > today() ? until : undefined;
}
