import { PAYMENT_TYPE } from '../codes';
import { PAGE_SIZE } from '../limits';
import {
  type AnySchema,
  type CheckedOf,
  code,
  day,
  each,
  type Fields,
  list,
  nothing,
  nullable,
  number,
  object,
  oneOf,
  optional,
  standard,
  text,
} from '../schema/schema';
import { ACCOUNT_KIND_NAMES, ACCOUNT_KINDS, type AccountKind, MAX_CURSOR } from '../wire-accounts';
import { ALL_TIME, PERFORMANCE_DAYS, PERFORMANCE_ONLY, PERFORMANCE_PERIODS } from '../wire-performance';
import { ACCOUNT_FIELDS, answersOf, MAX_ACCOUNT_STATUS } from './account-fields';
import { type Call, call, raw } from './call';

/* Whom the office searches, and what it reads of them (docs/PRODUCT.md §2 "Search screens", §3). */

const accounts = { who: 'accounts' } as const;
const PAYMENT_TYPES = Object.values(PAYMENT_TYPE);
const maybeEmpty = text({ empty: true });

const affiliate = object(answersOf(ACCOUNT_FIELDS.affiliate));
export type AffiliateRecord = CheckedOf<typeof affiliate>;
const lastSale = optional(day({ about: 'Missing: none yet' }));
const balance = number({ about: 'Earned and unpaid, in dollars, whatever the period' });
/** What came of an affiliate's links in a period. */
const performance = object({
  clicks: number(),
  joins: number(),
  salesCount: number(),
  sales: number({ about: 'Dollars, refunds taken off' }),
  earned: number({ about: 'Dollars, refunds taken off' }),
  epc: nullable(number({ about: 'Dollars earned a click, four decimals; null: nobody clicked' })),
  balance,
  lastSale,
  daily: list(number(), {
    about: `Sales of the last ${PERFORMANCE_DAYS} days in dollars, the last one today, whatever the period`,
  }),
});
/** What a member of staff sold and earned in a period, and what became of their pictures. */
const staffPerformance = object({
  salesCount: number({ about: 'Paid messages, confirmed packages, completed calls and tips' }),
  earned: number({
    about: 'Dollars that payroll counts on days of the period, without payments that came back',
  }),
  balance,
  lastSale,
  pictures: object(
    { approved: number(), judged: number() },
    { about: 'Of all their pictures: how many are approved, and how many approved or rejected' },
  ),
});
/** What a member bought. */
const memberPerformance = object({
  salesCount: number(),
  value: number({ about: 'Dollars that they paid in all, refunds taken off' }),
  lastSale,
});
const staff = object(answersOf(ACCOUNT_FIELDS.staff));
export type StaffRecord = CheckedOf<typeof staff>;
const member = object(answersOf(ACCOUNT_FIELDS.member));
export type MemberRecord = CheckedOf<typeof member>;

/** A record as the office reads and edits it, by its kind. */
export const ACCOUNT_RECORD = { affiliate, staff, member } as const satisfies Record<AccountKind, AnySchema>;
export type AccountRecords = { [Kind in AccountKind]: CheckedOf<(typeof ACCOUNT_RECORD)[Kind]> };

/** A record as a search lists it: with its performance, if a period was asked for. */
export const ACCOUNT_ROW = {
  affiliate: object({ ...answersOf(ACCOUNT_FIELDS.affiliate), performance: optional(performance) }),
  staff: object({ ...answersOf(ACCOUNT_FIELDS.staff), performance: optional(staffPerformance) }),
  member: object({ ...answersOf(ACCOUNT_FIELDS.member), performance: optional(memberPerformance) }),
} as const satisfies Record<AccountKind, AnySchema>;
export interface PerformanceRecords {
  affiliate: CheckedOf<typeof performance>;
  staff: CheckedOf<typeof staffPerformance>;
  member: CheckedOf<typeof memberPerformance>;
}

