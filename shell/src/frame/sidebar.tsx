import { Button, useLocation } from '@partnerdesk/web';
import { PanelLeft } from '@partnerdesk/web/icons';
import { type Ref, useEffect, useRef } from 'react';
import { JumpButton } from '../jump/jump';
import { SideMenu } from '../menus/side-menu';
import { Logo } from './logo';
import { FurtherMenu, PersonCard } from './person-card';

interface SidebarProps {
  ref: Ref<HTMLElement>;
  /** Icons only, on wide screens. */
  collapsed: boolean;
  onToggle: () => void;
  /** A link was followed: a drawer closes. */
  onFollow: () => void;
}

/** The office's way to everything: logo, search, the menu in its order, and at the bottom the person. */
export function Sidebar({ ref, collapsed, onToggle, onFollow }: SidebarProps) {
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
