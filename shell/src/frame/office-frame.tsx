import './office.css';
import '../remotes/provided';
import { Button, readStored, useLocation, useMedia, writeStored } from '@partnerdesk/web';
import { Menu, PanelLeft } from '@partnerdesk/web/icons';
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { JumpButton } from '../jump/jump';
import { SideMenu } from '../menus/side-menu';
import { Logo } from './logo';
import { FurtherMenu, PersonCard } from './person-card';

/** As in office.css: from here on the sidebar is no drawer. */
const WIDE = '(min-width: 64rem)';

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

interface SidebarProps {
  ref: Ref<HTMLElement>;
  /** Icons only, on wide screens. */
  collapsed: boolean;
  onToggle: () => void;
  /** A link was followed: a drawer closes. */
  onFollow: () => void;
}

/** The office's way to everything: logo, search, the menu in its order, and at the bottom the person. */
function Sidebar({ ref, collapsed, onToggle, onFollow }: SidebarProps) {
  const { pathname } = useLocation();
  const middleRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In a low window the entry of what is shown may be beyond the menu's edge.
    const current = pathname && middleRef.current?.querySelector('[aria-current="page"]');
    if (current) current.scrollIntoView?.({ block: 'nearest' });
  }, [pathname]);
  const label = collapsed ? 'Expand the sidebar' : 'Collapse the sidebar';
  return (
    <aside ref={ref} id="sidebar" className="sh-sidebar" aria-label="Office">
      <div className="sh-sidebar-head">
        <Logo />
        <Button
          variant=""
          className="pd-icon-button sh-collapse"
          aria-label={label}
          title={label}
          aria-expanded={!collapsed}
          onClick={onToggle}
        >
          <PanelLeft size={18} />
        </Button>
      </div>
      <JumpButton />
      <div ref={middleRef} className="sh-side-middle">
        <nav className="sh-side-nav" aria-label="Main">
          <SideMenu onFollow={onFollow} />
        </nav>
        <FurtherMenu onFollow={onFollow} />
      </div>
      <PersonCard onFollow={onFollow} />
    </aside>
  );
}
