import { addDays, type BusinessDay, type PaidKind } from '@partnerdesk/contracts';
import { accountsById } from '../accounts';
import { domainConfig } from '../platform';

/** When somebody is paid (docs/RULES.md, Payouts). */
export interface PayoutTerms {
  /** A smaller payout carries over. */
  minimumCents: number;
  /** Days after which an entry is payable. */
  holdDays: number;
}

/** The installation's terms, and those of payees who have their own, by id. */
export interface TermsOfPayees {
  general: PayoutTerms;
  own: ReadonlyMap<number, PayoutTerms>;
}

type Own = { minimumPayoutCents?: number | null; payoutHoldDays?: number | null };

/** The terms of everybody, or of these people. */
export async function loadPayoutTerms(kind: PaidKind, personIDs?: readonly number[]): Promise<TermsOfPayees> {
  const { payoutMinimumCents = 0, payoutHoldDays = 0 } = domainConfig();
  const general: PayoutTerms = { minimumCents: payoutMinimumCents, holdDays: payoutHoldDays };
  const termsOf = (own: Own): PayoutTerms => ({
    minimumCents: own.minimumPayoutCents ?? general.minimumCents,
    holdDays: own.payoutHoldDays ?? general.holdDays,
  });
  const withOwn = { $or: [{ minimumPayoutCents: { $gte: 0 } }, { payoutHoldDays: { $gte: 0 } }] };
  const fields = ['minimumPayoutCents', 'payoutHoldDays'] as const;
  const own = await accountsById<Own>(kind, { ids: personIDs, where: withOwn, fields });
  return { general, own: new Map([...own].map(([id, each]) => [id, termsOf(each)])) };
}

/** The terms of one payee. */
export const termsFor = ({ general, own }: TermsOfPayees, personID: number): PayoutTerms =>
  own.get(personID) ?? general;

/** The last day whose entries are payable on `day`, through endDate at most. */
export function payableThrough(
  { holdDays }: PayoutTerms,
  endDate: BusinessDay,
  day: BusinessDay,
): BusinessDay {
  const last = addDays(day, -holdDays);
  return last > endDate ? endDate : last;
}
