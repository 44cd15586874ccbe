import './site.css';
import {
  Button,
  ErrorBoundary,
  Link,
  NARROW,
  ThemeToggle,
  useConfiguration,
  useLocation,
  useMedia,
  useSession,
} from '@partnerdesk/web';
import { type ReactNode, Suspense, useState } from 'react';
import { JumpButton } from '../jump/jump';
import { lazyLogin } from '../login/lazy-login';
import { MainMenu } from '../menus/main-menu';
import { Logo } from './logo';

/** The frame of visitors and affiliates: header, content and footer of one width. */
export function SiteFrame({ children }: { children: ReactNode }) {
  return (
    <div className="sh-site">
      <SiteHeader />
      {children}
      <Footer />
    </div>
  );
}

/** Whose site it is, the screens that help, and what was agreed to. */
function Footer() {
  const { productName, version, today } = useConfiguration();
  const person = useSession();
  return (
    <footer className="sh-footer">
      <div className="sh-inner">
        <span>
          © {today.slice(0, 4)} {productName} {version}
        </span>
        <ul className="pd-list">
          {person && (
            <li>
              <Link to="/help">Help</Link>
            </li>
          )}
          <li>
            <Link to="/faq">FAQ</Link>
          </li>
          <li>
            <Link to="/contact">Contact</Link>
          </li>
          <li>
            <Link to="/terms">Terms</Link>
          </li>
        </ul>
      </div>
    </footer>
  );
}

const HeaderLogin = lazyLogin(({ HeaderLogin }) => HeaderLogin);

/** Logo, menu, and the person or the login form, in the order in which each width shows them, so that Tab does, too. */
function SiteHeader() {
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
