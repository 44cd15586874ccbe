/** Who is paid: affiliates and staff. */
export const PAID_KINDS = ['affiliate', 'staff'] as const;
export type PaidKind = (typeof PAID_KINDS)[number];

/** For so many days a payroll row says that the account changed. */
export const CHANGED_LATELY_DAYS = 30;

/** Who changed it: the affiliate, somebody of the office, or an import, which only adds people. */
export const PAYMENT_CHANGE_ORIGINS = ['affiliate', 'support', 'import'] as const;
export type PaymentChangeOrigin = (typeof PAYMENT_CHANGE_ORIGINS)[number];
