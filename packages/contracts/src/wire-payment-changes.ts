/** For so many days a payroll row says that the account changed. */
export const CHANGED_LATELY_DAYS = 30;

/** Who changed it: the affiliate, somebody of the office, or an import, which only adds people. */
export const PAYMENT_CHANGE_ORIGINS = ['affiliate', 'support', 'import'] as const;
export type PaymentChangeOrigin = (typeof PAYMENT_CHANGE_ORIGINS)[number];
