/* One search of accounts: its plan, its pages with their cursors, and all of it as a stream. */
import { hash } from 'node:crypto';
import {
  ACCOUNT_KIND_NAMES,
  type AccountKind,
  AppError,
  type BusinessDay,
  MAX_LENGTH,
  PAGE_SIZE,
  PAYMENT_TYPE,
  type PerformanceOnly,
} from '@partnerdesk/contracts';
import Joi from 'joi';
import { rangeOfDays, rangeOfPrefix, slicesOf } from '../platform';
import { ACCOUNT_KIND_INFO, type AccountDocument, type AccountDocuments } from './account-kinds';
import { QUIET } from './performance';
import { emailKeyOf, nameSearchKeyOf } from './search-key';
import {
  type AccountOrder,
  BATCH,
  countStream,
  entriesFor,
  type Filter,
  inOrder,
  isRange,
  type RowKey,
  readByKeys,
  readSortedKeys,
  readWalks,
  type SearchStream,
  SHARED,
  sliceKeys,
  sortFieldOf,
  type Walk,
} from './search-rows';

export type { AccountOrder };

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

export interface SearchAccountsInput<Kind extends AccountKind = AccountKind> {
  kind: Kind;
  criteria: AccountCriteria;
  /** undefined: the order in which the indexes find them. */
  order?: AccountOrder | undefined;
}

export interface AccountResult<Kind extends AccountKind> {
  rows: AccountDocuments[Kind][];
  total: number;
  /** Of the pages behind and before this one. */
  next?: string;
  previous?: string;
}

