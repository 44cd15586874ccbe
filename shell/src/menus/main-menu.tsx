import { useSession } from '@partnerdesk/web';
import { useLogout } from '../login/use-logout';
import { useRemoteLoader } from '../remotes/loader-context';
import { menuFor } from './menu';
import { MenuGroup } from './menu-group';
import { MenuLink } from './menu-link';

/** The role's menu; Logout stands at its end for whoever is signed in. */
export function MainMenu({ onFollow }: { onFollow: () => void }) {
  const person = useSession();
  const loader = useRemoteLoader();
  const logout = useLogout();
  const entries = menuFor(person, (name) => {
    const state = loader.stateOf(name);
    return state.status === 'ready' ? state.remote.menu : undefined;
  });
  return (
    <ul className="pd-menu-list">
      {entries.map((entry) =>
        entry.path ? (
          <li key={entry.label} className={entry.smallScreensOnly ? 'pd-small-only' : undefined}>
            <MenuLink path={entry.path} onFollow={onFollow}>
              {entry.label}
            </MenuLink>
          </li>
        ) : (
          <MenuGroup key={entry.label} entry={entry} onFollow={onFollow} />
        ),
      )}
      {person && (
        <li>
          <button
            type="button"
            className="pd-menu-link"
            onClick={() => {
              onFollow();
              void logout();
            }}
          >
            Logout
          </button>
        </li>
      )}
    </ul>
  );
}
