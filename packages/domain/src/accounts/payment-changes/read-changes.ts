import { addDays, AppError, CHANGED_LATELY_DAYS, type PaidKind, type SharedAccount } from '@partnerdesk/contracts';
import { dayOf, domainConfig, today } from '../../platform';
import { findAccountOrThrow } from '../account-kinds';
import type { PaymentFields } from '../payment-fields';
import { isAsSaved, NOT_AS_SAVED, type Seals } from '../seals';
import { finishChanges } from './finish-changes';
import { changeOfPending, isProvenChange, type PaymentChange, PaymentChangeModel, type PendingChange } from './payment-change.model';
import { sharedAccounts } from './account-keys';

/** Whether a payroll row says so. */
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

const SHOWN = 50;

export interface AccountChanges {
  /** Newest first. */
  changes: PaymentChange[];
  shared: SharedAccount[];
  heldUntil?: string;
}

/** @throws AppError not_found */
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

export const paymentChangesOf = (kind: PaidKind, personIDs: readonly number[]): Promise<PaymentChange[]> =>
  PaymentChangeModel.find({ kind, personID: { $in: personIDs } }).lean<PaymentChange[]>();

/** `affiliate:12:7` → 7 */
const numberOf = ({ _id }: PaymentChange) => Number(_id.slice(_id.lastIndexOf(':') + 1));

export interface SealedPerson extends PaymentFields {
  seals?: unknown;
  paymentChange?: unknown;
}

/**
 * Who of some people has payment details that are not the ones saved last: others, or older ones put back with their seal
 * (docs/RULES.md, Proof "Seals"). A change made in the meantime puts nobody in the set.
 * @param before their changes, read before the people were
 */
export async function findNotAsSaved(
  kind: PaidKind,
  people: ReadonlyMap<number, SealedPerson>,
  before: readonly PaymentChange[],
): Promise<Set<number>> {
  // Details that an import added somebody with replace none that could be put back.
  const newest = new Map<number, number>();
  for (const change of before.filter((each) => numberOf(each) > 0))
    newest.set(change.personID, Math.max(numberOf(change), newest.get(change.personID) ?? 0));
  const hasLeft = (change: PaymentChange, seals: unknown) =>
    numberOf(change) >= (newest.get(change.personID) ?? 0) &&
    change.payment === (seals as Seals | undefined)?.payment &&
    isProvenChange(change);
  const without = (ids: readonly number[], changes: readonly PaymentChange[]) => {
    const left = changes.filter((change) => hasLeft(change, people.get(change.personID)?.seals));
    const saved = new Set(left.map(({ personID }) => personID));
    return ids.filter((id) => !saved.has(id));
  };
  const pending = [...people].flatMap(([id, { paymentChange }]) =>
    paymentChange ? [changeOfPending(kind, id, paymentChange as PendingChange)] : [],
  );
  const unclear = without([...newest.keys()], [...before, ...pending]);
  // A change may have been stored after they were read first.
  const putBack = unclear.length > 0 ? without(unclear, await paymentChangesOf(kind, unclear)) : [];
  const others = [...people].filter(([id, person]) => !isAsSaved(kind, id, 'payment', person));
  return new Set([...putBack, ...others.map(([id]) => id)]);
}

/** @throws AppError conflict for payment details that were not saved here: the seal of a change would hide that */
export async function checkSavedOrThrow(
  kind: PaidKind,
  personID: number,
  current: SealedPerson & { version: number },
): Promise<void> {
  const changes = await paymentChangesOf(kind, [personID]);
  // One that was made since then is a conflict of versions.
  const before = changes.filter((change) => numberOf(change) <= current.version);
  const others = await findNotAsSaved(kind, new Map([[personID, current]]), before);
  if (others.size > 0) throw new AppError('conflict', NOT_AS_SAVED);
}
