import { useId } from 'react';
import { useMenu } from './menu';
import { MenuIcon } from './menu-icon';
import { MenuLink } from './menu-link';

/** The office's menu, its groups open; every entry with its icon and what waits there. */
export function SideMenu({ onFollow }: { onFollow: () => void }) {
  return (
    <ul className="sh-side-menu">
      {useMenu().map(({ label, path, entries = [] }) =>
        path ? (
          <SideLink key={label} label={label} path={path} onFollow={onFollow} />
        ) : (
          <SideGroup key={label} label={label} entries={entries} onFollow={onFollow} />
        ),
      )}
    </ul>
  );
}

interface SideGroupProps {
  label: string;
  entries: readonly { label: string; path: string }[];
  onFollow: () => void;
}

function SideGroup({ label, entries, onFollow }: SideGroupProps) {
  const labelId = useId();
  return (
    <li className="sh-side-group">
      <span id={labelId}>{label}</span>
      <ul aria-labelledby={labelId}>
        {entries.map((entry) => (
          <SideLink key={entry.path} {...entry} onFollow={onFollow} />
        ))}
      </ul>
    </li>
  );
}

interface SideLinkProps {
  label: string;
  path: string;
  onFollow: () => void;
}

/** A link of the sidebar; the title names it where only its icon is shown. */
export function SideLink({ label, path, onFollow }: SideLinkProps) {
  return (
    <li>
      <MenuLink path={path} className="sh-side-link" title={label} onClick={onFollow}>
        <MenuIcon path={path} />
        <span>{label}</span>
      </MenuLink>
    </li>
  );
}
