import { ACH_ACCOUNT_TYPE_TEXT, MAX_LENGTH } from '@partnerdesk/contracts';
import type { FieldDef, SectionDef } from './kind';

const { personal, payment } = MAX_LENGTH;

const options = (texts: Record<number, string>) =>
  Object.entries(texts).map(([value, label]) => ({ value, label }));

const PAYMENT_TYPES = options({ 0: 'Unknown', 1: 'ACH', 2: 'PayPal' });
const ACCOUNT_TYPES = options({ ...ACH_ACCOUNT_TYPE_TEXT, 0: 'None' });

/** Info fields that affiliates and staff have in common. */
export const PERSON_FIELDS: readonly FieldDef[] = [
  { name: 'emailAddress', label: 'Email', type: 'email', max: personal.emailAddress },
  { name: 'passcode', label: 'Passcode', type: 'static' },
  { name: 'firstName', label: 'First name', type: 'text', max: personal.firstName },
  { name: 'lastName', label: 'Last name', type: 'text', max: personal.lastName },
  { name: 'address1', label: 'Address 1', type: 'text', max: personal.address1 },
  { name: 'address2', label: 'Address 2', type: 'text', max: personal.address2 },
  { name: 'postalCode', label: 'Postal code', type: 'text', max: personal.postalCode },
];

export const EARNING_FIELDS: readonly FieldDef[] = [
  { name: 'paymentType', label: 'Payment type', type: 'select', options: PAYMENT_TYPES },
  {
    name: 'commission',
    label: 'Commission %',
    type: 'number',
    hint: 'A change counts for later sales only.',
  },
];

/** The two sections of how somebody is paid. */
export const PAYMENT_SECTIONS: readonly SectionDef[] = [
  {
    updateType: 'Paypal',
    title: 'PayPal',
    fields: [{ name: 'payPalUserName', label: 'PayPal user name', type: 'text', max: payment.paypalID }],
  },
  {
    updateType: 'Ach',
    title: 'ACH',
    fields: [
      { name: 'achName', label: 'Account name', type: 'text', max: payment.achAccountName },
      { name: 'achAccountTypeID', label: 'Account type', type: 'select', options: ACCOUNT_TYPES },
      { name: 'achRoutingNumber', label: 'Routing number', type: 'text', max: payment.achRoutingNumber },
      {
        name: 'achAccountNumber',
        label: 'Account number',
        type: 'hidden-number',
        max: payment.achAccountNumber,
      },
    ],
  },
];
