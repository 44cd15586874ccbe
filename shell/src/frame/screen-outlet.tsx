import { SHELL_SCREENS } from '@partnerdesk/contracts';
import {
  ErrorBoundary,
  ErrorState,
  getSession,
  Navigate,
  ScreenSkeleton,
  useAppDispatch,
  useAppSelector,
  useLocation,
} from '@partnerdesk/web';
import { type ComponentType, lazy, Suspense } from 'react';
import { lazyLogin } from '../login/lazy-login';
import { RemoteScreen } from '../remotes/remote-screen';
import { RemoteTrouble } from '../remotes/remote-trouble';
import { findScreen, type ShellScreenName } from '../routing/find-screen';
import { NotFound } from '../routing/not-found';
import { shapeOf } from '../routing/screen-shape';

/** Stands in for the screen until the server has said who is signed in. */
function SessionPending() {
  const dispatch = useAppDispatch();
  const { pathname } = useLocation();
  const { isError } = getSession.useQueryState();
  if (!isError) return <ScreenSkeleton shape={shapeOf(pathname)} />;
  const retry = () => dispatch(getSession.initiate(undefined, { forceRefetch: true }));
  return <ErrorState text="The site could not find out who is logged in." onRetry={retry} />;
}

const SecurityScreen = lazy(() =>
  import('../security/security-screen').then((module) => ({ default: module.SecurityScreen })),
);

/** A chunk of its own: most people who sign in are affiliates. */
const OfficeScreen = lazy(() =>
  import('../office/office-screen').then((module) => ({ default: module.OfficeScreen })),
);

const FailedWorkScreen = lazy(() =>
  import('../failed-work/failed-work-screen').then((module) => ({ default: module.FailedWorkScreen })),
);

const HelpScreen = lazy(() =>
  import('../help/help-screen').then((module) => ({ default: module.HelpScreen })),
);

const ReleasesScreen = lazy(() =>
  import('../releases/releases-screen').then((module) => ({ default: module.ReleasesScreen })),
);

const shellScreens: Record<ShellScreenName, ComponentType> = {
  login: lazyLogin(({ LoginScreen }) => LoginScreen),
  restorePassword: lazyLogin(({ RestorePasswordScreen }) => RestorePasswordScreen),
  updatePassword: lazyLogin(({ UpdatePasswordScreen }) => UpdatePasswordScreen),
  confirmEmail: lazyLogin(({ ConfirmEmailScreen }) => ConfirmEmailScreen),
  notMe: lazyLogin(({ NotMeScreen }) => NotMeScreen),
  security: SecurityScreen,
  help: HelpScreen,
  office: OfficeScreen,
  failedWork: FailedWorkScreen,
  releases: ReleasesScreen,
};

/** The asked-for screen, as far as the signed-in person may see it. */
export function ScreenOutlet() {
  const { pathname } = useLocation();
  const { person, known } = useAppSelector((state) => state.session);
  if (!known) return <SessionPending />;
  // Another person gets fresh screens, with nothing of the one before in them.
  const personKey = person ? `${person.affRole}-${person.affID}-${person.emailAddress}` : 'visitor';
  return (
    <ErrorBoundary
      key={`${personKey}:${pathname}`}
      fallback={(again) => <RemoteTrouble onRetry={again} offerReload />}
    >
      <FoundScreen pathname={pathname} />
    </ErrorBoundary>
  );
}

function FoundScreen({ pathname }: { pathname: string }) {
  const person = useAppSelector((state) => state.session.person);
  // Until it is set up there is nothing else that they may do.
  const found = findScreen(person?.secondFactorDue ? SHELL_SCREENS.security.path : pathname, person);
  switch (found.kind) {
    case 'shell': {
      const ShellScreen = shellScreens[found.name];
      return (
        <Suspense fallback={<ScreenSkeleton shape={shapeOf(pathname)} />}>
          <ShellScreen />
        </Suspense>
      );
    }
    case 'remote':
      return <RemoteScreen name={found.remote} path={found.path} />;
    case 'redirect':
      return <Navigate to={found.to} replace />;
    case 'not-found':
      return <NotFound />;
  }
}
