import { Link, Panel, Screen, useLocation, useNavigate } from '@partnerdesk/web';
import { pathAfterLogin } from './after-login';
import { LoginForm } from './login-form';

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
