import type { BusinessDay, PaidKind } from '@partnerdesk/contracts';
import { DayTotalModel } from '../ledger';
import { pushTo, today } from '../platform';
import { clawbacksAfter } from './clawbacks';
import { type OpenBalance, openBalances } from './open-balances';
import { loadPayoutTerms, payableThrough, termsFor } from './payout-terms';

/**
 * What is to be paid through endDate, of everybody or of these people, by id: balances above zero that reach the
 * person's minimum, of entries whose hold is over, without what was taken back since (docs/RULES.md, Payouts). A balance
 * ends with the last day that it includes, so that the payroll closes no day whose entries it does not pay.
 * @param day on which is paid
 */
export async function payableBalances(
  kind: PaidKind,
  endDate: BusinessDay,
  { personIDs, day = today() }: { personIDs?: readonly number[] | undefined; day?: BusinessDay } = {},
): Promise<OpenBalance[]> {
  const terms = await loadPayoutTerms(kind, personIDs);
  const through = payableThrough(terms.general, endDate, day);
  /** Who is paid through another day than most. */
  const others = new Map<BusinessDay, number[]>();
  for (const [personID, own] of terms.own) {
    const last = payableThrough(own, endDate, day);
    if (last !== through) pushTo(others, last, personID);
  }
  const apart = new Set([...others.values()].flat());
  const most = (await openBalances(kind, through, personIDs)).filter(({ personID }) => !apart.has(personID));
  const groups = new Map([[through, most]]);
  for (const [last, ids] of others) groups.set(last, await openBalances(kind, last, ids));
  const payable: OpenBalance[] = [];
  for (const [last, balances] of groups) {
    const isHeld = ({ personID }: OpenBalance) => termsFor(terms, personID).holdDays > 0;
    payable.push(...balances.filter((balance) => !isHeld(balance)));
    payable.push(...(await withoutTakenBack(kind, last, balances.filter(isHeld))));
  }
  return payable
    .filter(({ cents, personID }) => cents > 0 && cents >= termsFor(terms, personID).minimumCents)
    .sort((one, other) => one.personID - other.personID);
}

/**
 * Balances through a day as they are; of those of which something was taken back since, as many first days as the rest
 * covers.
 */
async function withoutTakenBack(
  kind: PaidKind,
  last: BusinessDay,
  balances: readonly OpenBalance[],
): Promise<OpenBalance[]> {
  const heldIDs = balances.map(({ personID }) => personID);
  const clawbacks = await clawbacksAfter(kind, last, heldIDs);
  const rests = new Map<number, number>();
  for (const { personID, cents } of balances) {
    const taken = clawbacks.get(personID);
    if (taken !== undefined) rests.set(personID, cents - taken);
  }
  const left = balances.filter(({ personID }) => !rests.has(personID));
  for (const [end, personIDs] of await lastDaysCovered(kind, last, rests))
    left.push(...(await openBalances(kind, end, personIDs)));
  return left;
}

/**
 * The last day up to which a person's open entries come to more than nothing, and to no more than `rests` has for them.
 * @returns the people of each such day; who has none is missing
 */
async function lastDaysCovered(
  kind: PaidKind,
  last: BusinessDay,
  rests: ReadonlyMap<number, number>,
): Promise<Map<BusinessDay, number[]>> {
  const days = await DayTotalModel.find({
    open: true,
    kind,
    personID: { $in: [...rests.keys()] },
    day: { $lte: last },
  }).lean();
  days.sort((one, other) => (one.day < other.day ? -1 : 1));
  const sums = new Map<number, number>();
  const ends = new Map<number, BusinessDay>();
  for (const { personID, day, postedCents = 0 } of days) {
    const sum = (sums.get(personID) ?? 0) + postedCents;
    sums.set(personID, sum);
    if (sum > 0 && sum <= (rests.get(personID) ?? 0)) ends.set(personID, day);
  }
  const people = new Map<BusinessDay, number[]>();
  for (const [personID, day] of ends) pushTo(people, day, personID);
  return people;
}
