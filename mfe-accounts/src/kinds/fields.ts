import { ACH_ACCOUNT_TYPE_TEXT, MAX_LENGTH, PAYMENT_TYPE, paymentTypeText } from '@partnerdesk/contracts';
import { defineSection, type SectionDef } from './kind-definition';

const { personal, payment, tax } = MAX_LENGTH;

const options = (texts: Record<number, string>) =>
  Object.entries(texts).map(([value, label]) => ({ value, label }));

/** Options of a payment type, in the editor and among the filters of a search. */
export const PAYMENT_TYPES = Object.values(PAYMENT_TYPE).map((type) => ({
  value: String(type),
  label: paymentTypeText(type),
}));
const ACCOUNT_TYPES = options({ ...ACH_ACCOUNT_TYPE_TEXT, 0: 'None' });

/** Info fields that affiliates and staff have in common. */
export const PERSON_FIELDS = {
  emailAddress: { label: 'Email', type: 'email', max: personal.emailAddress },
  passcode: { label: 'Passcode', type: 'static' },
  firstName: { label: 'First name', type: 'text', max: personal.firstName },
  lastName: { label: 'Last name', type: 'text', max: personal.lastName },
  address1: { label: 'Address 1', type: 'text', max: personal.address1 },
  address2: { label: 'Address 2', type: 'text', max: personal.address2 },
  city: { label: 'City', type: 'text', max: personal.city },
  state: { label: 'State', type: 'text', max: personal.state, hint: 'In the United States two letters.' },
  postalCode: { label: 'Postal code', type: 'text', max: personal.postalCode },
} as const;

export const EARNING_FIELDS = {
  paymentType: { label: 'Payment type', type: 'select', options: PAYMENT_TYPES },
  commission: { label: 'Commission %', type: 'number', hint: 'A change counts for later sales only.' },
  minimumPayout: {
    label: 'Minimum payout',
    type: 'optional-number',
    hint: 'In dollars; a smaller balance carries over. Empty: as for everybody.',
  },
  payoutHoldDays: {
    label: 'Hold days',
    type: 'optional-number',
    hint: 'Days after which an entry is payable. Empty: as for everybody.',
  },
} as const;

export const TAX_FIELDS = {
  taxIDType: { label: 'Tax ID type', type: 'select', options: options({ 0: 'None', 1: 'SSN', 2: 'EIN' }) },
  taxID: { label: 'Tax ID', type: 'hidden-number', max: tax.taxID },
  companyName: { label: 'Company', type: 'text', max: tax.companyName },
} as const;

/** The two sections of how an affiliate or a member of staff is paid. */
export const PAYMENT_SECTIONS: readonly SectionDef[] = [
  defineSection<'affiliate' | 'staff', 'Paypal'>('Paypal', 'PayPal', {
    payPalUserName: { label: 'PayPal user name', type: 'text', max: payment.paypalID },
  }),
  defineSection<'affiliate' | 'staff', 'Ach'>('Ach', 'ACH', {
    achName: { label: 'Account name', type: 'text', max: payment.achAccountName },
    // It follows the id.
    achAccountType: null,
    achAccountTypeID: { label: 'Account type', type: 'select', options: ACCOUNT_TYPES },
    achRoutingNumber: { label: 'Routing number', type: 'text', max: payment.achRoutingNumber },
    achAccountNumber: { label: 'Account number', type: 'hidden-number', max: payment.achAccountNumber },
  }),
];
