import {
  Button,
  ErrorBoundary,
  Link,
  NARROW,
  ThemeToggle,
  useLocation,
  useMedia,
  useSession,
} from '@partnerdesk/web';
import { Suspense, useState } from 'react';
import { JumpButton } from '../jump/jump';
import { lazyLogin } from '../login/lazy-login';
import { MainMenu } from '../menus/main-menu';
import { Logo } from './logo';

const HeaderLogin = lazyLogin(({ HeaderLogin }) => HeaderLogin);

/** Logo, menu, and the person or the login form, in the order in which each width shows them, so that Tab does, too. */
export function SiteHeader() {
  const person = useSession();
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  const isNarrow = useMedia(NARROW);
  const end = (
    <div className="sh-header-end">
      {person && (
        <Link className="sh-who" to="/security" title="Sign-in and security">
          {person.emailAddress}
        </Link>
      )}
      <JumpButton compact />
      <ThemeToggle />
      <Button
        variant="outline-primary"
        className="sh-menu-toggle"
        aria-expanded={open}
        aria-controls="main-menu"
        onClick={() => setOpen(!open)}
      >
        Menu
      </Button>
    </div>
  );
  return (
    <header className="sh-header">
      <div className="sh-inner sh-header-bar">
        <Logo />
        {isNarrow && end}
        <div id="main-menu" className={open ? 'sh-menu-fold sh-open' : 'sh-menu-fold'}>
          <nav className="sh-menu" aria-label="Main">
            <MainMenu onFollow={() => setOpen(false)} />
            {person && (
              <Link className="sh-menu-who" to="/security" onClick={() => setOpen(false)}>
                {person.emailAddress}
              </Link>
            )}
          </nav>
        </div>
        {!person && pathname !== '/login' && (
          <ErrorBoundary fallback={() => <Link to="/login">Login</Link>}>
            <Suspense>
              <HeaderLogin />
            </Suspense>
          </ErrorBoundary>
        )}
        {!isNarrow && end}
      </div>
    </header>
  );
}
