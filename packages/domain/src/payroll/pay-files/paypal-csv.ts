import { csvLine, dollarsOf } from '@partnerdesk/contracts';

/** A payment as a PayPal mass-payment file has it. */
export interface PayPalPayment {
  /** A PayPal ID (isPayPalId). */
  recipient: string;
  cents: number;
  /** Our mark of the payment: unique in the file. */
  customerID: string;
  note: string;
}

/** PayPal's mass-payment CSV: recipient, amount, currency, customer id, note; no header. */
export function writePayPalCsv(payments: readonly PayPalPayment[]): string {
  return payments
    .map(({ recipient, cents, customerID, note }) =>
      csvLine([recipient, dollarsOf(cents).toFixed(2), 'USD', customerID, note]),
    )
    .join('');
}
