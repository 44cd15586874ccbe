import { Navbar, ThemeToggle, useSession } from '@partnerdesk/web';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Jump } from '../jump/jump';
import { HeaderLogin } from '../login/header-login';
import { MainMenu } from '../menus/main-menu';
import { Logo } from './logo';

/** Logo, the role's menu, and for visitors the login form, which small screens have as a page. */
export function Header() {
  const person = useSession();
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  return (
    <Navbar as="header" role="banner" expand="lg" className="pd-header" expanded={open} onToggle={setOpen}>
      <div className="pd-inner pd-header-bar">
        <Logo />
        <div className="pd-header-end order-lg-last">
          {person && (
            <span className="pd-who" title={person.emailAddress}>
              {person.emailAddress}
            </span>
          )}
          <Jump />
          <ThemeToggle />
          <Navbar.Toggle
            className="btn pd-icon-button"
            aria-expanded={open}
            aria-controls="main-menu"
            label="Menu"
          >
            Menu
          </Navbar.Toggle>
        </div>
        <Navbar.Collapse id="main-menu">
          <nav className="pd-menu" aria-label="Main">
            <MainMenu onFollow={() => setOpen(false)} />
            {person && <p className="pd-menu-who">{person.emailAddress}</p>}
          </nav>
        </Navbar.Collapse>
        {!person && pathname !== '/login' && <HeaderLogin />}
      </div>
    </Navbar>
  );
}
