import { filled, whole } from '../schema/fields';
import * as s from '../schema/schema';
import { call } from './call';

/** The percentage of who has neither an own commission nor a group; a new affiliate's own one. */
export const DEFAULT_COMMISSION = 20;
export const MAX_CAP_DAYS = 3650;
export const MAX_GROUP_NAME = 50;
export const MAX_TERMS_CHANGES = 200;
export const MAX_GROUPS = 200;

export const TERMS_TEXT = {
  past: 'Please choose today or a later day',
  rate: 'Please enter a percentage from 0 to 100, with up to 2 decimals',
  days: `Please enter a whole number of days, up to ${MAX_CAP_DAYS}`,
  group: 'There is no such group',
  name: 'Please enter a name',
  nameUsed: 'Another group has this name',
  full: `There are ${MAX_TERMS_CHANGES} changes already`,
  fullGroups: `There are ${MAX_GROUPS} groups already`,
  groupChanged:
    'Somebody else has changed this group meanwhile; nothing of yours was saved. Check the history, then save again',
  accountChanged:
    'Somebody else has changed this account meanwhile; nothing of yours was saved. Check the terms, then save again',
  begun: 'These terms have begun: enter a change instead',
} as const;

/* By which percentages sales are paid: an affiliate's own terms, and groups (docs/RULES.md, Terms). */

const rate = s.number({ about: 'Percentage, up to 2 decimals' });
const rates = s.object({
  commission: rate,
  initial: s.nullable(s.number({ about: 'Of sales with the transaction type initial; null: commission' })),
  rebill: s.nullable(s.number({ about: 'Of sales with the transaction type rebill; null: commission' })),
  capDays: s.nullable(
    s.number({
      about: 'Sales more than so many days after the member joined are paid at capCommission; null: no end',
    }),
  ),
  capCommission: rate,
});
export type CommissionRates = s.CheckedOf<typeof rates>;

const from = s.text({ empty: true, about: 'First day, yyyy-mm-dd; empty: always' });
const level = s.code(['own', 'group', 'default']);
/** Which terms decide about an affiliate's sales. */
export type TermsLevel = s.CheckedOf<typeof level>;
const period = s.object({ from, level, rates });
export type TermsPeriod = s.CheckedOf<typeof period>;
const termsFields = { today: s.day(), periods: s.list(period) };
const affiliateTerms = s.object(termsFields);
export type AffiliateTerms = s.CheckedOf<typeof affiliateTerms>;

export const affiliateTermsCall = call('GET /api/affiliate-terms', {
  about: 'The commission terms by which an affiliate’s sales are paid',
  who: 'affiliate',
  own: 'affiliateID',
  query: { affiliateID: s.id() },
  answer: affiliateTerms,
});

const changeFields = {
  number: s.number({ about: 'Within its account or group, from 1' }),
  from,
  at: s.nullable(s.instant({ about: 'null: from before changes were kept' })),
  by: s.text({ empty: true, about: 'Who entered it; empty: nobody' }),
  withdrawnBy: s.text({ empty: true, about: 'Who took it back before it began; empty: nobody' }),
};
const groupChange = s.object({ ...changeFields, rates });
export type GroupChange = s.CheckedOf<typeof groupChange>;
const group = s.object({
  groupID: s.number(),
  name: s.text(),
  version: s.number(),
  rates,
  affiliates: s.number({ about: 'That are in it today' }),
  changes: s.list(groupChange, { about: 'Oldest first' }),
});
export type CommissionGroupRow = s.CheckedOf<typeof group>;

const affiliateChange = s.object({
  ...changeFields,
  groupID: s.number({ about: '0: none' }),
  groupName: s.text({ empty: true }),
  own: s.nullable(rates),
});
export type AffiliateChange = s.CheckedOf<typeof affiliateChange>;
const accountTerms = s.object({
  ...termsFields,
  version: s.number(),
  groupID: s.number({ about: '0: none' }),
  changes: s.list(affiliateChange),
  groups: s.list(s.object({ groupID: s.number(), name: s.text(), commission: s.number() }), {
    about: 'Those that can be chosen',
  }),
});
export type AccountTerms = s.CheckedOf<typeof accountTerms>;

