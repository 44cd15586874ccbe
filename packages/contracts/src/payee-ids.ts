import { TAX_ID_TYPE } from './codes';
import { MAX_LENGTH } from './limits';

const WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1];

/** Whether a US routing number has nine digits and the right ABA check digit; a wrong one is warned about, not refused. */
export function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text)) return false;
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(text[index]), 0);
  return sum > 0 && sum % 10 === 0;
}

/** First two digits that no employer identification number has. */
const NO_EIN = new Set('00 07 08 09 17 18 19 28 29 49 69 70 78 79 89 96 97'.split(' '));

/** Fourth and fifth digit of an individual taxpayer identification number, which begins with 9. */
const isItin = (digits: string) => /^9\d\d(5\d|6[0-5]|7\d|8[0-8]|9[0-24-9])\d{4}$/.test(digits);

const isSsn = (digits: string) => /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(digits);

/** Numbers that the IRS refuses as made up. */
const isMadeUp = (digits: string) => digits === '123456789' || /^(\d)\1{8}$/.test(digits);

/** The nine digits of a tax id, with or without hyphens; undefined: the IRS has given out no such number. */
export function taxIdDigits(taxID: string, type: number): string | undefined {
  const digits = taxID.replaceAll(/[\s-]/g, '');
  if (!/^\d{9}$/.test(digits) || isMadeUp(digits)) return undefined;
  const isValid =
    type === TAX_ID_TYPE.ein ? !NO_EIN.has(digits.slice(0, 2)) : isSsn(digits) || isItin(digits);
  return isValid ? digits : undefined;
}

const LABEL = '[a-z\\d](?:[a-z\\d-]*[a-z\\d])?';
const EMAIL = new RegExp(`^\\w+(?:[.+&'~-]+\\w+)*@${LABEL}(?:\\.${LABEL})+$`, 'i');

/** Whether a text can be a PayPal ID, an email in ASCII, whose beginning no spreadsheet program takes for a formula. */
export function isPayPalId(text: string): boolean {
  return text.length <= MAX_LENGTH.payment.paypalID && !text.includes('..') && EMAIL.test(text);
}
