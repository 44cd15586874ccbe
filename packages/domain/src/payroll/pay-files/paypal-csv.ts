import { dollarsOf } from '@partnerdesk/contracts';

/** A payment as a PayPal mass-payment file has it. */
export interface PayPalPayment {
  recipient: string;
  cents: number;
  /** Tells the payment apart for us: unique in the file. */
  customerID: string;
  note: string;
}

const quoted = (value: string) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

/** PayPal's mass-payment CSV: recipient, amount, currency, customer id, note; no header. */
export function writePayPalCsv(payments: readonly PayPalPayment[]): string {
  return payments
    .map(({ recipient, cents, customerID, note }) =>
      [recipient, dollarsOf(cents).toFixed(2), 'USD', customerID, note].map(quoted).join(','),
    )
    .map((line) => `${line}\r\n`)
    .join('');
}
