import { Nav, useSession } from '@partnerdesk/web';
import { useLogout } from '../login/use-logout';
import { useRemoteLoader } from '../remotes/loader-context';
import { menuFor } from './menu';
import { MenuGroup } from './menu-group';
import { MenuLink } from './menu-link';

/** The role's menu; Logout is at its end for signed-in users. */
export function MainMenu({ onFollow }: { onFollow: () => void }) {
  const person = useSession();
  const loader = useRemoteLoader();
  const logout = useLogout();
  const entries = menuFor(person, (name) => {
    const state = loader.stateOf(name);
    return state.status === 'ready' ? state.remote.menu : undefined;
  });
  return (
    <Nav as="ul" className="pd-menu-list">
      {entries.map((entry) =>
        entry.path ? (
          <Nav.Item
            as="li"
            key={entry.label}
            className={entry.smallScreensOnly ? 'pd-small-only' : undefined}
          >
            <Nav.Link as={MenuLink} path={entry.path} className="pd-menu-link" onClick={onFollow}>
              {entry.label}
            </Nav.Link>
          </Nav.Item>
        ) : (
          <MenuGroup key={entry.label} entry={entry} onFollow={onFollow} />
        ),
      )}
      {person && (
        <Nav.Item as="li">
          <Nav.Link
            as="button"
            type="button"
            className="pd-menu-link"
            title={`Signed in as ${person.emailAddress}`}
            onClick={() => {
              onFollow();
              void logout();
            }}
          >
            Logout
          </Nav.Link>
        </Nav.Item>
      )}
    </Nav>
  );
}
