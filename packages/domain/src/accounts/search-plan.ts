import {
  type AccountKind,
  type BusinessDay,
  MAX_LENGTH,
  PAYMENT_TYPE,
  type PerformanceOnly,
} from '@partnerdesk/contracts';
import { rangeOfDays, rangeOfPrefix } from '../platform';
import { ACCOUNT_KIND_INFO } from './account-kinds';
import { QUIET } from './performance';
import { emailKeyOf, nameSearchKeyOf } from './search-key';

/** What is searched for: one of id, email and name, or everybody; all filters count (docs/RULES.md, Accounts and access "Searches"). */
export interface AccountCriteria {
  id?: number;
  email?: string;
  /** Start of the first or last name, or of both; of a member's username. */
  name?: string;
  status?: number;
  /** Not for members, as the days. */
  paymentType?: number;
  joinedFrom?: BusinessDay;
  joinedTo?: BusinessDay;
  /** Affiliates alone. */
  only?: PerformanceOnly;
}

export type Filter = Record<string, unknown>;

/** Rows in the order of an index: of the field, equal ones by id. */
export interface Walk {
  filter: Filter;
  field: string;
  descending: boolean;
  /** Key of an index that shows filter and order; of a page, since whole records are never sorted. */
  entries?: Record<string, 1> | undefined;
}

/** Rows that the field's index holds side by side. */
export interface SearchStream extends Walk {
  /** The number of rows is what these find, without what `minus` finds; each is one range of one index. */
  count: Filter;
  minus?: Filter;
  /** Whether the field's index counts them; else the database chooses one. */
  countByField: boolean;
  everybody?: boolean;
}

export interface SearchPlan {
  /** Their rows one after the other are the result; none twice. Empty: nothing can be found. */
  streams: SearchStream[];
  /** All of it, to walk any index by; means nothing without streams. */
  filter: Filter;
}

/** Longer texts are the start of nothing that is stored. */
const LONGEST_NAME = MAX_LENGTH.personal.firstName + MAX_LENGTH.personal.lastName + 1;
const LONGEST_EMAIL = MAX_LENGTH.personal.emailAddress;

/** The filters of a search; each field's condition is an object of operators, so that others can be joined to it. */
function facetsOf({ status, paymentType, joinedFrom, joinedTo, only }: AccountCriteria): Filter {
  const byDay = joinedFrom !== undefined || joinedTo !== undefined;
  // An index has the payment type between the status and the day: with every type named it serves all the same.
  const everyType = byDay && status !== undefined && { $in: Object.values(PAYMENT_TYPE) };
  const ofType = paymentType === undefined ? everyType : { $eq: paymentType };
  return {
    ...(status !== undefined && { status: { $eq: status } }),
    ...(ofType && { paymentType: ofType }),
    ...(byDay && { createdAt: rangeOfDays(joinedFrom, joinedTo) }),
    ...(only && ONLY[only]),
  };
}

const ONLY: Record<PerformanceOnly, Filter> = {
  quiet: { [QUIET]: { $eq: true } },
  unpayable: { paymentInfoSet: { $eq: false } },
};

const NOTHING: SearchPlan = { streams: [], filter: {} };

/**
 * How a search is answered from indexes alone: last names, then first names. A person with both in the range is counted
 * and shown once: sharedNameKey marks that without reading the record.
 */
export function planSearch(kind: AccountKind, criteria: AccountCriteria): SearchPlan {
  const { idField, nameOrder } = ACCOUNT_KIND_INFO[kind];
  const facets = facetsOf(criteria);
  const one = (field: string, condition: Filter): SearchPlan => {
    const filter = { [field]: condition, ...facets };
    return { streams: [{ ...upwards(field), filter, count: filter }], filter };
  };
  if (criteria.id !== undefined) return one(idField, { $eq: criteria.id });
  if (criteria.email !== undefined) {
    const key = emailKeyOf(criteria.email);
    return key.length > LONGEST_EMAIL ? NOTHING : one('emailKey', rangeOfPrefix(key));
  }
  if (criteria.name !== undefined) {
    const key = nameSearchKeyOf(criteria.name);
    if (key.length > LONGEST_NAME) return NOTHING;
    const range = rangeOfPrefix(key);
    return nameOrder === 'surnameKey' ? planNames(range, facets) : one(nameOrder, range);
  }
  const filtered = Object.keys(facets).length > 0;
  const count = filtered ? facets : { [idField]: { $gt: 0 } };
  const all = { ...upwards(idField), filter: facets, count, countByField: false, everybody: !filtered };
  return { streams: [all], filter: facets };
}

const upwards = (field: string) => ({ field, descending: false, countByField: true });

export const SHARED = 'sharedNameKey';

function planNames(range: Filter, facets: Filter): SearchPlan {
  const bySurname = { surnameKey: range, ...facets };
  const byName = { nameKey: range, ...facets };
  return {
    streams: [
      { ...upwards('surnameKey'), filter: bySurname, count: bySurname },
      {
        ...upwards('nameKey'),
        filter: { ...byName, [SHARED]: { $not: range } },
        count: byName,
        minus: { [SHARED]: range, ...facets },
      },
    ],
    filter: { $or: [{ surnameKey: range }, { nameKey: range }], ...facets },
  };
}