const searchID = standard(
  number({
    whole: true,
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    ignored: 'empty',
    texts: { any: 'Please enter a number' },
  }),
  0,
);
const payeeFilters = {
  paymentType: optional(oneOf(PAYMENT_TYPES, { as: 'number' })),
  joinedFrom: optional(day()),
  joinedTo: optional(day()),
};
const period = optional(
  oneOf(PERFORMANCE_PERIODS, {
    about: 'With one, each row has its performance; sorts by figures take last30Days without one',
  }),
);
const affiliateFilters = {
  ...payeeFilters,
  period,
  only: optional(
    oneOf(PERFORMANCE_ONLY, {
      about:
        'quiet: sales of 30 days are at most half of those of the 30 days before; unpayable: no payment details yet',
    }),
  ),
};
const staffFilters = { ...payeeFilters, period, only: nothing() };
const memberFilters = {
  period: optional(oneOf([ALL_TIME], { about: 'With it, each row has its performance' })),
  ...each(['only', 'paymentType', 'joinedFrom', 'joinedTo'], nothing()),
};
/** One of id, Email and SearchName, empty ones don't count (docs/PRODUCT.md §3 "Search criteria"); none: everybody. */
const criteria = <Id extends Fields, Filters extends Fields, Kind extends AccountKind>(
  searched: Id,
  filters: Filters,
  kind: Kind,
) => ({
  ...searched,
  Email: standard(text({ trim: true, empty: true }), ''),
  SearchName: standard(text({ trim: true, empty: true }), ''),
  status: optional(number({ whole: true, min: 0, max: MAX_ACCOUNT_STATUS })),
  ...filters,
  sort: optional(oneOf<(typeof ACCOUNT_KINDS)[Kind]['sorts'][number]>(ACCOUNT_KINDS[kind].sorts)),
  order: standard(oneOf(['asc', 'desc']), 'asc'),
});
const onlyOne = (kind: AccountKind) => ({
  check: (query: Record<string, unknown>) =>
    [query[ACCOUNT_KINDS[kind].query], query.Email, query.SearchName].filter(Boolean).length > 1
      ? 'Search by one of id, email and name'
      : undefined,
});
const affiliateCriteria = criteria({ AffID: searchID }, affiliateFilters, 'affiliate');
const staffCriteria = criteria({ StaffID: searchID }, staffFilters, 'staff');
const memberCriteria = criteria({ MemberID: searchID }, memberFilters, 'member');
const paging = {
  page: standard(number({ whole: true, min: 1, max: Math.floor(Number.MAX_SAFE_INTEGER / PAGE_SIZE) }), 1),
  cursor: optional(
    text({ max: MAX_CURSOR, about: 'Of a header of the page beside it; it overrides the page' }),
  ),
};
const HEADERS =
  'X-Total-Count has the rows of all pages, X-Next-Cursor and X-Previous-Cursor lead on; with a period X-Figures-Until says until when its figures are complete';

export const searchAffiliatesCall = call('GET /api/get-affiliate-info', {
  about: `A page of affiliates; ${HEADERS}`,
  ...accounts,
  query: object({ ...affiliateCriteria, ...paging }, onlyOne('affiliate')),
  answer: list(ACCOUNT_ROW.affiliate),
});
export const searchStaffCall = call('GET /api/get-staff-info', {
  about: `A page of staff; ${HEADERS}`,
  ...accounts,
  query: object({ ...staffCriteria, ...paging }, onlyOne('staff')),
  answer: list(ACCOUNT_ROW.staff),
});
export const searchMembersCall = call('GET /api/get-member-info', {
  about: `A page of members; ${HEADERS}`,
  ...accounts,
  query: object({ ...memberCriteria, ...paging }, onlyOne('member')),
  answer: list(ACCOUNT_ROW.member),
});
export const SEARCH_CALLS = {
  affiliate: searchAffiliatesCall,
  staff: searchStaffCall,
  member: searchMembersCall,
} as const satisfies Record<AccountKind, Call>;

const exported = {
  ...accounts,
  confirm: 'second-factor',
  sameSite: true,
  answer: raw('text/csv'),
} as const;
export const exportAffiliatesCall = call('GET /api/export-affiliates', {
  about: 'All affiliates that the same search finds, as a file',
  ...exported,
  query: object(affiliateCriteria, onlyOne('affiliate')),
});
export const exportStaffCall = call('GET /api/export-staff', {
  about: 'All staff that the same search finds, as a file',
  ...exported,
  query: object(staffCriteria, onlyOne('staff')),
});
export const exportMembersCall = call('GET /api/export-members', {
  about: 'All members that the same search finds, as a file',
  ...exported,
  query: object(memberCriteria, onlyOne('member')),
});
export const EXPORT_CALLS = {
  affiliate: exportAffiliatesCall,
  staff: exportStaffCall,
  member: exportMembersCall,
} as const satisfies Record<AccountKind, Call>;

const found = object({
  kind: code(ACCOUNT_KIND_NAMES),
  id: number(),
  name: maybeEmpty,
  emailAddress: maybeEmpty,
  status: number(),
});
export type FoundPerson = CheckedOf<typeof found>;
export const findAnyoneCall = call('GET /api/find-anyone', {
  about: 'A few of each kind of people, by what is typed',
  ...accounts,
  query: { q: text({ trim: true, empty: true }) },
  answer: list(found),
});
