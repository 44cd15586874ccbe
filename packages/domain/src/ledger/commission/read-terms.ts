import type { AccountTerms, AffiliateTerms, CommissionGroupRow, TermsPeriod } from '@partnerdesk/contracts';
import {
  AdministratorModel,
  AffiliateModel,
  findAccountOrThrow,
  groupsNamed,
  inForceOn,
  loadGroups,
  type StoredChange,
  type StoredTerms,
  type TermsSource,
  termsOn,
} from '../../accounts';
import { canonicalJson, today } from '../../platform';
import { listGroups } from './change-terms';

/** What applies when, from the beginning on: a period ends where the next one begins. */
async function periodsOf(source: TermsSource): Promise<TermsPeriod[]> {
  const groups = await loadGroups(groupsNamed([source]));
  const changes: StoredChange[] = [...(source.terms ?? []), ...[...groups.values()].flat()];
  const begins = changes.filter((each) => !each.withdrawnAt).map(({ from }) => from);
  const days = [...new Set(['', ...begins])].sort();
  const periods: TermsPeriod[] = [];
  for (const from of days) {
    const { level, rates } = termsOn(source, groups, from);
    const period = { from, level, rates: { ...rates } };
    const before = periods.at(-1);
    if (!before || canonicalJson({ ...before, from }) !== canonicalJson(period)) periods.push(period);
  }
  return periods;
}

/** An affiliate's terms as they read them. @throws AppError not_found */
export async function readAffiliateTerms(affID: number): Promise<AffiliateTerms> {
  const source = await findAccountOrThrow('affiliate', affID);
  return { today: today(), periods: await periodsOf(source as never) };
}

/** An affiliate's terms as the office reads them. @throws AppError not_found */
export async function readAccountTerms(affID: number): Promise<AccountTerms> {
  const account = await findAccountOrThrow('affiliate', affID);
  const terms = account.terms as StoredTerms[];
  const [groups, names, periods] = await Promise.all([
    listGroups(),
    namesOf(terms),
    periodsOf(account as never),
  ]);
  const day = today();
  const nameOf = new Map(groups.map(({ _id, name }) => [_id, name]));
  return {
    today: day,
    periods,
    version: account.version,
    groupID: account.groupID,
    changes: terms.map((each) => ({
      ...factsOf(each, names),
      groupID: each.groupID,
      groupName: nameOf.get(each.groupID) ?? '',
      own: each.own,
    })),
    groups: groups.map(({ _id, name, changes }) => ({
      groupID: _id,
      name,
      commission: inForceOn(changes, day)?.rates.commission ?? 0,
    })),
  };
}

export async function readGroups(): Promise<CommissionGroupRow[]> {
  const groups = await listGroups();
  const names = await namesOf(groups.flatMap(({ changes }) => changes));
  const day = today();
  return Promise.all(
    groups.map(async ({ _id, name, version, changes }) => ({
      groupID: _id,
      name,
      version,
      rates: (inForceOn(changes, day) ?? changes[0])?.rates as CommissionGroupRow['rates'],
      affiliates: await AffiliateModel.countDocuments({ groupID: _id }),
      changes: changes.map((each) => ({ ...factsOf(each, names), rates: each.rates })),
    })),
  );
}

/** adminID → email. */
async function namesOf(changes: readonly StoredChange[]): Promise<ReadonlyMap<number, string>> {
  const adminID = { $in: [...new Set(changes.flatMap(({ by = 0, withdrawnBy = 0 }) => [by, withdrawnBy]))] };
  const found = await AdministratorModel.find({ adminID }, { adminID: 1, emailAddress: 1 }).lean();
  return new Map(found.map(({ adminID, emailAddress }) => [adminID, emailAddress]));
}

function factsOf(
  { number, from, at, by = 0, withdrawnAt, withdrawnBy = 0 }: StoredChange,
  names: ReadonlyMap<number, string>,
) {
  return {
    number,
    from,
    at: at?.toISOString() ?? null,
    by: names.get(by) ?? '',
    withdrawnBy: withdrawnAt ? (names.get(withdrawnBy) ?? 'system') : '',
  };
}
