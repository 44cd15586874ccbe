import { SHELL_SCREENS } from '@partnerdesk/contracts';
import {
  ErrorBoundary,
  ErrorState,
  getSession,
  Navigate,
  type RemoteRoute,
  ScreenSkeleton,
  useAppDispatch,
  useAppSelector,
  useLocation,
} from '@partnerdesk/web';
import { loadLogin } from '../login/lazy-login';
import { RemoteScreen, ShellScreen } from '../remotes/remote-screen';
import { RemoteTrouble } from '../remotes/remote-trouble';
import { findScreen, type ShellScreenName } from '../routing/find-screen';
import { NotFound } from '../routing/not-found';
import { shapeOf } from '../routing/screen-shape';
import { useInter } from './use-inter';

/** Stands in for the screen until the server has said who is signed in. */
function SessionPending() {
  const dispatch = useAppDispatch();
  const { pathname } = useLocation();
  const { isError } = getSession.useQueryState();
  if (!isError) return <ScreenSkeleton shape={shapeOf(pathname)} />;
  const retry = () => dispatch(getSession.initiate(undefined, { forceRefetch: true }));
  return <ErrorState text="The site could not find out who is logged in." onRetry={retry} />;
}

/** Chunks of their own: most people who sign in are affiliates. */
const shellScreens: Record<ShellScreenName, RemoteRoute['load']> = {
  login: () => loadLogin().then((parts) => parts.LoginScreen),
  restorePassword: () => loadLogin().then((parts) => parts.RestorePasswordScreen),
  updatePassword: () => loadLogin().then((parts) => parts.UpdatePasswordScreen),
  confirmEmail: () => loadLogin().then((parts) => parts.ConfirmEmailScreen),
  notMe: () => loadLogin().then((parts) => parts.NotMeScreen),
  security: () => import('../security/security-screen').then((module) => module.SecurityScreen),
  help: () => import('../help/help-screen').then((module) => module.HelpScreen),
  office: () => import('../office/office-screen').then((module) => module.OfficeScreen),
  failedWork: () => import('../failed-work/failed-work-screen').then((module) => module.FailedWorkScreen),
  releases: () => import('../releases/releases-screen').then((module) => module.ReleasesScreen),
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
  useInter();
  const person = useAppSelector((state) => state.session.person);
  // Until it is set up there is nothing else that they may do.
  const found = findScreen(person?.secondFactorDue ? SHELL_SCREENS.security.path : pathname, person);
  switch (found.kind) {
    case 'shell':
      return <ShellScreen load={shellScreens[found.name]} path={pathname} />;
    case 'remote':
      return <RemoteScreen name={found.remote} path={found.path} />;
    case 'redirect':
      return <Navigate to={found.to} replace />;
    case 'not-found':
      return <NotFound />;
  }
}