interface SearchPlan {
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
function planSearch(kind: AccountKind, criteria: AccountCriteria): SearchPlan {
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
  const count = Object.keys(facets).length > 0 ? facets : { [idField]: { $gt: 0 } };
  return { streams: [{ ...upwards(idField), filter: facets, count }], filter: facets };
}

const upwards = (field: string) => ({ field, descending: false });

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

/** So many rows at most are sorted here by their keys; of more, enough fit that a walk of the sort's index fills a page soon. */
const SORTED_HERE = 2000;
/** The same where index entries can be sorted: to read the keys of many rows takes longer. */
const SORTED_BESIDE_ENTRIES = 500;

/** A sorted list of the rows' keys, or walks of indexes with the number of rows of each. */
type Reading = { keys: RowKey[]; descending: boolean } | { walks: Walk[]; counts: number[] };

async function prepareReading(
  { kind, criteria, order }: SearchAccountsInput,
  part: 'page' | 'all',
): Promise<{ total: number; reading: Reading }> {
  const { streams, filter } = planSearch(kind, criteria);
  if (streams.length === 0) return { total: 0, reading: { keys: [], descending: false } };
  const counts = await Promise.all(streams.map((stream) => countStream(kind, stream)));
  const total = counts.reduce((sum, count) => sum + count, 0);
  const isText = streams.some(isRange);
  const isFiltered = Object.keys(filter).length > 0;
  if (!order && (isText || !isFiltered)) return { total, reading: { walks: streams, counts } };
  const field = order ? sortFieldOf(kind, order) : ACCOUNT_KIND_INFO[kind].idField;
  const descending = order?.descending ?? false;
  const entries = part === 'page' ? entriesFor(kind, streams, field) : undefined;
  if (isFiltered && total <= (entries ? SORTED_BESIDE_ENTRIES : SORTED_HERE)) {
    const keys = await readSortedKeys(kind, streams, field, descending);
    return { total, reading: { keys, descending } };
  }
  return { total, reading: { walks: [{ filter, field, descending, entries }], counts: [total] } };
}

/**
 * One page of a search, by its 1-based number or by a cursor, which takes the same for every page; by number the index
 * entries before it are counted off. No query reads a collection without an index, or has the database sort records.
 * @throws AppError invalid_input for a cursor of another search
 */
export async function searchAccounts<Kind extends AccountKind>(
  input: SearchAccountsInput<Kind> & { page: number; cursor?: string },
): Promise<AccountResult<Kind>> {
  const { kind, page, cursor } = input;
  const place = cursor ? readCursorOrThrow(input, cursor) : undefined;
  const { total, reading } = await prepareReading(input, 'page');
  const offset = place ? 0 : (page - 1) * PAGE_SIZE;
  if (offset >= total) return { rows: [], total };
  const read = (backward: boolean, from?: RowKey) => {
    const part = { from, backward, skip: offset, limit: PAGE_SIZE + 1 };
    if ('keys' in reading) return sliceKeys(reading.keys, reading.descending, part);
    return readWalks(kind, reading.walks, reading.counts, part);
  };
  let isFirst = !place && offset === 0;
  let backward = place?.backward ?? false;
  let found = await read(backward, place?.key);
  if (backward && found.length <= PAGE_SIZE) {
    // Whatever was added or removed meanwhile: the first page is a whole one, and begins with the first row.
    isFirst = true;
    backward = false;
    found = await read(false);
  }
  const hasMore = found.length > PAGE_SIZE;
  const keys = found.slice(0, PAGE_SIZE);
  if (backward) keys.reverse();
  const last = keys.at(-1);
  const first = keys[0] ?? place?.key;
  return {
    rows: await readByKeys(kind, keys),
    total,
    ...((hasMore || backward) && last && { next: writeCursor(input, { key: last, backward: false }) }),
    ...(!isFirst && first && { previous: writeCursor(input, { key: first, backward: true }) }),
  };
}

export async function streamAccounts<Kind extends AccountKind>(
  input: SearchAccountsInput<Kind>,
): Promise<{ total: number; rows: AsyncIterable<AccountDocuments[Kind]> }> {
  const { total, reading } = await prepareReading(input, 'all');
  return { total, rows: rowsOf(input.kind, reading) };
}

async function* rowsOf<Kind extends AccountKind>(
  kind: Kind,
  reading: Reading,
): AsyncGenerator<AccountDocuments[Kind]> {
  if ('walks' in reading)
    for (const walk of reading.walks)
      yield* inOrder(kind, walk).lean().cursor({ batchSize: BATCH }) as AsyncIterable<AccountDocuments[Kind]>;
  else for (const step of slicesOf(reading.keys, BATCH)) yield* await readByKeys(kind, step);
}

type SearchPlace = { key: RowKey; backward: boolean };

/** So that a cursor of another search is noticed; it keeps no secret. */
function markOf({ kind, criteria, order }: SearchAccountsInput): string {
  const sorted = Object.entries(criteria).sort(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify([kind, sorted, order?.column, order?.descending, order?.period]);
  return hash('sha256', text, 'base64url').slice(0, 8);
}

/** Good for as long as the search is the same. */
function writeCursor(scope: SearchAccountsInput, { key, backward }: SearchPlace): string {
  const place = [markOf(scope), Number(backward), key.walk, key.value, key.id];
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

const bit = Joi.valid(0, 1).required();
const sortValue = Joi.alternatives(Joi.string().allow('').max(500), Joi.number(), Joi.valid(null)).required();
const integer = Joi.number().integer().required();
const WRONG = 'This place belongs to another search';

/** @throws AppError invalid_input for a text that is no cursor, or one of another search */
function readCursorOrThrow(scope: SearchAccountsInput, cursor: string): SearchPlace {
  const mark = Joi.valid(markOf(scope)).required();
  const schema = Joi.array().ordered(mark, bit, bit, sortValue, integer).required().prefs({ convert: false });
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const [, backward, walk, value, id] = Joi.attempt(place, schema);
    return { key: { walk, value, id }, backward: backward === 1 };
  } catch {
    throw new AppError('invalid_input', WRONG, { cursor: WRONG });
  }
}

export type FoundAccount = { kind: AccountKind; account: AccountDocument };

/** A number is an id, with @ it is an email, else a name or an email. */
function readingsOf(text: string): AccountCriteria[] {
  if (/^\d{1,15}$/.test(text)) return [{ id: Number(text) }, { name: text }];
  if (text.includes('@')) return [{ email: text }];
  return [{ name: text }, { email: text }];
}

/** As the results name them: `member 12`, `Affiliates 3`. */
const KIND_AND_ID = new RegExp(`^(${ACCOUNT_KIND_NAMES.join('|')})s?\\s*#?\\s*(\\d{1,15})$`, 'i');

/** The first accounts whose id, name or email starts so, `limit` of each kind at most; a kind with an id also finds that one. */
export async function findAnyone(text: string, limit: number): Promise<FoundAccount[]> {
  const wanted = text.trim();
  if (!wanted) return [];
  const [, kindWord, id] = KIND_AND_ID.exec(wanted) ?? [];
  const ofKind = async (kind: AccountKind) => {
    const named = kind === kindWord?.toLowerCase() ? [{ id: Number(id) }] : [];
    const streams = [...named, ...readingsOf(wanted)].flatMap((each) => planSearch(kind, each).streams);
    const parts = await Promise.all(
      streams.map((stream) => inOrder(kind, stream).limit(limit).lean<AccountDocument[]>().exec()),
    );
    const { idField } = ACCOUNT_KIND_INFO[kind];
    const byId = new Map(parts.flat().map((account) => [Reflect.get(account, idField), account]));
    return [...byId.values()].slice(0, limit).map((account) => ({ kind, account }));
  };
  return (await Promise.all(ACCOUNT_KIND_NAMES.map(ofKind))).flat();
}
