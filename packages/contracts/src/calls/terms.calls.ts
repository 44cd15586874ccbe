import { filled, whole } from '../schema/fields';
import {
  type CheckedOf,
  code,
  day,
  id,
  instant,
  list,
  nullable,
  number,
  object,
  text,
} from '../schema/schema';
import { MAX_CAP_DAYS, MAX_GROUP_NAME, TERMS_TEXT } from '../wire-terms';
import { call } from './call';

/* By which percentages sales are paid: an affiliate's own terms, and groups (docs/RULES.md, Terms). */

const rate = number({ about: 'Percentage, up to 2 decimals' });
const rates = object({
  commission: rate,
  initial: nullable(number({ about: 'Of sales with the transaction type initial; null: commission' })),
  rebill: nullable(number({ about: 'Of sales with the transaction type rebill; null: commission' })),
  capDays: nullable(
    number({
      about: 'Sales more than so many days after the member joined are paid at capCommission; null: no end',
    }),
  ),
  capCommission: rate,
});
export type CommissionRates = CheckedOf<typeof rates>;

const from = text({ empty: true, about: 'First day, yyyy-mm-dd; empty: always' });
const level = code(['own', 'group', 'default']);
/** Which terms decide about an affiliate's sales. */
export type TermsLevel = CheckedOf<typeof level>;
const period = object({ from, level, rates });
export type TermsPeriod = CheckedOf<typeof period>;
const termsFields = { today: day(), periods: list(period) };
const affiliateTerms = object(termsFields);
export type AffiliateTerms = CheckedOf<typeof affiliateTerms>;

export const affiliateTermsCall = call('GET /api/affiliate-terms', {
  about: 'The commission terms by which an affiliate’s sales are paid',
  who: 'affiliate',
  own: 'affiliateID',
  query: { affiliateID: id() },
  answer: affiliateTerms,
});

const changeFields = {
  number: number({ about: 'Within its account or group, from 1' }),
  from,
  at: nullable(instant({ about: 'null: from before changes were kept' })),
  by: text({ empty: true, about: 'Who entered it; empty: nobody' }),
  withdrawnBy: text({ empty: true, about: 'Who took it back before it began; empty: nobody' }),
};
const groupChange = object({ ...changeFields, rates });
export type GroupChange = CheckedOf<typeof groupChange>;
const group = object({
  groupID: number(),
  name: text(),
  version: number(),
  rates,
  affiliates: number({ about: 'That are in it today' }),
  changes: list(groupChange, { about: 'Oldest first' }),
});
export type CommissionGroupRow = CheckedOf<typeof group>;

const affiliateChange = object({
  ...changeFields,
  groupID: number({ about: '0: none' }),
  groupName: text({ empty: true }),
  own: nullable(rates),
});
export type AffiliateChange = CheckedOf<typeof affiliateChange>;
const accountTerms = object({
  ...termsFields,
  version: number(),
  groupID: number({ about: '0: none' }),
  changes: list(affiliateChange),
  groups: list(object({ groupID: number(), name: text(), commission: number() }), {
    about: 'Those that can be chosen',
  }),
});
export type AccountTerms = CheckedOf<typeof accountTerms>;

/** More than two decimals are refused, not rounded. */
const sentRate = number({
  strict: true,
  min: 0,
  max: 100,
  texts: { any: TERMS_TEXT.rate },
  check: (value: number) =>
    Math.abs(value * 100 - Math.round(value * 100)) > 1e-6 ? TERMS_TEXT.rate : undefined,
});
const sentRates = object({
  commission: sentRate,
  initial: nullable(sentRate),
  rebill: nullable(sentRate),
  capDays: nullable(whole({ min: 0, max: MAX_CAP_DAYS, texts: { any: TERMS_TEXT.days } })),
  capCommission: sentRate,
});
const name = filled(MAX_GROUP_NAME, TERMS_TEXT.name);
const version = number({ whole: true, min: 0, about: 'The one that was looked at; another one is refused' });
const firstDay = day({ texts: { any: TERMS_TEXT.past } });
const groupID = id();

const reads = { who: 'terms', answer: list(group) } as const;
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
  params: { groupID, number: id() },
  query: { version },
});

const changesAccount = { ...changes, who: 'terms', answer: accountTerms } as const;
export const accountTermsCall = call('GET /api/account-terms', {
  about: 'The terms of one affiliate',
  who: ['accounts', 'terms'],
  query: { affID: id() },
  answer: accountTerms,
  errors: ['not_found'],
});
export const changeAccountTermsCall = call('POST /api/account-terms', {
  about: 'Enters terms of an affiliate from a day on; answers them as they are then',
  ...changesAccount,
  body: {
    affID: id({ strict: true }),
    version,
    from: firstDay,
    groupID: whole({ min: 0, about: '0: none' }),
    own: nullable(sentRates),
  },
});
export const withdrawAccountTermsCall = call('DELETE /api/account-terms', {
  about: 'Takes back terms of an affiliate that have not begun',
  ...changesAccount,
  query: { affID: id(), number: id(), version },
});
