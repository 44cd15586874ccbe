/* One resource for three kinds of people: its calls share their answers. */
import { PAYMENT_TYPE } from '../codes';
import { PAGE_SIZE } from '../limits';
import * as MESSAGE from '../messages';
import { filled, whole } from '../schema/fields';
import * as s from '../schema/schema';
import {
  ACCOUNT_KIND_NAMES,
  ACCOUNT_KINDS,
  type AccountKind,
  MAX_CURSOR,
  MAX_REASON,
  UPDATE_TYPES,
  type UpdateType,
} from '../wire-accounts';
import { ALL_TIME, PERFORMANCE_DAYS, PERFORMANCE_ONLY, PERFORMANCE_PERIODS } from '../wire-performance';
import { ACCOUNT_FIELDS, answersOf, fieldsOf, fieldsWrittenBy, MAX_ACCOUNT_STATUS } from './account-fields';
import { type Call, call, raw } from './call';

/* Whom the office searches, and what it reads of them (docs/PRODUCT.md §2 "Search screens", §3). */

const accounts = { who: 'accounts' } as const;
const PAYMENT_TYPES = Object.values(PAYMENT_TYPE);
const maybeEmpty = s.text({ empty: true });

const affiliate = s.object(answersOf(ACCOUNT_FIELDS.affiliate));
export type AffiliateRecord = s.CheckedOf<typeof affiliate>;
const lastSale = s.optional(s.day({ about: 'Missing: none yet' }));
const balance = s.number({ about: 'Earned and unpaid, in dollars, whatever the period' });
const performance = s.object({
  clicks: s.number(),
  joins: s.number(),
  salesCount: s.number(),
  sales: s.number({ about: 'Dollars, refunds taken off' }),
  earned: s.number({ about: 'Dollars, refunds taken off' }),
  epc: s.nullable(s.number({ about: 'Dollars earned a click, four decimals; null: nobody clicked' })),
  balance,
  lastSale,
  daily: s.list(s.number(), {
    about: `Sales of the last ${PERFORMANCE_DAYS} days in dollars, the last one today, whatever the period`,
  }),
});
/** What a member of staff sold and earned in a period, and what became of their pictures. */
const staffPerformance = s.object({
  salesCount: s.number({ about: 'Paid messages, confirmed packages, completed calls and tips' }),
  earned: s.number({
    about: 'Dollars that payroll counts on days of the period, without payments that came back',
  }),
  balance,
  lastSale,
  pictures: s.object(
    { approved: s.number(), judged: s.number() },
    { about: 'Of all their pictures: how many are approved, and how many approved or rejected' },
  ),
});
const memberPerformance = s.object({
  salesCount: s.number(),
  value: s.number({ about: 'Dollars that they paid in all, refunds taken off' }),
  lastSale,
});
const staff = s.object(answersOf(ACCOUNT_FIELDS.staff));
export type StaffRecord = s.CheckedOf<typeof staff>;
const member = s.object(answersOf(ACCOUNT_FIELDS.member));
export type MemberRecord = s.CheckedOf<typeof member>;

/** A record as the office reads and edits it, by its kind. */
export const ACCOUNT_RECORD = { affiliate, staff, member } as const satisfies Record<
  AccountKind,
  s.AnySchema
>;
export type AccountRecords = { [Kind in AccountKind]: s.CheckedOf<(typeof ACCOUNT_RECORD)[Kind]> };

/** A record as a search lists it: with its performance, if a period was asked for. */
export const ACCOUNT_ROW = {
  affiliate: s.object({ ...answersOf(ACCOUNT_FIELDS.affiliate), performance: s.optional(performance) }),
  staff: s.object({ ...answersOf(ACCOUNT_FIELDS.staff), performance: s.optional(staffPerformance) }),
  member: s.object({ ...answersOf(ACCOUNT_FIELDS.member), performance: s.optional(memberPerformance) }),
} as const satisfies Record<AccountKind, s.AnySchema>;
export interface PerformanceRecords {
  affiliate: s.CheckedOf<typeof performance>;
  staff: s.CheckedOf<typeof staffPerformance>;
  member: s.CheckedOf<typeof memberPerformance>;
}

