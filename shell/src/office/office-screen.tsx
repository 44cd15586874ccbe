import { maySee, type OfficeDashboard, QUEUE_OF_PATH, REMOTE_SCREENS } from '@partnerdesk/contracts';
import { ErrorState, Loading, Panel, Screen, useChangedDays, useSession } from '@partnerdesk/web';
import { menuFor } from '../menus/menu';
import { MenuLink } from '../menus/menu-link';
import { useGetOfficeDashboardQuery } from './office.api';
import { PayrollDue } from './payroll-due';
import { SystemHealth } from './system-health';
import { TodayFigures } from './today-figures';
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
      <GoTo except={data?.waiting ? Object.keys(QUEUE_OF_PATH) : []} />
    </Screen>
  );
}

function Dashboard({ dashboard }: { dashboard: OfficeDashboard }) {
  const { waiting, payrollDue, figures, health } = dashboard;
  return (
    <>
      {waiting && <WaitingItems waiting={waiting} />}
      <div className="pd-columns pd-wide-columns">
        {figures && <TodayFigures figures={figures} />}
        <div>
          {payrollDue && <PayrollDue due={payrollDue} />}
          <SystemHealth health={health} />
        </div>
      </div>
    </>
  );
}

/** Screens that the specification's menu has no place for. */
const BEYOND_MENU = REMOTE_SCREENS.accounts.filter(({ path }) => ['/texts', '/audit-log'].includes(path));

/** The menu once more, as tiles, without what is shown above, and what is not in the menu. */
function GoTo({ except }: { except: readonly string[] }) {
  const person = useSession();
  const entries = menuFor(person).flatMap(({ label, path, entries: group }) =>
    group
      ? group.map((entry) => ({ ...entry, label: `${label}: ${entry.label}` }))
      : path
        ? [{ label, path }]
        : [],
  );
  const beyond = BEYOND_MENU.filter(({ access }) => maySee(access, person));
  const rest = [
    ...entries.filter(({ path }) => !except.includes(path)),
    ...beyond.map(({ path, title }) => ({ path, label: title })),
  ];
  if (rest.length === 0) return null;
  return (
    <Panel title="Go to">
      <ul className="pd-tiles">
        {rest.map(({ label, path }) => (
          <li key={path}>
            <MenuLink path={path} className="pd-tile">
              <strong>{label}</strong>
            </MenuLink>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
