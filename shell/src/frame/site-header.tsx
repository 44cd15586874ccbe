import { Navbar, ThemeToggle, useSession } from '@partnerdesk/web';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
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
        <div className="sh-header-end order-lg-last">
          {person && (
            <span className="sh-who" title={person.emailAddress}>
              {person.emailAddress}
            </span>
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
            {person && <p className="sh-menu-who">{person.emailAddress}</p>}
          </nav>
        </Navbar.Collapse>
        {!person && pathname !== '/login' && <HeaderLogin />}
      </div>
    </Navbar>
  );
}
