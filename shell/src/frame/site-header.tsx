import { Navbar, ThemeToggle, useSession } from '@partnerdesk/web';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { HeaderLogin } from '../login/header-login';
import { MainMenu } from '../menus/main-menu';
import { Logo } from './logo';

/** Logo, menu, and on the right the person or, for visitors, the login form, which small screens have as a page. */
export function SiteHeader() {
  const person = useSession();
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  return (
    <Navbar as="header" role="banner" expand="lg" className="sh-header" expanded={open} onToggle={setOpen}>
      <div className="sh-inner sh-header-bar">
        <Logo />
        <div className="sh-header-end">
          {person && (
            <Link className="sh-who" to="/security" title="Sign-in and security">
              {person.emailAddress}
            </Link>
          )}
          <ThemeToggle />
          <Navbar.Toggle
            className="btn btn-outline-primary sh-menu-toggle"
            aria-expanded={open}
            aria-controls="main-menu"
            label="Menu"
          >
            Menu
          </Navbar.Toggle>
        </div>
        <Navbar.Collapse id="main-menu">
          <nav className="sh-menu" aria-label="Main">
            <MainMenu onFollow={() => setOpen(false)} />
            {person && (
              <Link className="sh-menu-who" to="/security" onClick={() => setOpen(false)}>
                {person.emailAddress}
              </Link>
            )}
          </nav>
        </Navbar.Collapse>
        {!person && pathname !== '/login' && <HeaderLogin />}
      </div>
    </Navbar>
  );
}
