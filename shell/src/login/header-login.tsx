import { Link, useLocation, useNavigate } from '@partnerdesk/web';
import { pathAfterLogin } from './after-login';
import { LoginForm } from './login-form';

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
