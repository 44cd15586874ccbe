import { ACCOUNT_STATUS } from '@partnerdesk/contracts';
import { Link, useSession } from '@partnerdesk/web';

/** Asks for the payment information as long as there is none (docs/PRODUCT.md §2). */
export function PaymentPrompt() {
  const person = useSession();
  if (!person || person.accountStatus !== ACCOUNT_STATUS.incomplete || person.paymentInfoSet) return null;
  return (
    <section className="aff-notice" aria-labelledby="payment-prompt-title">
      <div>
        <h2 id="payment-prompt-title">Please fill in your Payment Information</h2>
        <p>We need to know how to pay you before the next payroll.</p>
      </div>
      <Link className="btn btn-primary" to="/account">
        Fill in Payment Information
      </Link>
    </section>
  );
}
