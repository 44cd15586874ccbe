import type { AffiliateTerms } from './calls/own-account.calls';

/** Percentages by which sales are paid, up to 2 decimals each (docs/RULES.md, Terms). */
export interface CommissionRates {
  /** Of every sale for which nothing else here says otherwise. */
  commission: number;
  /** Of sales whose transactionType is `initial` or `rebill`; null: `commission`. */
  initial: number | null;
  rebill: number | null;
  /** Sales more than so many days after the day on which the member joined are paid at `capCommission`; null: no end. */
  capDays: number | null;
  capCommission: number;
}

/** Which terms decide about an affiliate's sales. */
export type TermsLevel = 'own' | 'group' | 'default';

/** The percentage of who has neither an own commission nor a group; a new affiliate's own one. */
export const DEFAULT_COMMISSION = 20;
/** Rates with a commission alone. */
export const plainRates = (commission: number): CommissionRates => ({
  ...{ commission, initial: null, rebill: null },
  ...{ capDays: null, capCommission: 0 },
});

/** At most so many days after joining. */
export const MAX_CAP_DAYS = 3650;
export const MAX_GROUP_NAME = 50;
/** Changes of one account or group. */
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

/** What is kept of each change of terms. */
interface ChangeFacts {
  /** Number within its account or group, from 1. */
  number: number;
  /** First valid day, yyyy-mm-dd; empty: always. */
  from: string;
  /** Instant; null: from before changes were kept. */
  at: string | null;
  /** Who entered it, and who took it back before it began; empty: nobody. */
  by: string;
  withdrawnBy: string;
}

/** A change of a group's rates. */
export interface GroupChange extends ChangeFacts {
  rates: CommissionRates;
}

/** GET /commission-groups. */
export interface CommissionGroupRow {
  groupID: number;
  name: string;
  version: number;
  /** Today's. */
  rates: CommissionRates;
  /** Affiliates that are in it today. */
  affiliates: number;
  /** Oldest first. */
  changes: GroupChange[];
}

/** A change of an affiliate's terms. */
export interface AffiliateChange extends ChangeFacts {
  /** 0: none. */
  groupID: number;
  groupName: string;
  /** null: as the group, or the default. */
  own: CommissionRates | null;
}

/** GET /account-terms: what the office reads. */
export interface AccountTerms extends AffiliateTerms {
  version: number;
  groupID: number;
  changes: AffiliateChange[];
  /** Those that can be chosen. */
  groups: { groupID: number; name: string; commission: number }[];
}

/** POST /commission-groups. */
export interface NewGroupRequest {
  name: string;
  rates: CommissionRates;
}

/** POST /commission-groups/{groupID}/terms. */
export interface GroupTermsRequest {
  version: number;
  from: string;
  rates: CommissionRates;
}

/** POST /account-terms. */
export interface AccountTermsRequest {
  affID: number;
  version: number;
  from: string;
  groupID: number;
  own: CommissionRates | null;
}
