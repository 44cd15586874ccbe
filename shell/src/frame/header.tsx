import { ThemeToggle, useSession } from '@partnerdesk/web';
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
  const close = () => setOpen(false);
  return (
    <header className="pd-header">
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
          <button
            type="button"
            className="btn pd-icon-button pd-menu-toggle"
            aria-expanded={open}
            aria-controls="main-menu"
            onClick={() => setOpen(!open)}
          >
            Menu
          </button>
        </div>
        <nav id="main-menu" className={`pd-menu ${open ? 'pd-menu-open' : ''}`} aria-label="Main">
          <MainMenu onFollow={close} />
        </nav>
        {!person && pathname !== '/login' && <HeaderLogin />}
      </div>
    </header>
  );
}
