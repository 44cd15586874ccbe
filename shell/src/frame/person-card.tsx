import { maySee, REMOTE_MENUS, REMOTE_SCREENS, SHELL_SCREENS } from '@partnerdesk/contracts';
import { Avatar, ThemeToggle, useSession } from '@partnerdesk/web';
import { LogOut } from '@partnerdesk/web/icons';
import { useLogout } from '../login/use-logout';
import { ScreenLink } from '../menus/screen-link';
import { SideLink } from '../menus/side-menu';

const MENU: readonly string[] = [...REMOTE_MENUS.accounts, ...REMOTE_MENUS.payroll].flatMap(
  ({ path, entries = [] }) => [path ?? [], entries.map((entry) => entry.path)].flat(),
);

/** Screens of the office that the menu of docs/PRODUCT.md §2 has no place for; they stand below it. */
const FURTHER = [
  ...[...REMOTE_SCREENS.payroll, ...REMOTE_SCREENS.accounts].filter(({ path }) => !MENU.includes(path)),
  SHELL_SCREENS.failedWork,
  SHELL_SCREENS.releases,
  SHELL_SCREENS.security,
];

/** The further screens that the person may see. */
export function FurtherMenu({ onFollow }: { onFollow: () => void }) {
  const person = useSession();
  if (!person) return null;
  return (
    <ul className="pd-list sh-further" aria-label="More">
      {FURTHER.filter(({ access }) => maySee(access, person)).map(({ path, title }) => (
        <SideLink key={path} label={title} path={path} onFollow={onFollow} />
      ))}
    </ul>
  );
}

/** Who is signed in, theme and Logout. */
export function PersonCard({ onFollow }: { onFollow: () => void }) {
  const person = useSession();
  const logout = useLogout();
  if (!person) return null;
  const name = person.firstName || person.emailAddress;
  return (
    <div className="sh-person">
      <div className="sh-person-line">
        <Avatar name={name} />
        <span className="sh-person-name" title={person.emailAddress}>
          <strong>{name}</strong>
          <small>Administrator</small>
        </span>
        <ScreenLink
          className="sh-help-link"
          path={SHELL_SCREENS.help.path}
          title="Help"
          aria-label="Help"
          onClick={onFollow}
        >
          ?
        </ScreenLink>
        <ThemeToggle />
      </div>
      <button type="button" className="sh-side-link" title="Logout" onClick={() => void logout()}>
        <LogOut size={18} />
        <span>Logout</span>
      </button>
    </div>
  );
}
