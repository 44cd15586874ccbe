import { MAX_LENGTH } from './limits';

const LABEL = '[a-z\\d](?:[a-z\\d-]*[a-z\\d])?';
const EMAIL = new RegExp(`^\\w+(?:[.+&'~-]+\\w+)*@${LABEL}(?:\\.${LABEL})+$`, 'i');

/**
 * Whether a text can be a PayPal ID: an email address in ASCII. It begins with a letter, figure or underscore, so that
 * no spreadsheet program takes it for a formula.
 */
export function isPayPalId(text: string): boolean {
  return text.length <= MAX_LENGTH.payment.paypalID && !text.includes('..') && EMAIL.test(text);
}
