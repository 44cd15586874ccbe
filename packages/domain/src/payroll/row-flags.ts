import { createHash } from 'node:crypto';
import { changedLately, heldUntil } from '../accounts/payment-changes/recent-changes';
import { sharedKeys } from '../accounts/payment-changes/shared-accounts';
import type { PayeePerson } from './people-names';

/** What a clerk should know of a row's account (docs/RULES.md, Payment details). */
export interface RowFlags {
  /** Only if it is lately. */
  accountChangedAt?: Date;
  /** 'All' leaves the row out. */
  accountHeld?: true;
  /** Somebody else has the same account or PayPal id. */
  accountShared?: true;
}

type Flagged = Pick<PayeePerson, 'paymentChangedAt' | 'achKey' | 'payPalKey'>;

/** The flags of these people, in their order. */
export async function rowFlags(people: readonly (Flagged | undefined)[]): Promise<RowFlags[]> {
  const shared = await sharedKeys(people.filter((person) => person !== undefined));
  return people.map((person) => {
    if (!person) return {};
    const { paymentChangedAt, achKey, payPalKey } = person;
    return {
      ...(paymentChangedAt && changedLately(paymentChangedAt) && { accountChangedAt: paymentChangedAt }),
      ...(heldUntil(paymentChangedAt) && { accountHeld: true as const }),
      ...((shared.has(achKey) || shared.has(payPalKey)) && { accountShared: true as const }),
    };
  });
}

/** What was reviewed: the balance, and where it goes. An account that never changed leaves the balance's own. */
export function rowFingerprint(
  { fingerprint }: { fingerprint: string },
  person: { paymentChangedAt?: Date | null } | undefined,
): string {
  const changedAt = person?.paymentChangedAt;
  if (!changedAt) return fingerprint;
  const text = `${fingerprint}|${changedAt.toISOString()}`;
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
