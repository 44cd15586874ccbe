import {
  ACH_ACCOUNT_TYPE,
  isPaidBy,
  isRoutingNumber,
  MAX_LENGTH,
  PAID_BY,
  PAYMENT_METHODS,
  PAYMENT_TYPE,
  type PaidBy,
  type PaymentInformation,
  paymentTypeText,
  TAX_ID_TYPE,
  type TaxInformation,
  taxIdDigits,
} from '@partnerdesk/contracts';
import { Facts, type FormState, Link, Panel, RadioField, SelectField, TextField } from '@partnerdesk/web';
import type { JSX } from 'react';
import type { AccountValues } from './account-values';

type Form = FormState<AccountValues>;

const TYPES = PAID_BY.map((type) => ({ value: String(type), label: PAYMENT_METHODS[type].choice }));
const FIELDS: Record<PaidBy, (props: { form: Form }) => JSX.Element> = {
  [PAYMENT_TYPE.ach]: AchFields,
  [PAYMENT_TYPE.payPal]: PayPalFields,
};
const ACCOUNT_TYPES = [
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

const TAX_TYPES = [
  { value: String(TAX_ID_TYPE.ssn), label: 'SSN' },
  { value: String(TAX_ID_TYPE.ein), label: 'EIN' },
];

/** The tax id; asked once, and in country 1 only. */
export function TaxFields({ form }: { form: FormState<AccountValues> }) {
  const type = Number(form.values.taxIDType);
  const name = type === TAX_ID_TYPE.ssn ? 'SSN' : 'EIN';
  const taxID = form.values.taxID.trim();
  const doubtful = taxID !== '' && !taxIdDigits(taxID, type);
  const max = MAX_LENGTH.tax;
  return (
    <Panel title="Tax ID">
      <RadioField form={form} name="taxIDType" label="Tax ID type" options={TAX_TYPES} required />
      {type !== 0 && (
        <div className="pd-form-grid">
          <TextField
            form={form}
            name="taxID"
            label={name}
            autoComplete="off"
            maxLength={max.taxID}
            hint={
              doubtful ? (
                <span className="pd-warning">This does not look like an {name}. Please check it.</span>
              ) : undefined
            }
            required
          />
          {type === TAX_ID_TYPE.ein && (
            <TextField
              form={form}
              name="companyName"
              label="Company Name"
              autoComplete="organization"
              maxLength={max.companyName}
              required
            />
          )}
        </div>
      )}
    </Panel>
  );
}

const labelOf = (options: readonly { value: string; label: string }[], code: number) =>
  options.find((option) => option.value === String(code))?.label ?? '';

type Fact = [string, string];

const SAVED: Record<PaidBy, (payment: PaymentInformation) => Fact[]> = {
  [PAYMENT_TYPE.ach]: (payment) => [
    ['Account Name', payment.achAccountName],
    ['Account Type', labelOf(ACCOUNT_TYPES, payment.achAccountType)],
    ['Routing Number', payment.achRoutingNumber],
    ['Account Number', payment.achAccountNumber],
  ],
  [PAYMENT_TYPE.payPal]: ({ paypalID }) => [['PayPal ID', paypalID]],
};

/** Saved payment information, read-only; numbers come with their last four digits only. */
export function SavedPayment({ payment }: { payment: PaymentInformation }) {
  const { paymentType } = payment;
  const facts: Fact[] = isPaidBy(paymentType)
    ? [['Payment type', PAYMENT_METHODS[paymentType].choice], ...SAVED[paymentType](payment)]
    : [['Payment type', paymentTypeText(paymentType)]];
  return (
    <Panel title="Payment Information">
      <Facts facts={facts} />
      <ToChange />
    </Panel>
  );
}

function ToChange() {
  return (
    <p className="pd-field-hint">
      To change it, please <Link to="/contact">write to our support</Link>.
    </p>
  );
}

/** Saved tax information, read-only. */
export function SavedTax({ tax }: { tax: TaxInformation }) {
  const facts: Fact[] = [
    ['Tax ID type', labelOf(TAX_TYPES, tax.taxIDType)],
    ['Tax ID', tax.taxID],
  ];
  if (tax.taxIDType === TAX_ID_TYPE.ein) facts.push(['Company Name', tax.companyName]);
  return (
    <Panel title="Tax Information">
      <Facts facts={facts} />
      <ToChange />
    </Panel>
  );
}
