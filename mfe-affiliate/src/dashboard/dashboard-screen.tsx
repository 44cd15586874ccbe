import { ACCOUNT_STATUS } from '@partnerdesk/contracts';
import { CopyLine, Link, Loading, Screen, useSession } from '@partnerdesk/web';
import { lazy, Suspense } from 'react';
import { useAdvertisingLink } from '../links/links';
import { QrToggle } from '../promo-tools/qr-toggle';
import { prepareDashboard, useDashboardCalls } from './dashboard-calls';
import { Earned } from './earned';

/** In a chunk of its own: the figures and the link do not wait for the chart's code. */
const Course = lazy(() => import('./course').then((module) => ({ default: module.Course })));

/** Shown after login: what was earned and when it is paid, the advertising link, and how it goes. */
export function DashboardScreen() {
  const person = useSession();
  useDashboardCalls();
  return (
    <Screen
      title="Dashboard"
      heading={person?.firstName ? `Hello, ${person.firstName}` : 'Dashboard'}
      actions={
        <>
          <Link to="/statistics">My Stats</Link>
          <Link to="/promo-tools">Promo Tools</Link>
        </>
      }
    >
      <PaymentPrompt />
      <Earned />
      <LinkBar />
      <Suspense fallback={<Loading />}>
        <Course />
      </Suspense>
    </Screen>
  );
}
DashboardScreen.prepare = prepareDashboard;

/** The advertising link, to copy or to be photographed. */
function LinkBar() {
  const link = useAdvertisingLink()();
  return (
    <section className="aff-link-bar" aria-label="Your advertising link">
      <CopyLine text={link} what="advertising link" label="Your link" />
      <QrToggle address={link} name="link" />
    </section>
  );
}

/** Asks for the payment information as long as there is none (docs/PRODUCT.md §2). */
function PaymentPrompt() {
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
