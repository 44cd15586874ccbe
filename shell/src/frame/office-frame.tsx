import './office.css';
import '../remotes/provided';
import { Button, readStored, useMedia, writeStored } from '@partnerdesk/web';
import { Menu } from '@partnerdesk/web/icons';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { JumpButton } from '../jump/jump';
import { Logo } from './logo';
import { Sidebar } from './sidebar';

/** As in office.css: from here on the sidebar is no drawer. */
const WIDE = '(min-width: 64rem)';

/** Where it is kept that the sidebar shows icons only. */
const COLLAPSED_KEY = 'pdesk-sidebar-collapsed';

/** The office's frame: a sidebar, collapsible to its icons; on small screens a bar, and the sidebar as a drawer. */
export function OfficeFrame({ children }: { children: ReactNode }) {
  const [collapsed, setCollapsed] = useState(() => readStored(COLLAPSED_KEY) === 'true');
  const [drawerOpen, setDrawerOpen] = useState(false);
  // A tablet that is turned: the sidebar stands beside the content again, which is of use.
  const isWide = useMedia(WIDE);
  if (isWide && drawerOpen) setDrawerOpen(false);
  const toggleRef = useRef<HTMLButtonElement>(null);
  const sidebarRef = useRef<HTMLElement>(null);

  useEffect(() => {
    if (drawerOpen) sidebarRef.current?.querySelector<HTMLElement>('a, button')?.focus();
  }, [drawerOpen]);

  const toggleCollapsed = () => {
    setCollapsed(!collapsed);
    writeStored(COLLAPSED_KEY, String(!collapsed));
  };
  const close = () => {
    setDrawerOpen(false);
    toggleRef.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (drawerOpen && event.key === 'Escape') close();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the drawer wherever the focus is
    <div
      className={`sh-office ${collapsed ? 'sh-collapsed' : ''} ${drawerOpen ? 'sh-drawer-open' : ''}`}
      onKeyDown={onKeyDown}
    >
      <header className="sh-office-bar" inert={drawerOpen}>
        <Button
          ref={toggleRef}
          variant=""
          className="pd-icon-button"
          aria-label="Menu"
          aria-expanded={drawerOpen}
          aria-controls="sidebar"
          onClick={() => setDrawerOpen(true)}
        >
          <Menu size={20} />
        </Button>
        <Logo />
        <JumpButton compact />
      </header>
      <Sidebar
        ref={sidebarRef}
        collapsed={collapsed}
        onToggle={toggleCollapsed}
        onFollow={() => setDrawerOpen(false)}
      />
      {drawerOpen && (
        // The keyboard has Escape.
        // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: see above
        <div className="sh-drawer-ground" onClick={close} />
      )}
      <div className="sh-content" inert={drawerOpen}>
        {children}
      </div>
    </div>
  );
}
