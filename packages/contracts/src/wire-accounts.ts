import { ACH_ACCOUNT_TYPE, TAX_ID_TYPE } from './codes';
import { MEMBER_PERFORMANCE_SORTS, PERFORMANCE_SORTS, STAFF_PERFORMANCE_SORTS } from './wire-performance';

/** What is the same wherever one kind of account is met. */
interface AccountKindFacts {
  label: string;
  /** Its search (docs/PRODUCT.md §2 "Search screens"). */
  path: string;
  /** How its id is called in its record, and in a search. */
  id: string;
  query: string;
  sorts: readonly string[];
  isPaid: boolean;
  signsIn: boolean;
  hasPictures: boolean;
}

/** Every kind of account: one more is an entry here, and the compiler names what it lacks. */
export const ACCOUNT_KINDS = {
  affiliate: {
    label: 'Affiliate',
    path: '/affiliates',
    id: 'affID',
    query: 'AffID',
    sorts: ['id', 'name', 'email', 'status', 'commission', ...PERFORMANCE_SORTS],
    isPaid: true,
    signsIn: true,
    hasPictures: false,
  },
  staff: {
    label: 'Staff',
    path: '/staff',
    id: 'staffID',
    query: 'StaffID',
    sorts: ['id', 'name', 'email', 'status', 'commission', ...STAFF_PERFORMANCE_SORTS],
    isPaid: true,
    signsIn: false,
    hasPictures: true,
  },
  member: {
    label: 'Member',
    path: '/members',
    id: 'memberID',
    query: 'MemberID',
    sorts: ['id', 'name', 'email', 'status', 'credits', ...MEMBER_PERFORMANCE_SORTS],
    isPaid: false,
    signsIn: false,
    hasPictures: true,
  },
} as const satisfies Record<string, AccountKindFacts>;
export type AccountKind = keyof typeof ACCOUNT_KINDS;
export type AccountSort = (typeof ACCOUNT_KINDS)[AccountKind]['sorts'][number];
export const ACCOUNT_KIND_NAMES = Object.keys(ACCOUNT_KINDS) as AccountKind[];

type KindsThat<Fact extends keyof AccountKindFacts> = {
  [Kind in AccountKind]: (typeof ACCOUNT_KINDS)[Kind][Fact] extends true ? Kind : never;
}[AccountKind];
export type PaidKind = KindsThat<'isPaid'>;
export const isPaidKind = (kind: AccountKind): kind is PaidKind => ACCOUNT_KINDS[kind].isPaid;
export const PAID_KINDS = ACCOUNT_KIND_NAMES.filter(isPaidKind);
/** Who signs in, besides administrators. */
export type SignInKind = KindsThat<'signsIn'>;
export const isSignInKind = (kind: AccountKind): kind is SignInKind => ACCOUNT_KINDS[kind].signsIn;
/** Of whom pictures are judged. */
export type PicturedKind = KindsThat<'hasPictures'>;
export const isPicturedKind = (kind: AccountKind): kind is PicturedKind => ACCOUNT_KINDS[kind].hasPictures;

/** The address of an account in the search of its kind. */
export const accountPath = (kind: AccountKind, id: number | string): string =>
  `${ACCOUNT_KINDS[kind].path}?type=1&q=${id}&id=${id}`;

/** The sections of a record that are edited by themselves: `?updateType=` of a save (docs/PRODUCT.md §7). */
export const UPDATE_TYPES = ['Info', 'Paypal', 'Ach'] as const;
export type UpdateType = (typeof UPDATE_TYPES)[number];

/** achAccountType in words, by its id; 0: none (docs/PRODUCT.md §3 "Affiliate"). */
export const ACH_ACCOUNT_TYPE_TEXT: Record<number, string> = {
  0: '',
  [ACH_ACCOUNT_TYPE.checking]: 'Checking',
  [ACH_ACCOUNT_TYPE.savings]: 'Savings',
};

export const TAX_ID_TYPE_TEXT: Record<number, string> = {
  0: 'None',
  [TAX_ID_TYPE.ssn]: 'SSN',
  [TAX_ID_TYPE.ein]: 'EIN',
};

/** Numbers that are encrypted at rest and masked until somebody asks (docs/RULES.md, Accounts and access). */
export const HIDDEN_NUMBERS = ['achAccountNumber', 'taxID'] as const;
export type HiddenNumber = (typeof HIDDEN_NUMBERS)[number];

/** Headers with the `cursor` of the page behind and before; one belongs to one search in one order. */
export const SEARCH_CURSOR = { next: 'X-Next-Cursor', previous: 'X-Previous-Cursor' } as const;

export const MAX_CURSOR = 2000;

/** A field that differs, of a save that came too late: `details` of its 409 (code conflict). */
export interface ConflictChange {
  /** Wire name. */
  field: string;
  /** What the refused save carried, and what the record holds now. */
  sent: unknown;
  current: unknown;
}
export interface ConflictDetails<Row = unknown> {
  current: Row;
  changes: ConflictChange[];
}

export const MAX_REASON = 500;

/** Longest texts of the office's editors; what is not here is as long as in MAX_LENGTH. */
export const OFFICE_MAX_LENGTH = { phone: 30, username: 50, payPalID: 150 } as const;

/** What is typed before a person is erased. */
export const erasureWords = (kind: AccountKind, id: number): string => `erase ${kind} ${id}`;

/** What stays, as the office reads it. */
export const KEPT_DATA_TEXT: Readonly<Record<string, string>> = {
  keptIdentity: 'Identity for tax forms',
  payment: 'Payments',
  paymentMark: 'Marks of payments',
  excludedPayment: 'Payments left out of pay files',
  entry: 'Ledger entries',
  attribution: 'Where they came from',
  event: 'Events',
};

/** For so many days a payroll row says that the account changed. */
export const CHANGED_LATELY_DAYS = 30;

/** Who changed it: the affiliate, somebody of the office, or an import, which only adds people. */
export const PAYMENT_CHANGE_ORIGINS = ['affiliate', 'support', 'import'] as const;
export type PaymentChangeOrigin = (typeof PAYMENT_CHANGE_ORIGINS)[number];
