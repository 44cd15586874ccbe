import type { PaidKind, SharedAccount } from '@partnerdesk/contracts';
import { findAccountOrThrow } from '../account-kinds';
import { finishChanges } from './finish-changes';
import { type PaymentChange, PaymentChangeModel } from './payment-change.model';
import { heldUntil } from './recent-changes';
import { sharedAccounts } from './shared-accounts';

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
