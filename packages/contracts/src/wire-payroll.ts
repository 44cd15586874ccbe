import { PAYROLL_TYPE, type PayrollType } from './codes';
import { type EarningType, EVENT_TYPES } from './events';
import { ACCOUNT_KINDS, type PaidKind } from './wire-accounts';

/** What differs between the payrolls, wherever one of them is met. */
interface PayrollOf {
  /** Who is paid by it (docs/PRODUCT.md §3). */
  payee: PaidKind;
  /** In a heading; in a sentence it is in lower case. */
  person: string;
  people: string;
  /** Its screen. */
  path: string;
  /** Its page, the address of a period below it. */
  page: string;
  /** How the person's id is called in rows and addresses. */
  id: (typeof ACCOUNT_KINDS)[PaidKind]['id'];
}

/** Every payroll: one more is an entry here, and the compiler names what it lacks. */
export const PAYROLLS: Readonly<Record<PayrollType, PayrollOf>> = {
  [PAYROLL_TYPE.affiliates]: {
    payee: 'affiliate',
    person: 'Affiliate',
    people: 'Affiliates',
    path: '/affiliate-payroll',
    page: '/payroll/affiliates',
    id: ACCOUNT_KINDS.affiliate.id,
  },
  [PAYROLL_TYPE.operators]: {
    payee: 'staff',
    person: 'Operator',
    people: 'Operators',
    path: '/operators-payroll',
    page: '/payroll/operators',
    id: ACCOUNT_KINDS.staff.id,
  },
};

const PAYROLL_TYPE_OF: Readonly<Record<PaidKind, PayrollType>> = {
  affiliate: PAYROLL_TYPE.affiliates,
  staff: PAYROLL_TYPE.operators,
};
export const payrollTypeOf = (payee: PaidKind): PayrollType => PAYROLL_TYPE_OF[payee];

/** What became of a payment: executed only, marked paid, or returned by the bank and its amount open again. */
export const PAYMENT_STATES = ['executed', 'paid', 'returned'] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/**
 * Parts of a payment: types of events, and by themselves earlier days, adjustments and returned payments (docs/RULES.md,
 * Payroll).
 */
export type StatementPart = 'carried' | EarningType | 'adjustment' | 'returned';

export const STATEMENT_PART_TEXT: Record<StatementPart, string> = {
  carried: 'Carried over from earlier days',
  ...(Object.fromEntries(Object.entries(EVENT_TYPES).filter(([, text]) => text)) as Record<
    EarningType,
    string
  >),
  adjustment: 'Adjustments',
  returned: 'Returned payments',
};
export const STATEMENT_PARTS = Object.keys(STATEMENT_PART_TEXT) as StatementPart[];

export const STATEMENT_PAGE = 500;

/** Characters of the reason that an adjustment or a mark needs, blanks at its ends left out. */
export const REASON_LENGTH = { min: 3, max: 200 } as const;
/** Shown where such a reason is missing or too short. */
export const REASON_TEXT = 'Please say why';
/** Largest adjustment, up or down (cents). */
export const MAX_ADJUSTMENT_CENTS = 100_000_000;

/** Adjustments of one page of GET /payroll-adjustments. */
export const ADJUSTMENTS_PAGE = 20;

/** Payments of one payee that GET /payee-payments answers at most. */
export const PAYEE_PAYMENTS = 24;

/** Rows that one call may name or read. */
export const MAX_PAYROLL_ROWS = 50_000;
/** Entries of one page of GET /payroll-entries. */
export const ENTRIES_PAGE = 50;

export const PAY_FILE_FORMATS = ['nacha', 'paypal'] as const;
export type PayFileFormat = (typeof PAY_FILE_FORMATS)[number];
export const PAY_FILE_FORMAT_TEXT: Readonly<Record<PayFileFormat, string>> = {
  nacha: 'NACHA',
  paypal: 'PayPal',
};

/** The reason that a person types to discard a pay file that was downloaded. */
export const NOT_SENT_TO_BANK = 'not sent to the bank';
/** Payments of one page of GET /pay-files/{id}/excluded. */
export const EXCLUDED_PAGE = 100;

export const MAX_PAYPAL_ROWS = 5000;

export const MAX_RESULT_FILE_BYTES = 20_000_000;
/** Lines of a preview, and refused payments, that are shown; the counts are of all. */
export const RESULT_LINES_SHOWN = 500;
