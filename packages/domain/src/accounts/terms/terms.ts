import {
  type BusinessDay,
  type CommissionRates,
  DEFAULT_COMMISSION,
  plainRates,
  type TermsLevel,
} from '@partnerdesk/contracts';

/* Which percentage a sale is paid at (docs/RULES.md, Terms), on terms that the ledger loads once for a whole record. */

/** Never changed but for being withdrawn before it begins. */
export interface StoredChange {
  /** From 1 within its account or group. */
  number: number;
  /** First valid day; empty: always. */
  from: BusinessDay;
  at?: Date;
  /** adminID of who entered and of who withdrew it; 0 or missing: nobody. */
  by?: number;
  withdrawnBy?: number;
  withdrawnAt?: Date;
}

export interface StoredGroupChange extends StoredChange {
  rates: CommissionRates;
}

export interface StoredTerms extends StoredChange {
  /** 0: none. */
  groupID: number;
  /** null: as the group has it, or the default. */
  own: CommissionRates | null;
}

export interface TermsSource {
  /** Of the account: its own one unless `terms` say otherwise. */
  commission: number;
  terms?: readonly StoredTerms[];
}

/** groupID → its changes. */
export type GroupChanges = ReadonlyMap<number, readonly StoredGroupChange[]>;

/** Of the changes that have begun the latest, of equal days the one entered last. */
export function inForceOn<Change extends StoredChange>(
  changes: readonly Change[],
  day: BusinessDay,
): Change | undefined {
  let found: Change | undefined;
  for (const change of changes)
    if (!change.withdrawnAt && change.from <= day && (!found || change.from >= found.from)) found = change;
  return found;
}

/** Before any change the account's commission is its own. */
export function ownTermsOn({ commission, terms = [] }: TermsSource, day: BusinessDay) {
  return inForceOn(terms, day) ?? { groupID: 0, own: plainRates(commission) };
}

/** Rates of a day, and which level they are of; groupID is 0 unless the level is `group`. */
type TermsOfDay = { level: TermsLevel; groupID: number; rates: CommissionRates };

const DEFAULT: TermsOfDay = { level: 'default', groupID: 0, rates: plainRates(DEFAULT_COMMISSION) };

/** The affiliate's own rates, else the group's, else the default. */
export function termsOn(source: TermsSource, groups: GroupChanges, day: BusinessDay): TermsOfDay {
  const { own, groupID } = ownTermsOn(source, day);
  if (own) return { level: 'own', groupID: 0, rates: own };
  const change = inForceOn(groups.get(groupID) ?? [], day);
  return change ? { level: 'group', groupID, rates: change.rates } : DEFAULT;
}

interface RatedSale {
  day: BusinessDay;
  transactionType: string;
  /** Last day on which the member counts as new under a cap; undefined: the day of joining is unknown. */
  lastDay: (capDays: number) => BusinessDay | undefined;
}

/** The percentage of a sale, and the rule that gave it: `own:rebill`, `group:3:cap`, `default`; an account's own by itself has none. */
export function rateOf(
  source: TermsSource,
  groups: GroupChanges,
  sale: RatedSale,
): { commission: number; rule?: string } {
  if (!source.terms?.length) return { commission: source.commission };
  const { level, groupID, rates } = termsOn(source, groups, sale.day);
  const name = level === 'group' ? `group:${groupID}` : level;
  const lastDay = rates.capDays === null ? undefined : sale.lastDay(rates.capDays);
  if (lastDay !== undefined && sale.day > lastDay)
    return { commission: rates.capCommission, rule: `${name}:cap` };
  const { transactionType: type } = sale;
  const ofType = type === 'initial' || type === 'rebill' ? rates[type] : null;
  if (ofType !== null) return { commission: ofType, rule: `${name}:${type}` };
  return { commission: rates.commission, ...(level !== 'own' && { rule: name }) };
}