const searchID = s.standard(
  s.number({
    whole: true,
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    ignored: 'empty',
    texts: { any: 'Please enter a number' },
  }),
  0,
);
const payeeFilters = {
  paymentType: s.optional(s.oneOf(PAYMENT_TYPES, { as: 'number' })),
  joinedFrom: s.optional(s.day()),
  joinedTo: s.optional(s.day()),
};
const period = s.optional(
  s.oneOf(PERFORMANCE_PERIODS, {
    about: 'With one, each row has its performance; sorts by figures take last30Days without one',
  }),
);
const affiliateFilters = {
  ...payeeFilters,
  period,
  only: s.optional(
    s.oneOf(PERFORMANCE_ONLY, {
      about:
        'quiet: sales of 30 days are at most half of those of the 30 days before; unpayable: no payment details yet',
    }),
  ),
};
const staffFilters = { ...payeeFilters, period, only: s.nothing() };
const memberFilters = {
  period: s.optional(s.oneOf([ALL_TIME], { about: 'With it, each row has its performance' })),
  ...s.each(['only', 'paymentType', 'joinedFrom', 'joinedTo'], s.nothing()),
};
/** One of id, Email and SearchName, empty ones don't count (docs/PRODUCT.md §3 "Search criteria"); none: everybody. */
const criteria = <Id extends s.Fields, Filters extends s.Fields, Kind extends AccountKind>(
  searched: Id,
  filters: Filters,
  kind: Kind,
) => ({
  ...searched,
  Email: s.standard(s.text({ trim: true, empty: true }), ''),
  SearchName: s.standard(s.text({ trim: true, empty: true }), ''),
  status: s.optional(s.number({ whole: true, min: 0, max: MAX_ACCOUNT_STATUS })),
  ...filters,
  sort: s.optional(s.oneOf<(typeof ACCOUNT_KINDS)[Kind]['sorts'][number]>(ACCOUNT_KINDS[kind].sorts)),
  order: s.standard(s.oneOf(['asc', 'desc']), 'asc'),
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
  page: s.standard(
    s.number({ whole: true, min: 1, max: Math.floor(Number.MAX_SAFE_INTEGER / PAGE_SIZE) }),
    1,
  ),
  cursor: s.optional(
    s.text({ max: MAX_CURSOR, about: 'Of a header of the page beside it; it overrides the page' }),
  ),
};
const HEADERS =
  'X-Total-Count has the rows of all pages, X-Next-Cursor and X-Previous-Cursor lead on; with a period X-Figures-Until says until when its figures are complete';

export const searchAffiliatesCall = call('GET /api/get-affiliate-info', {
  about: `A page of affiliates; ${HEADERS}`,
  ...accounts,
  query: s.object({ ...affiliateCriteria, ...paging }, onlyOne('affiliate')),
  answer: s.list(ACCOUNT_ROW.affiliate),
});
export const searchStaffCall = call('GET /api/get-staff-info', {
  about: `A page of staff; ${HEADERS}`,
  ...accounts,
  query: s.object({ ...staffCriteria, ...paging }, onlyOne('staff')),
  answer: s.list(ACCOUNT_ROW.staff),
});
export const searchMembersCall = call('GET /api/get-member-info', {
  about: `A page of members; ${HEADERS}`,
  ...accounts,
  query: s.object({ ...memberCriteria, ...paging }, onlyOne('member')),
  answer: s.list(ACCOUNT_ROW.member),
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
  query: s.object(affiliateCriteria, onlyOne('affiliate')),
});
export const exportStaffCall = call('GET /api/export-staff', {
  about: 'All staff that the same search finds, as a file',
  ...exported,
  query: s.object(staffCriteria, onlyOne('staff')),
});
export const exportMembersCall = call('GET /api/export-members', {
  about: 'All members that the same search finds, as a file',
  ...exported,
  query: s.object(memberCriteria, onlyOne('member')),
});
export const EXPORT_CALLS = {
  affiliate: exportAffiliatesCall,
  staff: exportStaffCall,
  member: exportMembersCall,
} as const satisfies Record<AccountKind, Call>;

const found = s.object({
  kind: s.code(ACCOUNT_KIND_NAMES),
  id: s.number(),
  name: maybeEmpty,
  emailAddress: maybeEmpty,
  status: s.number(),
});
export type FoundPerson = s.CheckedOf<typeof found>;
export const findAnyoneCall = call('GET /api/find-anyone', {
  about: 'A few of each kind of people, by what is typed',
  ...accounts,
  query: { q: s.text({ trim: true, empty: true }) },
  answer: s.list(found),
});

/* What the office saves of accounts (docs/PRODUCT.md §4 "Edit sections", §7). */

/** The whole record by wire name; which fields it has depends on its kind. */
export type SentRecord = Record<string, string | number | boolean | null | undefined> & { version?: number };

/** The whole record: the section's fields are checked, the others are ignored. */
function recordOf(kind: AccountKind, section: UpdateType): s.AnySchema {
  const fields = fieldsOf(kind).map(([name, { by, check }]) => [
    name,
    s.optional(by === section ? check : s.anything()),
  ]);
  return s.object({
    ...Object.fromEntries(fields),
    [ACCOUNT_KINDS[kind].id]: whole({
      min: 1,
      ...(kind === 'staff' && { texts: { any: MESSAGE.selectStaff } }),
    }),
    version: s.optional(
      whole({
        min: 0,
        about: 'The version that was edited; another one is refused. Without it the last save wins',
      }),
    ),
  });
}

/** What is checked depends on the section. */
const bodyOf = (kind: AccountKind) =>
  UPDATE_TYPES.filter((section) => fieldsWrittenBy(kind, section).length > 0)
    .map((section) => ({ section, then: recordOf(kind, section) }))
    .reduceRight<s.AnySchema | undefined>(
      (otherwise, { section, then }) =>
        otherwise ? s.when('$query.updateType', { is: section, then, otherwise }) : then,
      undefined,
    ) as s.Schema<object, SentRecord>;

const saves = { who: 'accounts', errors: ['not_found', 'conflict'] } as const;
const ofPayees = {
  ...saves,
  confirmFor: {
    who: 'second-factor',
    when: 'a new email, new payment details and another commission',
  },
  query: { updateType: s.oneOf(UPDATE_TYPES) },
} as const;

export const updateAffiliateCall = call('POST /api/update-affiliate', {
  about: 'Saves a section of an affiliate’s record',
  ...ofPayees,
  body: bodyOf('affiliate'),
  answer: ACCOUNT_RECORD.affiliate,
});
export const updateStaffCall = call('POST /api/update-staff', {
  about: 'Saves a section of a staff member’s record',
  ...ofPayees,
  body: bodyOf('staff'),
  answer: ACCOUNT_RECORD.staff,
});
export const updateMemberCall = call('POST /api/update-member', {
  about: 'Saves a member’s record',
  ...saves,
  query: { updateType: s.oneOf(['Info']) },
  body: bodyOf('member'),
  answer: ACCOUNT_RECORD.member,
});
export const UPDATE_CALLS = {
  affiliate: updateAffiliateCall,
  staff: updateStaffCall,
  member: updateMemberCall,
} as const satisfies Record<AccountKind, Call>;

export const updateAffiliateStatusCall = call('POST /api/update-affiliate-status', {
  about: 'Approves or closes an affiliate’s account, never without a reason',
  ...saves,
  body: {
    affID: whole({ min: 1 }),
    status: s.oneOf<number>([1, 2], { as: 'number', strict: true }),
    reason: filled(MAX_REASON, 'Please enter a reason'),
    version: whole({ min: 0 }),
  },
  answer: ACCOUNT_RECORD.affiliate,
});
