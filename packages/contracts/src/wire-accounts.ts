import { ACH_ACCOUNT_TYPE, type PaymentType } from './codes';
import type { BusinessDay } from './days';

/** Whom the office searches (docs/PRODUCT.md §2 "Search screens"). */
export const ACCOUNT_KINDS = ['affiliate', 'staff', 'member'] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

/** The sections of a record that are edited by themselves: `?updateType=` of a save (docs/PRODUCT.md §7). */
export const UPDATE_TYPES = ['Info', 'Paypal', 'Ach'] as const;
export type UpdateType = (typeof UPDATE_TYPES)[number];

/** achAccountType in words, by its id; 0: none (docs/PRODUCT.md §3 "Affiliate"). */
export const ACH_ACCOUNT_TYPE_TEXT: Record<number, string> = {
  0: '',
  [ACH_ACCOUNT_TYPE.checking]: 'Checking',
  [ACH_ACCOUNT_TYPE.savings]: 'Savings',
};

/** Where the money of an affiliate or staff member goes. */
export interface PaymentRecord {
  paymentType: PaymentType;
  /** Percentage, up to 2 decimals. A change counts for later sales only. */
  commission: number;
  payPalUserName: string;
  achName: string;
  /** 'Checking', 'Savings' or empty; follows achAccountTypeID. */
  achAccountType: string;
  achAccountTypeID: number;
  achRoutingNumber: string;
  /** Its last four digits; sent back as it came, it stays as it is. */
  achAccountNumber: string;
}

/** When somebody is paid; null: as the installation has it (docs/RULES.md, Payouts). */
export interface PayoutRecord {
  /** Dollars. */
  minimumPayout: number | null;
  /** Days after which an entry is payable. */
  payoutHoldDays: number | null;
}

/** What a Form 1099-NEC needs besides name and address. */
export interface TaxRecord {
  city: string;
  /** In the United States its two letters. */
  state: string;
  /** Its last four digits; sent back as it came, it stays as it is. */
  taxID: string;
  /** TAX_ID_TYPE; 0: none. */
  taxIDType: number;
  companyName: string;
}

/** What every record carries for its save: of an older version it is refused. */
interface Versioned {
  version: number;
}

/** A row of GET /get-affiliate-info, and the body of POST /update-affiliate (docs/PRODUCT.md §3 "Affiliate"). */
export interface AffiliateRecord extends PaymentRecord, PayoutRecord, TaxRecord, Versioned {
  affID: number;
  status: number;
  emailAddress: string;
  /** One that the affiliate has entered and not confirmed yet. */
  newEmailAddress?: string;
  /** Read-only. */
  passcode: string;
  firstName: string;
  lastName: string;
  address1: string;
  address2: string;
  postalCode: string;
  trackID: string;
  /** Instant, ISO 8601. */
  dateCreated: string;
}

/** A row of GET /get-staff-info, and the body of POST /update-staff (docs/PRODUCT.md §3 "Staff"). */
export interface StaffRecord extends PaymentRecord, PayoutRecord, TaxRecord, Versioned {
  staffID: number;
  kellyStaffID: number;
  status: number;
  emailAddress: string;
  /** Read-only. */
  passcode: string;
  mobilePhone: string;
  landLineTelephone: string;
  firstName: string;
  lastName: string;
  address1: string;
  address2: string;
  postalCode: string;
  maxProfiles: number;
  /** Instant, ISO 8601. */
  dateCreated: string;
}

/** A row of GET /get-member-info, and the body of POST /update-member (docs/PRODUCT.md §3 "Member"). */
export interface MemberRecord extends Versioned {
  memberID: number;
  status: number;
  username: string;
  emailAddress: string;
  emailAddressVerified: boolean;
  payPalID: string;
  credits: number;
}

export interface AccountRecords {
  affiliate: AffiliateRecord;
  staff: StaffRecord;
  member: MemberRecord;
}

/** How each kind is called on the wire: its id field and its calls. */
export const ACCOUNT_WIRE = {
  affiliate: {
    id: 'affID',
    query: 'AffID',
    search: 'get-affiliate-info',
    update: 'update-affiliate',
    export: 'export-affiliates',
  },
  staff: {
    id: 'staffID',
    query: 'StaffID',
    search: 'get-staff-info',
    update: 'update-staff',
    export: 'export-staff',
  },
  member: {
    id: 'memberID',
    query: 'MemberID',
    search: 'get-member-info',
    update: 'update-member',
    export: 'export-members',
  },
} as const satisfies Record<AccountKind, Record<'id' | 'query' | 'search' | 'update' | 'export', string>>;

/** Columns that a result can be sorted by. */
export const ACCOUNT_SORTS = {
  affiliate: ['id', 'name', 'email', 'status', 'commission'],
  staff: ['id', 'name', 'email', 'status', 'commission'],
  member: ['id', 'name', 'email', 'status', 'credits'],
} as const satisfies Record<AccountKind, readonly string[]>;
export type AccountSort = (typeof ACCOUNT_SORTS)[AccountKind][number];

/**
 * Headers of a search's answer: the `cursor` of the page behind and before it; missing where there is none. A cursor
 * belongs to one search in one order.
 */
export const SEARCH_CURSOR = { next: 'X-Next-Cursor', previous: 'X-Previous-Cursor' } as const;

/** Longest cursor that is taken. */
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

/** POST /update-affiliate-status; answers the saved record. */
export interface UpdateAffiliateStatusRequest {
  affID: number;
  /** 1 approved, 2 closed. */
  status: number;
  reason: string;
  version: number;
}

/** POST /reveal-number answers `{value}`; each look is in the audit log. */
export interface RevealNumberRequest {
  kind: 'affiliate' | 'staff';
  id: number;
  field: 'achAccountNumber' | 'taxID';
}
export interface RevealNumberResponse {
  value: string;
}

/** GET /account-figures?kind&id: what stands beside a record; dollars. */
export interface AccountFigures {
  /** Earned and unpaid; missing for members. */
  balance?: number;
  /** Newest first; none for members. */
  payouts: {
    payrollID: number;
    startPeriod: BusinessDay;
    endPeriod: BusinessDay;
    amount: number;
    dateCreated: string;
  }[];
  /** Twelve months through this one, oldest first; empty for members. `sales` are an affiliate's only. */
  months: { month: string; sales?: number; earnings: number }[];
  /** Members: who brought them; 0 nobody. */
  affID?: number;
}

/** A row of GET /find-anyone?q=: a few of each kind. */
export interface FoundPerson {
  kind: AccountKind;
  id: number;
  name: string;
  emailAddress: string;
  status: number;
}

/** Longest reason of closing or approving an account. */
export const MAX_REASON = 500;

/** Longest texts of the office's editors; what is not here is as long as in MAX_LENGTH. */
export const OFFICE_MAX_LENGTH = { phone: 30, username: 50, payPalID: 150 } as const;
