import { Link, Loading, Screen, useSession } from '@partnerdesk/web';
import { lazy, Suspense } from 'react';
import { prepareDashboard, useDashboardCalls } from './dashboard-calls';
import { Earned } from './earned';
import { LinkBar } from './link-bar';
import { PaymentPrompt } from './payment-prompt';

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
