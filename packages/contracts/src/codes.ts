/** Numeric codes on the wire and in the database (docs/PRODUCT.md §3, §4, §9). */

/** affRole: what kind of principal is signed in. */
export const ROLE = { affiliate: 1, admin: 99 } as const;
export type Role = (typeof ROLE)[keyof typeof ROLE];

/** What an administrator may do (docs/RULES.md, Accounts and access). */
export const PERMISSIONS = [
  'moderation',
  'accounts',
  'payroll',
  'payroll.approve',
  'payroll.tax',
  'statistics',
  'audit',
  'administrators',
  'queues',
  'terms',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** POST /login results (docs/PRODUCT.md §4). 1 also means "password updated" for a reset. */
export const LOGIN_RESULT = { success: 1, emailUnknown: 2, wrongPassword: 3 } as const;
/** POST /register results: 1 means the email is already used (docs/PRODUCT.md §7). */
export const REGISTER_RESULT = { success: 0, emailUsed: 1 } as const;

/** affStatus values that may sign in; any other is a closed account (docs/PRODUCT.md §4). */
export const OPEN_ACCOUNT_STATUSES = [0, 1] as const;
/** The status the office gives to an account it closes. */
export const CLOSED_ACCOUNT_STATUS = 2;
/** accountStatus: whether the payment details are there (docs/RULES.md, Accounts and access). */
export const ACCOUNT_STATUS = { incomplete: 0, complete: 1 } as const;

export const PAYMENT_TYPE = { unknown: 0, ach: 1, payPal: 2 } as const;
export type PaymentType = (typeof PAYMENT_TYPE)[keyof typeof PAYMENT_TYPE];
export const ACH_ACCOUNT_TYPE = { checking: 1, savings: 2 } as const;
export const TAX_ID_TYPE = { ssn: 1, ein: 2 } as const;

export const PAYROLL_TYPE = { affiliates: 1, operators: 2 } as const;
export type PayrollType = (typeof PAYROLL_TYPE)[keyof typeof PAYROLL_TYPE];
/** Whether one person executes payroll, or a second one approves it (docs/RULES.md, Payroll with two people). */
export const PAYROLL_APPROVAL_MODES = ['single', 'four-eyes'] as const;
export type PayrollApprovalMode = (typeof PAYROLL_APPROVAL_MODES)[number];

export const STATS_TYPE = { site: 1, staff: 2 } as const;

export const IMAGE_TYPE = { photoId: 1, profilePic: 2, galleryPic: 3, memberPic: 4 } as const;
export type ImageType = (typeof IMAGE_TYPE)[keyof typeof IMAGE_TYPE];
export const IMAGE_STATUS = { unprocessed: 0, approved: 1, rejected: 2, hidden: 3 } as const;
export const PROFILE_STATUS = { pending: 0, approved: 1, rejected: 2 } as const;
export const STAFF_STATUS = { pending: 0, approved: 1, rejected: 10 } as const;

/** Search types of the office's search screens (docs/PRODUCT.md §2). */
export const SEARCH_TYPE = { id: 1, name: 2, email: 3 } as const;

/** The country whose affiliates are asked for a tax id (docs/PRODUCT.md §2: the United States). */
export const TAX_COUNTRY_ID = 1;
