import { hash } from 'node:crypto';
import type { PaidKind } from '@partnerdesk/contracts';
import { changedLately, heldUntil, sharedKeys } from '../accounts';
import { countOpenSignals } from '../promotion';
import type { PayeePerson } from './people-names';

/** What a clerk should know of a row's account (docs/RULES.md, Payment details). */
export interface RowFlags {
  /** Only if it is lately. */
  accountChangedAt?: Date;
  /** 'All' leaves the row out. */
  accountHeld?: true;
  /** Somebody else has the same account or PayPal id. */
  accountShared?: true;
  /** Fraud signals that nobody has reviewed yet (docs/RULES.md, Fraud signals); affiliates only. */
  openSignals?: number;
}

/** The flags of these people, by id. */
export async function rowFlags(
  kind: PaidKind,
  people: readonly PayeePerson[],
): Promise<Map<number, RowFlags>> {
  const affIDs = kind === 'affiliate' ? people.map(({ personID }) => personID) : [];
  const [shared, signals] = await Promise.all([sharedKeys(people), countOpenSignals(affIDs)]);
  return new Map(
    people.map(({ personID, paymentChangedAt, achKey, payPalKey }) => {
      const openSignals = signals.get(personID);
      const flags = {
        ...(paymentChangedAt && changedLately(paymentChangedAt) && { accountChangedAt: paymentChangedAt }),
        ...(heldUntil(paymentChangedAt) && { accountHeld: true as const }),
        ...((shared.has(achKey) || shared.has(payPalKey)) && { accountShared: true as const }),
        ...(openSignals && { openSignals }),
      };
      return [personID, flags];
    }),
  );
}

/** What was reviewed: the balance, and where it goes. An account that never changed leaves the balance's own. */
export function rowFingerprint(
  { fingerprint }: { fingerprint: string },
  person: { paymentChangedAt?: Date | null } | undefined,
): string {
  const changedAt = person?.paymentChangedAt;
  if (!changedAt) return fingerprint;
  return hash('sha256', `${fingerprint}|${changedAt.toISOString()}`, 'base64url').slice(0, 22);
}
