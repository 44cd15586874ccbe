import { createHmac } from 'node:crypto';
import type { PaidKind } from '@partnerdesk/contracts';
import { derivedKey } from '../../platform';
import type { PaymentFields, PaymentInput } from '../payment-fields';
import { clearNumber, numberContext } from '../stored-numbers';

/** Keyed hashes by which two payees with the same account are found; empty where nothing is entered. */
export interface AccountKeys {
  achKey: string;
  payPalKey: string;
}

/** What the hashes are made of; the account number in clear. */
type AccountNumbers = Pick<PaymentInput, 'achRoutingNumber' | 'achAccountNumber' | 'payPalUserName'>;

const hashKey = () => derivedKey('account comparison');

/** What keys made at present begin with: after a rotation the older ones are made again (rehash-accounts.ts). */
export const accountKeyPrefix = (): string => `${hashKey().id}.`;

const ABC = /[^\dA-Z]/g;

/** The account number never appears in what is stored: without the key no number can be tried against a hash. */
export function accountKeysOf({
  achRoutingNumber,
  achAccountNumber,
  payPalUserName,
}: AccountNumbers): AccountKeys {
  const { id, key } = hashKey();
  const hash = (text: string) => `${id}.${createHmac('sha256', key).update(text).digest('base64url')}`;
  const account = achAccountNumber.toUpperCase().replaceAll(ABC, '');
  const payPal = payPalUserName.trim().toLowerCase();
  return {
    achKey: account && hash(`ach:${achRoutingNumber.trim()}:${account}`),
    payPalKey: payPal && hash(`paypal:${payPal}`),
  };
}

/** The keyed hashes of a record's account and PayPal id. */
export function keysOfAccount(kind: PaidKind, personID: number, fields: PaymentFields) {
  const { achRoutingNumber, payPalUserName, achAccountNumberEncrypted } = fields;
  // Under a key that is lost it can be neither paid nor compared.
  const achAccountNumber =
    clearNumber(achAccountNumberEncrypted, numberContext(kind, personID, 'achAccountNumber')) ?? '';
  return accountKeysOf({ achRoutingNumber, payPalUserName, achAccountNumber });
}
