import { CopyLine, Link, Loading, Panel, Screen, useSession } from '@partnerdesk/web';
import { lazy, Suspense } from 'react';
import { useAdvertisingLink } from '../links/links';
import { useDashboardCalls } from './dashboard-calls';
import { PaymentPrompt } from './payment-prompt';
import { PayoutSummary } from './payout-summary';

/** In a chunk of its own: the figures and the link do not wait for the chart's code. */
const Activity = lazy(() => import('./activity').then((module) => ({ default: module.Activity })));

/** Shown after login: what was earned, the advertising link, and how it goes. */
export function DashboardScreen() {
  const person = useSession();
  const link = useAdvertisingLink()();
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
      <PayoutSummary />
      <Panel title="Your advertising link">
        <CopyLine text={link} what="advertising link" label="Advertising link" hideLabel />
        <p className="pd-panel-muted">Everyone who joins through this link counts for you, for good.</p>
      </Panel>
      <Suspense fallback={<Loading />}>
        <Activity />
      </Suspense>
    </Screen>
  );
}
