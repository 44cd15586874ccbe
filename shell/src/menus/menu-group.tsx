import type { MenuEntry } from '@partnerdesk/contracts';
import { Dropdown } from '@partnerdesk/web';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { MenuLink } from './menu-link';

interface MenuGroupProps {
  entry: MenuEntry;
  onFollow: () => void;
}

/** Links under one label: opens on click, closes on Escape, a click elsewhere and on leaving it. */
export function MenuGroup({ entry, onFollow }: MenuGroupProps) {
  const [open, setOpen] = useState(false);
  const { pathname } = useLocation();
  const entries = entry.entries ?? [];
  const current = entries.some((item) => item.path === pathname);
  return (
    <Dropdown as="li" show={open} onToggle={setOpen}>
      <Dropdown.Toggle
        as="button"
        type="button"
        className={current ? 'nav-link pd-menu-link active' : 'nav-link pd-menu-link'}
      >
        {entry.label}
      </Dropdown.Toggle>
      <Dropdown.Menu as="ul" hidden={!open}>
        {entries.map((item) => (
          <li key={item.path}>
            <Dropdown.Item as={MenuLink} path={item.path ?? ''} onClick={onFollow}>
              {item.label}
            </Dropdown.Item>
          </li>
        ))}
      </Dropdown.Menu>
    </Dropdown>
  );
}
