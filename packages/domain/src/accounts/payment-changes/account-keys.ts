import { createHmac } from 'node:crypto';
import type { PaidKind } from '@partnerdesk/contracts';
import { derivedKey } from '../../platform';
import type { PaymentFields, PaymentInput } from '../payment-fields';
import { clearNumber, numberContext } from '../stored-numbers';

/** Keyed hashes by which payees with the same account are found; empty where nothing is entered. */
export interface AccountKeys {
  achKey: string;
  payPalKey: string;
}

type AccountNumbers = Pick<PaymentInput, 'achRoutingNumber' | 'achAccountNumber' | 'payPalUserName'>;

const hashKey = () => derivedKey('account comparison');

/** Begins keys made at present: after a rotation the older ones are made again. */
export const accountKeyPrefix = (): string => `${hashKey().id}.`;

const ABC = /[^\dA-Z]/g;

/** Without the field key no account number can be tried against a hash. */
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

export function keysOfAccount(kind: PaidKind, personID: number, fields: PaymentFields) {
  const { achRoutingNumber, payPalUserName, achAccountNumberEncrypted } = fields;
  // Under a key that is lost it can be neither paid nor compared.
  const achAccountNumber =
    clearNumber(achAccountNumberEncrypted, numberContext(kind, personID, 'achAccountNumber')) ?? '';
  return accountKeysOf({ achRoutingNumber, payPalUserName, achAccountNumber });
}
