import { useSession } from '@partnerdesk/web';
import { useLogout } from '../login/use-logout';
import { useMenu } from './menu';
import { MenuLink } from './screen-link';

/** The menu of visitors and affiliates, in one line; Logout is at its end for signed-in users. */
export function MainMenu({ onFollow }: { onFollow: () => void }) {
  const person = useSession();
  const logout = useLogout();
  const entries = useMenu();
  return (
    <ul className="pd-list sh-menu-list">
      {entries.map(({ label, path = '/', smallScreensOnly }) => (
        <li key={label} className={smallScreensOnly ? 'sh-small-only' : undefined}>
          <MenuLink path={path} className="sh-menu-link" onClick={onFollow}>
            {label}
          </MenuLink>
        </li>
      ))}
      {person && (
        <li>
          <button
            type="button"
            className="sh-menu-link"
            title={`Signed in as ${person.emailAddress}`}
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
