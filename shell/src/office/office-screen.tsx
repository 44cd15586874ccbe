import { Panel, Screen, useSession } from '@partnerdesk/web';
import { menuFor } from '../menus/menu';
import { MenuLink } from '../menus/menu-link';

/** The office's start page: the menu as tiles, as far as the permissions reach. */
export function OfficeScreen() {
  const person = useSession();
  const entries = menuFor(person);
  const single = entries.filter((entry) => entry.path);
  const groups = entries.filter((entry) => entry.entries);
  return (
    <Screen title="Office" heading={`Welcome${person?.firstName ? `, ${person.firstName}` : ''}`}>
      {entries.length === 0 && (
        <Panel>
          <p>Your account has no permissions yet. Ask another administrator for them.</p>
        </Panel>
      )}
      <div className="pd-columns">
        {single.length > 0 && (
          <Panel title="Go to">
            <TileList entries={single.map(({ label, path }) => ({ label, path: path ?? '/' }))} />
          </Panel>
        )}
        {groups.map((group) => (
          <Panel key={group.label} title={group.label}>
            <TileList entries={group.entries ?? []} />
          </Panel>
        ))}
      </div>
    </Screen>
  );
}

function TileList({ entries }: { entries: readonly { label: string; path: string }[] }) {
  return (
    <ul className="pd-tiles">
      {entries.map((entry) => (
        <li key={entry.path}>
          <MenuLink path={entry.path} className="pd-tile">
            <strong>{entry.label}</strong>
          </MenuLink>
        </li>
      ))}
    </ul>
  );
}