/** More than two decimals are refused, not rounded. */
const sentRate = s.number({
  strict: true,
  min: 0,
  max: 100,
  texts: { any: TERMS_TEXT.rate },
  check: (value: number) =>
    Math.abs(value * 100 - Math.round(value * 100)) > 1e-6 ? TERMS_TEXT.rate : undefined,
});
const sentRates = s.object({
  commission: sentRate,
  initial: s.nullable(sentRate),
  rebill: s.nullable(sentRate),
  capDays: s.nullable(whole({ min: 0, max: MAX_CAP_DAYS, texts: { any: TERMS_TEXT.days } })),
  capCommission: sentRate,
});
const name = filled(MAX_GROUP_NAME, TERMS_TEXT.name);
const version = s.number({
  whole: true,
  min: 0,
  about: 'The one that was looked at; another one is refused',
});
const firstDay = s.day({ texts: { any: TERMS_TEXT.past } });
const groupID = s.id();

const reads = { who: 'terms', answer: s.list(group) } as const;
const changes = { ...reads, confirm: 'second-factor', errors: ['not_found', 'conflict'] } as const;

export const commissionGroupsCall = call('GET /api/commission-groups', {
  about: 'Commission groups with their changes',
  ...reads,
});
export const addCommissionGroupCall = call('POST /api/commission-groups', {
  about: 'Adds a commission group; as each change here it answers all groups',
  ...changes,
  body: { name, rates: sentRates },
});
export const renameCommissionGroupCall = call('POST /api/commission-groups/:groupID/name', {
  about: 'Renames a commission group',
  ...changes,
  params: { groupID },
  body: { version, name },
});
export const changeGroupTermsCall = call('POST /api/commission-groups/:groupID/terms', {
  about: 'Enters rates of a commission group from a day on',
  ...changes,
  params: { groupID },
  body: { version, from: firstDay, rates: sentRates },
});
export const withdrawGroupTermsCall = call('DELETE /api/commission-groups/:groupID/terms/:number', {
  about: 'Takes back rates of a commission group that have not begun',
  ...changes,
  params: { groupID, number: s.id() },
  query: { version },
});

const changesAccount = { ...changes, who: 'terms', answer: accountTerms } as const;
export const accountTermsCall = call('GET /api/account-terms', {
  about: 'The terms of one affiliate',
  who: ['accounts', 'terms'],
  query: { affID: s.id() },
  answer: accountTerms,
  errors: ['not_found'],
});
export const changeAccountTermsCall = call('POST /api/account-terms', {
  about: 'Enters terms of an affiliate from a day on; answers them as they are then',
  ...changesAccount,
  body: {
    affID: s.id({ strict: true }),
    version,
    from: firstDay,
    groupID: whole({ min: 0, about: '0: none' }),
    own: s.nullable(sentRates),
  },
});
export const withdrawAccountTermsCall = call('DELETE /api/account-terms', {
  about: 'Takes back terms of an affiliate that have not begun',
  ...changesAccount,
  query: { affID: s.id(), number: s.id(), version },
});

export const plainRates = (commission: number): CommissionRates => ({
  commission,
  initial: null,
  rebill: null,
  capDays: null,
  capCommission: 0,
});

const percent = (value: number) => `${value}%`;

/** Rates in words: `30%; initial 50%; 5% later than 90 days after joining`. */
export function ratesText({ commission, initial, rebill, capDays, capCommission }: CommissionRates): string {
  const parts = [percent(commission)];
  if (initial !== null) parts.push(`initial ${percent(initial)}`);
  if (rebill !== null) parts.push(`rebill ${percent(rebill)}`);
  if (capDays !== null) parts.push(`${percent(capCommission)} later than ${capDays} days after joining`);
  return parts.join('; ');
}

/** Which terms apply, as the office reads it. */
export const TERMS_LEVEL_TEXT: Record<TermsLevel, string> = {
  own: 'own commission',
  group: 'commission of the group',
  default: 'default',
};
