import { type BusinessDay, plainRates } from '@partnerdesk/contracts';
import { type By, today } from '../../platform';
import { CommissionGroupModel } from './commission-group.model';
import {
  type GroupChanges,
  ownTermsOn,
  type StoredChange,
  type StoredTerms,
  type TermsSource,
  termsOn,
} from './terms';

/** Missing: all groups. */
export async function loadGroups(groupIDs?: readonly number[]): Promise<GroupChanges> {
  if (groupIDs?.length === 0) return new Map();
  const found = await CommissionGroupModel.find(groupIDs ? { _id: { $in: [...groupIDs] } } : {}, {
    changes: 1,
  }).lean();
  return new Map(found.map(({ _id, changes }) => [_id, changes]));
}

export const groupsNamed = (sources: readonly TermsSource[]): number[] => [
  ...new Set(sources.flatMap(({ terms = [] }) => terms.map(({ groupID }) => groupID)).filter(Boolean)),
];

/** 0: a command. */
export const adminIDOf = ({ actor }: By): number => (actor.kind === 'administrator' ? actor.id : 0);

/** Terms with one more change. */
export function withTerms(
  { commission, terms = [] }: TermsSource,
  change: Pick<StoredTerms, 'from' | 'groupID' | 'own'>,
  by: By,
): StoredTerms[] {
  // In force before the first change that is kept was the account's commission, always.
  const always = { number: 1, from: '', groupID: 0, own: plainRates(commission) };
  const before = terms.length > 0 ? terms : [always];
  return [...before, { ...change, number: before.length + 1, at: new Date(), by: adminIDOf(by) }];
}

/** The first day after `day` on which something else may apply. */
export const nextDayOf = (changes: readonly StoredChange[], day: BusinessDay): BusinessDay | undefined =>
  changes
    .filter(({ from, withdrawnAt }) => from > day && !withdrawnAt)
    .map(({ from }) => from)
    .sort()[0];

/** What an account keeps of its terms for lists, searches and payroll: those in force today. */
export function currentTerms(
  terms: readonly StoredTerms[],
  groups: GroupChanges,
  day: BusinessDay = today(),
) {
  const source = { commission: 0, terms };
  const { own, groupID } = ownTermsOn(source, day);
  return {
    commission: termsOn(source, groups, day).rates.commission,
    groupID,
    ownCommission: own !== null,
    termsNextDay: nextDayOf(terms, day) ?? '',
  };
}

/** An edited commission is the account's own, from today on (docs/RULES.md, Terms). */
export function ownCommissionFields(source: TermsSource, commission: number, by: By) {
  const day = today();
  const { own, groupID } = ownTermsOn(source, day);
  const rates = { ...(own ?? plainRates(commission)), commission };
  const terms = withTerms(source, { from: day, groupID, own: rates }, by);
  return { terms, ...currentTerms(terms, new Map(), day) };
}
