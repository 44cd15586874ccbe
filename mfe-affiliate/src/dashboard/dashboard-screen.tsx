import { CopyLine, Link, Panel, Screen, useSession } from '@partnerdesk/web';
import { useAdvertisingLink } from '../links/links';
import { PaymentPrompt } from './payment-prompt';
import { PayoutSummary } from './payout-summary';

/** Shown after login: what was earned, the advertising link, and the way to everything else. */
export function DashboardScreen() {
  const person = useSession();
  const link = useAdvertisingLink()();
  return (
    <Screen title="Dashboard" heading={person?.firstName ? `Hello, ${person.firstName}` : 'Dashboard'}>
      <PaymentPrompt />
      <PayoutSummary />
      <Panel title="Your advertising link">
        <CopyLine text={link} what="advertising link" label="Advertising link" hideLabel />
        <p className="pd-panel-muted">Everyone who joins through this link counts for you, for good.</p>
      </Panel>
      <ul className="pd-tiles">
        <li>
          <Link className="pd-tile" to="/statistics">
            <strong>My Stats</strong>
            <span>Payments, sales and payouts by day</span>
          </Link>
        </li>
        <li>
          <Link className="pd-tile" to="/promo-tools">
            <strong>Promo Tools</strong>
            <span>Links for sources and landing pages, the promo video</span>
          </Link>
        </li>
      </ul>
    </Screen>
  );
}
