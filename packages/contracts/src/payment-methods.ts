import { PAYMENT_TYPE, type PaymentType } from './codes';
import type { PayFileFormat } from './wire-payroll';

export type PaidBy = Exclude<PaymentType, typeof PAYMENT_TYPE.unknown>;

/** What is the same wherever one way of paying is met. */
export interface PaymentMethod {
  /** In lists, reports and exports (docs/PRODUCT.md §3). */
  label: string;
  /** To an affiliate who chooses how to be paid. */
  choice: string;
  /** The pay file that has such payments. */
  format: PayFileFormat;
  /** Why such a payment is in no file of another format. */
  otherFormat: string;
  /** Whether who carries the payments out reports them to the tax office (docs/RULES.md, Year end). */
  reportsTax: boolean;
  /** What the mail about a payment under way adds. */
  duration: string;
}

/** Every way of paying. One more is an entry here and in each table by `PaidBy`, which the compiler names. */
export const PAYMENT_METHODS: Readonly<Record<PaidBy, PaymentMethod>> = {
  [PAYMENT_TYPE.ach]: {
    label: 'ACH',
    choice: 'Direct deposit (ACH)',
    format: 'nacha',
    otherFormat: 'Is paid by direct deposit',
    reportsTax: false,
    duration: 'Banks take up to three days.',
  },
  [PAYMENT_TYPE.payPal]: {
    label: 'PayPal',
    choice: 'PayPal',
    format: 'paypal',
    otherFormat: 'Is paid by PayPal',
    reportsTax: true,
    duration: '',
  },
};

export const PAID_BY = Object.values(PAYMENT_TYPE).filter(isPaidBy);

/** @param type as stored or received */
export function isPaidBy(type: number): type is PaidBy {
  return type in PAYMENT_METHODS;
}

/** 0 Unknown, 1 ACH, other PayPal (docs/PRODUCT.md §3): a text only, no payment goes by it. */
export function paymentTypeText(type: number | undefined): string {
  if (!type) return 'Unknown';
  return PAYMENT_METHODS[isPaidBy(type) ? type : PAYMENT_TYPE.payPal].label;
}
