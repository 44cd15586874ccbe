import {
  PAYMENT_TYPE,
  type PaymentInformation,
  TAX_ID_TYPE,
  type TaxInformation,
} from '@partnerdesk/contracts';
import { Facts, Link, Panel } from '@partnerdesk/web';
import { ACCOUNT_TYPES } from './payment-fields';
import { TAX_TYPES } from './tax-fields';

const labelOf = (options: readonly { value: string; label: string }[], code: number) =>
  options.find((option) => option.value === String(code))?.label ?? '';

/** Saved payment information, read-only; numbers come with their last four digits only. */
export function SavedPayment({ payment }: { payment: PaymentInformation }) {
  const facts: [string, string][] =
    payment.paymentType === PAYMENT_TYPE.ach
      ? [
          ['Payment type', 'Direct deposit (ACH)'],
          ['Account Name', payment.achAccountName],
          ['Account Type', labelOf(ACCOUNT_TYPES, payment.achAccountType)],
          ['Routing Number', payment.achRoutingNumber],
          ['Account Number', payment.achAccountNumber],
        ]
      : [
          ['Payment type', 'PayPal'],
          ['PayPal ID', payment.paypalID],
        ];
  return (
    <Panel title="Payment Information">
      <Facts facts={facts} />
      <p className="pd-field-hint">
        To change it, please <Link to="/contact">write to our support</Link>.
      </p>
    </Panel>
  );
}

/** Saved tax information, read-only. */
export function SavedTax({ tax }: { tax: TaxInformation }) {
  const facts: [string, string][] = [
    ['Tax ID type', labelOf(TAX_TYPES, tax.taxIDType)],
    ['Tax ID', tax.taxID],
  ];
  if (tax.taxIDType === TAX_ID_TYPE.ein) facts.push(['Company Name', tax.companyName]);
  return (
    <Panel title="Tax Information">
      <Facts facts={facts} />
    </Panel>
  );
}
