import { addDays, CHANGED_LATELY_DAYS, type PaidKind, type SharedAccount } from '@partnerdesk/contracts';
import { dayOf, domainConfig, today } from '../../platform';
import { findAccountOrThrow } from '../account-kinds';
import { finishChanges } from './finish-changes';
import { type PaymentChange, PaymentChangeModel } from './payment-change.model';
import { sharedAccounts } from './shared-accounts';

/** Whether an account changed so recently that a payroll row says so. */
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

/** Changes of one person that are shown. */
const SHOWN = 50;

export interface AccountChanges {
  /** Newest first. */
  changes: PaymentChange[];
  shared: SharedAccount[];
  heldUntil?: string;
}

/** How somebody's payment details changed, and who has the same. @throws AppError not_found */
export async function accountChanges(kind: PaidKind, personID: number): Promise<AccountChanges> {
  const account = await findAccountOrThrow(kind, personID);
  await finishChanges(kind, personID, account);
  const [changes, shared] = await Promise.all([
    PaymentChangeModel.find({ kind, personID }).sort({ at: -1 }).limit(SHOWN).lean<PaymentChange[]>(),
    sharedAccounts(kind, personID, account),
  ]);
  const until = heldUntil(account.paymentChangedAt);
  return { changes, shared, ...(until && { heldUntil: until }) };
}
