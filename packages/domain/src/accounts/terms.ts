import {
  type BusinessDay,
  type CommissionRates,
  DEFAULT_COMMISSION,
  MAX_GROUP_NAME,
  plainRates,
  type TermsLevel,
} from '@partnerdesk/contracts';
import { model, Schema } from 'mongoose';
import { type By, carriesAudit, today } from '../platform';
import { carriesSeals } from './seals';

/* Which percentage a sale is paid at (docs/RULES.md, Terms): what is stored of it, and what is in force on a day. */

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

/** A group of affiliates with rates of its own (docs/RULES.md, Terms). Never deleted: entries name it. */
export interface CommissionGroup {
  _id: number;
  name: string;
  /** Without regard to case; unique. */
  nameKey: string;
  /** Oldest first. */
  changes: StoredGroupChange[];
  /** Raised by every change; a change of an older one is refused. */
  version: number;
}

const changeFields = {
  number: { type: Number, required: true },
  from: { type: String, default: '' },
  at: Date,
  by: Number,
  withdrawnBy: Number,
  withdrawnAt: Date,
} as const;

/** Percentages with up to 2 decimals. */
const ratesSchema = new Schema(
  {
    commission: { type: Number, required: true },
    initial: { type: Number, default: null },
    rebill: { type: Number, default: null },
    capDays: { type: Number, default: null },
    capCommission: { type: Number, default: 0 },
  },
  { _id: false },
);
const changeSchema = new Schema(
  { ...changeFields, rates: { type: ratesSchema, required: true } },
  { _id: false },
);

const groupSchema = new Schema<CommissionGroup>(
  {
    _id: { type: Number, required: true },
    name: { type: String, required: true, maxlength: MAX_GROUP_NAME },
    nameKey: { type: String, required: true },
    changes: { type: [changeSchema] as never, required: true },
    version: { type: Number, default: 0 },
  },
  { versionKey: false, strict: 'throw', autoIndex: false, autoCreate: false, collection: 'commissionGroups' },
).index({ nameKey: 1 }, { unique: true });
carriesAudit(groupSchema);
carriesSeals(groupSchema, 'commissionGroup', '_id');

export const CommissionGroupModel = model('CommissionGroup', groupSchema);

export const termsSchema = new Schema(
  {
    ...changeFields,
    groupID: { type: Number, required: true },
    own: { type: ratesSchema, default: null },
  },
  { _id: false },
);

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

/** The affiliate's own rates, else the group's, else the default. */
export function termsOn(source: TermsSource, groups: GroupChanges, day: BusinessDay): TermsOfDay {
  const { own, groupID } = ownTermsOn(source, day);
  if (own) return { level: 'own', groupID: 0, rates: own };
  const change = inForceOn(groups.get(groupID) ?? [], day);
  if (change) return { level: 'group', groupID, rates: change.rates };
  return { level: 'default', groupID: 0, rates: plainRates(DEFAULT_COMMISSION) };
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

/** @param groupIDs missing: all */
export async function loadGroups(groupIDs?: readonly number[]): Promise<GroupChanges> {
  if (groupIDs?.length === 0) return new Map();
  const where = groupIDs ? { _id: { $in: [...groupIDs] } } : {};
  const found = await CommissionGroupModel.find(where, { changes: 1 }).lean();
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

/** What an account keeps of its terms for lists, searches and payroll: those in force today. */
export function currentTerms(
  terms: readonly StoredTerms[],
  groups: GroupChanges,
  day: BusinessDay = today(),
) {
  const source = { commission: 0, terms };
  const { own, groupID } = ownTermsOn(source, day);
  const later = terms.filter(({ from, withdrawnAt }) => from > day && !withdrawnAt);
  return {
    commission: termsOn(source, groups, day).rates.commission,
    groupID,
    ownCommission: own !== null,
    termsNextDay: later.map(({ from }) => from).sort()[0] ?? '',
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
