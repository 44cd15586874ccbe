import './office-screen.css';
import {
  type OfficeDashboard,
  PASSWORD_RULE_TEXT,
  type PayrollSchedule,
  type Permission,
  type StatisticsPeriod,
} from '@partnerdesk/contracts';
import {
  ErrorState,
  Link,
  Loading,
  Moment,
  Panel,
  Screen,
  Skeleton,
  useChangedDays,
  useConfiguration,
  useSession,
} from '@partnerdesk/web';
import { lazy, Suspense } from 'react';
import { FiguresTable } from './figures';
import { Needs } from './needs';
import { useGetOfficeDashboardQuery, useSiteDays, useSiteHours } from './office.api';
import { OwnDecisions } from './own-decisions';

/** In a chunk of its own: what needs somebody and the figures do not wait for the chart's code. */
const SiteChart = lazy(() => import('./site-chart').then((module) => ({ default: module.SiteChart })));

/** How often figures that the stream does not report are polled while the page is visible (ms). */
const POLL_MS = 15_000;

/** The office's start page: what waits, what is due, what went wrong and how it goes, as far as the permissions reach. */
export function OfficeScreen() {
  const person = useSession();
  const permissions = person?.permissions ?? [];
  const { data, isError, isFetching, refetch } = useGetOfficeDashboardQuery(undefined, {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
  });
  const days = useSiteDays();
  useSiteHours();
  useChangedDays(data?.figures !== undefined, () =>
    Promise.all([refetch(), ...(days.isUninitialized ? [] : [days.refetch()])]),
  );
  return (
    <Screen
      title="Office"
      heading={`Welcome${person?.firstName ? `, ${person.firstName}` : ''}`}
      lead={<LastEvents at={data?.health.lastEventsAt} />}
    >
      {person?.passwordWeak && (
        <Panel>
          <p role="status">
            Your password is short or easy to guess.{' '}
            <Link to="/restore-password">Set a new one by email</Link>:{' '}
            {PASSWORD_RULE_TEXT.office.toLowerCase()}.
          </p>
        </Panel>
      )}
      {permissions.length === 0 && (
        <Panel>
          <p>Your account has no permissions yet. Ask another administrator for them.</p>
        </Panel>
      )}
      {data ? (
        <Dashboard dashboard={data} />
      ) : isError && !isFetching ? (
        <ErrorState text="The dashboard could not be loaded." onRetry={refetch} />
      ) : (
        <Skeleton>
          <Dashboard dashboard={placeholderFor(permissions)} />
        </Skeleton>
      )}
    </Screen>
  );
}

/** undefined while it is not known: the line keeps its place. It names the clock: the note of that is at the screen's end. */
function LastEvents({ at }: { at: string | null | undefined }) {
  const { businessTimezoneName } = useConfiguration();
  if (at === undefined) return '\u00a0';
  return at ? (
    <>
      Events last came in <Moment at={at} />, {businessTimezoneName}
    </>
  ) : (
    'No events have come in yet'
  );
}

function Dashboard({ dashboard }: { dashboard: OfficeDashboard }) {
  const { waiting, ownDecisions, payrollDue, figures } = dashboard;
  const hours = useSiteHours();
  return (
    <div className="sh-dashboard">
      <div>
        <Needs dashboard={dashboard} />
        {ownDecisions && (
          // Reviewing is what the person comes for who pays nobody.
          <OwnDecisions decisions={ownDecisions} waiting={payrollDue ? undefined : waiting} />
        )}
      </div>
      {figures && (
        <div>
          <FiguresTable figures={figures} hours={hours.data} />
          <Suspense fallback={<Loading />}>
            <SiteChart />
          </Suspense>
        </div>
      )}
    </div>
  );
}

const items = { count: 0, oldest: null };
const schedule: PayrollSchedule = { dueDate: '', endDate: '', persons: 1, amount: 0, overdue: false };
const period: StatisticsPeriod = { startDate: '2000-01-01', endDate: '2000-01-07', statistics: {}, days: [] };

/** The parts that these permissions will get, with nothing in them: what the skeleton is drawn from. */
function placeholderFor(permissions: readonly Permission[]): OfficeDashboard {
  return {
    ...(permissions.includes('moderation') && {
      waiting: {
        photoIds: items,
        profilePics: items,
        galleryPics: items,
        memberPics: items,
        profiles: items,
        staff: items,
      },
      ownDecisions: { today: 0, latest: [] },
    }),
    ...(permissions.includes('payroll') && { payrollDue: { affiliates: schedule, operators: schedule } }),
    ...(permissions.includes('statistics') && {
      figures: { today: { day: '' }, yesterday: { day: '' }, month: period, monthBefore: period },
    }),
    health: { workerAlive: true, lastEventsAt: null, waitingEvents: null, queues: [], failedWork: [] },
  };
}
