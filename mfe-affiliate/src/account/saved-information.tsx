import {
  isPaidBy,
  PAYMENT_METHODS,
  PAYMENT_TYPE,
  type PaidBy,
  type PaymentInformation,
  paymentTypeText,
  TAX_ID_TYPE,
  type TaxInformation,
} from '@partnerdesk/contracts';
import { Facts, Link, Panel } from '@partnerdesk/web';
import { ACCOUNT_TYPES } from './payment-fields';
import { TAX_TYPES } from './tax-fields';

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
