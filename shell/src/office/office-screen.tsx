import './office-screen.css';
import type { OfficeDashboard } from '@partnerdesk/contracts';
import { ErrorState, Loading, Panel, Screen, useChangedDays, useSession } from '@partnerdesk/web';
import { useGetOfficeDashboardQuery } from './office.api';
import { PayrollDue } from './payroll-due';
import { RecentReveals } from './recent-reveals';
import { SystemHealth } from './system-health';
import { TodayFigures } from './today-figures';
import { WaitingApprovals } from './waiting-approvals';
import { WaitingItems } from './waiting-items';

/** How often figures that the stream does not report are polled while the page is visible (ms). */
const POLL_MS = 15_000;

/** The office's start page: what waits, what is due, how today goes, how the system is, as far as the permissions reach. */
export function OfficeScreen() {
  const person = useSession();
  const { data, isError, isFetching, refetch } = useGetOfficeDashboardQuery(undefined, {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
  });
  useChangedDays(data?.figures !== undefined, refetch);
  return (
    <Screen title="Office" heading={`Welcome${person?.firstName ? `, ${person.firstName}` : ''}`}>
      {person?.permissions.length === 0 && (
        <Panel>
          <p>Your account has no permissions yet. Ask another administrator for them.</p>
        </Panel>
      )}
      {data ? (
        <Dashboard dashboard={data} />
      ) : isError && !isFetching ? (
        <ErrorState text="The dashboard could not be loaded." onRetry={refetch} />
      ) : (
        <Loading />
      )}
    </Screen>
  );
}

function Dashboard({ dashboard }: { dashboard: OfficeDashboard }) {
  const { waiting, payrollDue, approvals, reveals, figures, health } = dashboard;
  return (
    <>
      {waiting && <WaitingItems waiting={waiting} />}
      <div className="pd-columns pd-wide-columns">
        {figures && <TodayFigures figures={figures} />}
        <div>
          {approvals && <WaitingApprovals approvals={approvals} />}
          {payrollDue && <PayrollDue due={payrollDue} />}
          {reveals && <RecentReveals reveals={reveals} />}
          <SystemHealth health={health} />
        </div>
      </div>
    </>
  );
}
