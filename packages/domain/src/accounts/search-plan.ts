import { type AccountKind, type AccountSearchType, MAX_LENGTH, SEARCH_TYPE } from '@partnerdesk/contracts';
import { endOfPrefix } from '../end-of-prefix';
import { ACCOUNT_KIND_INFO } from './account-kinds';
import { emailKeyOf, nameSearchKeyOf } from './search-key';

/** What is searched for: one of these, or everybody (docs/RULES.md, Accounts and access "Searches"). */
export interface AccountCriteria {
  id?: number;
  /** Start of the email. */
  email?: string;
  /** Start of the first or last name, or of both; of a member's username. */
  name?: string;
}

type Filter = Record<string, unknown>;

/** Rows that one index holds side by side, and in which order it has them. */
export interface SearchStream {
  filter: Filter;
  /** Field whose index finds the rows and yields them in order. */
  order: string;
  descending?: boolean;
  /**
   * What these filters find, added up, is how many rows there are; `minus` is taken off. Each is one range of one
   * index.
   */
  count: Filter;
  minus?: Filter;
  /** The whole collection. */
  everybody?: boolean;
}

export interface SearchPlan {
  searchType: AccountSearchType;
  /** Their rows one after the other are the result; none twice. */
  streams: SearchStream[];
}

/** Longer texts are the start of nothing that is stored. */
const LONGEST_NAME = MAX_LENGTH.personal.firstName + MAX_LENGTH.personal.lastName + 1;
const LONGEST_EMAIL = MAX_LENGTH.personal.emailAddress;

/** Range of the texts that start with `prefix`: no pattern, so no character of it means anything but itself. */
function rangeOf(prefix: string): Filter {
  const end = endOfPrefix(prefix);
  return end === undefined ? { $gte: prefix } : { $gte: prefix, $lt: end };
}

function prefixStream(field: string, prefix: string): SearchStream {
  const filter = { [field]: rangeOf(prefix) };
  return { filter, count: filter, order: field };
}

/**
 * How a search is answered from indexes alone. Last names come first, then first names; a person with both in the range
 * is counted and shown once: sharedNameKey marks that without reading the record.
 */
export function planSearch(kind: AccountKind, criteria: AccountCriteria): SearchPlan {
  const { idField } = ACCOUNT_KIND_INFO[kind];
  if (criteria.id !== undefined) {
    const filter = { [idField]: criteria.id };
    return { searchType: SEARCH_TYPE.id, streams: [{ filter, count: filter, order: idField }] };
  }
  if (criteria.email !== undefined) {
    const key = emailKeyOf(criteria.email);
    const streams = key.length > LONGEST_EMAIL ? [] : [prefixStream('emailKey', key)];
    return { searchType: SEARCH_TYPE.email, streams };
  }
  if (criteria.name !== undefined) {
    const key = nameSearchKeyOf(criteria.name);
    return { searchType: SEARCH_TYPE.name, streams: key.length > LONGEST_NAME ? [] : nameStreams(kind, key) };
  }
  // An index is smaller than the records, so counting its entries is quicker.
  const everybody = { filter: {}, count: { [idField]: { $gt: 0 } }, order: idField, everybody: true };
  return { searchType: 0, streams: [everybody] };
}

function nameStreams(kind: AccountKind, key: string): SearchStream[] {
  if (kind === 'member') return [prefixStream('usernameKey', key)];
  const range = rangeOf(key);
  const first = { nameKey: range };
  return [
    prefixStream('surnameKey', key),
    {
      filter: { ...first, sharedNameKey: { $not: range } },
      order: 'nameKey',
      count: first,
      minus: { sharedNameKey: range },
    },
  ];
}
