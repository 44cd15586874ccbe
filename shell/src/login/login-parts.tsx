import type { Visitor } from '@partnerdesk/contracts';
import {
  AlertHost,
  Button,
  Link,
  mayLeave,
  Panel,
  Screen,
  setSession,
  useAppDispatch,
  useLocation,
  useModalDialog,
  useNavigate,
} from '@partnerdesk/web';
import { useEffect } from 'react';
import { findScreen } from '../routing/find-screen';
import { LoginForm } from './login-form';

// Everything around signing in: one chunk, which visitors load with the page.
export { ConfirmEmailScreen } from '../password/confirm-email-screen';
export { NotMeScreen } from '../password/not-me-screen';
export { RestorePasswordScreen } from '../password/restore-password-screen';
export { UpdatePasswordScreen } from '../password/update-password-screen';

/** After a login the asked-for screen, if they see it and visitors do not, else the dashboard (docs/PRODUCT.md §2). */
function pathAfterLogin(asked: string, person: Visitor): string {
  const path = asked.split('?')[0] ?? asked;
  const closedToVisitors = findScreen(path, null).kind === 'not-found';
  const openToPerson = ['remote', 'shell'].includes(findScreen(path, person).kind);
  return closedToVisitors && openToPerson ? asked : '/dashboard';
}

/** The login form in the header of wider screens. */
export function HeaderLogin() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return (
    <div className="sh-header-login">
      <LoginForm compact onLogin={(person) => navigate(pathAfterLogin(pathname + search, person))}>
        <Link to="/restore-password">Forgot password?</Link>
      </LoginForm>
    </div>
  );
}

/** The login page; on small screens the header has no room for the form. */
export function LoginScreen() {
  const navigate = useNavigate();
  const asked = (useLocation().state as { from?: string } | null)?.from ?? '/dashboard';
  return (
    <Screen title="Login" narrow>
      <Panel>
        <LoginForm onLogin={(person) => navigate(pathAfterLogin(asked, person), { replace: true })}>
          <p className="mt-3 mb-0">
            <Link to="/restore-password">Forgot your password?</Link>
          </p>
        </LoginForm>
      </Panel>
      <p>
        No account yet? <Link to="/register">Register as an affiliate</Link>
      </p>
    </Screen>
  );
}

/** Asks the same person to sign in again, over the screen. */
export function LoginAgain({ emailAddress }: { emailAddress: string }) {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const dialogRef = useModalDialog();

  useEffect(
    () => dialogRef.current?.querySelector<HTMLInputElement>('[name=Password]')?.focus(),
    [dialogRef],
  );

  const leave = () => {
    if (!mayLeave()) return;
    navigate('/');
    dispatch(setSession(null));
  };
  return (
    <dialog
      ref={dialogRef}
      className="pd-dialog"
      aria-labelledby="session-expired-title"
      onCancel={(event) => {
        // The browser would close it, and who stays has to log in.
        event.preventDefault();
        leave();
      }}
    >
      <AlertHost inDialog />
      <h2 id="session-expired-title">Please log in again</h2>
      <p>Your session has ended. What you have entered is still there.</p>
      <LoginForm emailAddress={emailAddress}>
        <Button variant="outline-primary" className="ms-2" onClick={leave}>
          Leave
        </Button>
      </LoginForm>
    </dialog>
  );
}
