import type { BusinessDay } from '@partnerdesk/contracts';
import { today } from '../config';
import type { PayeeKind } from '../ledger/payee';
import { type OpenBalance, openBalances } from './open-balances';
import { loadPayoutTerms, payableThrough, termsFor } from './payout-terms';

/**
 * What is to be paid through endDate, of everybody or of these people, by id: balances above zero that reach the
 * person's minimum, of entries whose hold is over (docs/RULES.md, Payouts). A balance ends with the last day that it
 * includes, so that the payroll closes no day whose entries it does not pay.
 * @param day on which is paid
 */
export async function payableBalances(
  kind: PayeeKind,
  endDate: BusinessDay,
  { personIDs, day = today() }: { personIDs?: readonly number[]; day?: BusinessDay } = {},
): Promise<OpenBalance[]> {
  const terms = await loadPayoutTerms(kind, personIDs);
  const through = payableThrough(terms.general, endDate, day);
  /** Who is paid through another day than most. */
  const others = new Map<BusinessDay, number[]>();
  for (const [personID, own] of terms.own) {
    const last = payableThrough(own, endDate, day);
    if (last !== through) others.set(last, [...(others.get(last) ?? []), personID]);
  }
  const apart = new Set([...others.values()].flat());
  const balances = (await openBalances(kind, through, personIDs)).filter(
    ({ personID }) => !apart.has(personID),
  );
  for (const [last, ids] of others) balances.push(...(await openBalances(kind, last, ids)));
  return balances
    .filter(({ cents, personID }) => cents > 0 && cents >= termsFor(terms, personID).minimumCents)
    .sort((one, other) => one.personID - other.personID);
}
