import {
  ACH_ACCOUNT_TYPE,
  isPaidBy,
  isRoutingNumber,
  MAX_LENGTH,
  PAID_BY,
  PAYMENT_METHODS,
  PAYMENT_TYPE,
  type PaidBy,
} from '@partnerdesk/contracts';
import { type FormState, Panel, RadioField, SelectField, TextField } from '@partnerdesk/web';
import type { JSX } from 'react';
import type { AccountValues } from './account-values';

type Form = FormState<AccountValues>;

const TYPES = PAID_BY.map((type) => ({ value: String(type), label: PAYMENT_METHODS[type].choice }));
const FIELDS: Record<PaidBy, (props: { form: Form }) => JSX.Element> = {
  [PAYMENT_TYPE.ach]: AchFields,
  [PAYMENT_TYPE.payPal]: PayPalFields,
};
export const ACCOUNT_TYPES = [
  { value: String(ACH_ACCOUNT_TYPE.checking), label: 'Checking' },
  { value: String(ACH_ACCOUNT_TYPE.savings), label: 'Savings' },
];

/** How to be paid; asked once. */
export function PaymentFields({ form }: { form: Form }) {
  const type = Number(form.values.paymentType);
  const Fields = isPaidBy(type) ? FIELDS[type] : undefined;
  return (
    <Panel title="Payment Information">
      <RadioField form={form} name="paymentType" label="Payment type" options={TYPES} required />
      {Fields && <Fields form={form} />}
      <p className="pd-field-hint">Once saved, it can be changed by our support only.</p>
    </Panel>
  );
}

function PayPalFields({ form }: { form: Form }) {
  const { paypalID } = MAX_LENGTH.payment;
  return (
    <div className="pd-form-grid">
      <TextField form={form} name="paypalID" label="PayPal ID" maxLength={paypalID} required />
    </div>
  );
}

function AchFields({ form }: { form: Form }) {
  const max = MAX_LENGTH.payment;
  const routing = form.values.achRoutingNumber.trim();
  const doubtful = routing !== '' && !isRoutingNumber(routing);
  return (
    <div className="pd-form-grid">
      <TextField
        form={form}
        name="achAccountName"
        label="Account Name"
        maxLength={max.achAccountName}
        required
      />
      <SelectField form={form} name="achAccountType" label="Account Type" options={ACCOUNT_TYPES} required />
      <TextField
        form={form}
        name="achRoutingNumber"
        label="Routing Number"
        placeholder="9 digits"
        inputMode="numeric"
        autoComplete="off"
        maxLength={max.achRoutingNumber}
        hint={
          doubtful ? (
            <span className="pd-warning">This does not look like a routing number. Please check it.</span>
          ) : undefined
        }
        required
      />
      <TextField
        form={form}
        name="achAccountNumber"
        label="Account Number"
        inputMode="numeric"
        autoComplete="off"
        maxLength={max.achAccountNumber}
        required
      />
    </div>
  );
}
