import type { MenuEntry } from '@partnerdesk/contracts';
import { useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { MenuLink } from './menu-link';

interface MenuGroupProps {
  entry: MenuEntry;
  onFollow: () => void;
}

/** Links under one label: a disclosure that opens on click, closes on Escape, a click elsewhere and on leaving it. */
export function MenuGroup({ entry, onFollow }: MenuGroupProps) {
  const [open, setOpen] = useState(false);
  const groupRef = useRef<HTMLLIElement>(null);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const listId = useId();
  const { pathname } = useLocation();
  const entries = entry.entries ?? [];
  const current = entries.some((item) => item.path === pathname);

  useEffect(() => {
    if (!open) return;
    const closeOutside = (event: Event) => {
      if (!groupRef.current?.contains(event.target as Node)) setOpen(false);
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      buttonRef.current?.focus();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
      document.removeEventListener('keydown', closeOnEscape);
    };
  }, [open]);

  return (
    <li className="dropdown" ref={groupRef}>
      <button
        ref={buttonRef}
        type="button"
        className={`pd-menu-link dropdown-toggle ${open ? 'show' : ''} ${current ? 'active' : ''}`}
        aria-expanded={open}
        aria-controls={listId}
        onClick={() => setOpen(!open)}
      >
        {entry.label}
      </button>
      <ul id={listId} className={`dropdown-menu ${open ? 'show' : ''}`} hidden={!open}>
        {entries.map((item) => (
          <li key={item.path}>
            <MenuLink
              path={item.path}
              className="dropdown-item"
              onFollow={() => {
                setOpen(false);
                onFollow();
              }}
            >
              {item.label}
            </MenuLink>
          </li>
        ))}
      </ul>
    </li>
  );
}
