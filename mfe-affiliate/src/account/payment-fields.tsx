import { ACH_ACCOUNT_TYPE, isRoutingNumber, MAX_LENGTH, PAYMENT_TYPE } from '@partnerdesk/contracts';
import { type FormState, Panel, RadioField, SelectField, TextField } from '@partnerdesk/web';
import type { AccountValues } from './account-values';

const TYPES = [
  { value: String(PAYMENT_TYPE.ach), label: 'Direct deposit (ACH)' },
  { value: String(PAYMENT_TYPE.payPal), label: 'PayPal' },
];
export const ACCOUNT_TYPES = [
  { value: String(ACH_ACCOUNT_TYPE.checking), label: 'Checking' },
  { value: String(ACH_ACCOUNT_TYPE.savings), label: 'Savings' },
];

/** How to be paid; asked once. */
export function PaymentFields({ form }: { form: FormState<AccountValues> }) {
  const type = Number(form.values.paymentType);
  return (
    <Panel title="Payment Information">
      <RadioField form={form} name="paymentType" label="Payment type" options={TYPES} required />
      {type === PAYMENT_TYPE.ach && <AchFields form={form} />}
      {type === PAYMENT_TYPE.payPal && (
        <TextField
          form={form}
          name="paypalID"
          label="PayPal ID"
          maxLength={MAX_LENGTH.payment.paypalID}
          required
        />
      )}
      <p className="pd-field-hint">Once saved, it can be changed by our support only.</p>
    </Panel>
  );
}

function AchFields({ form }: { form: FormState<AccountValues> }) {
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
