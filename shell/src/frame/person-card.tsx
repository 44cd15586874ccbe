import {
  maySee,
  REMOTE_MENUS,
  REMOTE_SCREENS,
  type SessionInfo,
  SHELL_SCREENS,
} from '@partnerdesk/contracts';
import { Avatar, ThemeToggle, useSession } from '@partnerdesk/web';
import { LogOut } from '@partnerdesk/web/icons';
import { useLogout } from '../login/use-logout';
import { ScreenLink } from '../menus/screen-link';
import { SideLink } from '../menus/side-menu';

const TAX_FORMS = '/tax-forms';

const MENU: readonly string[] = REMOTE_MENUS.accounts.flatMap(({ path }) => path ?? []);

/** Screens of the office that the menu of docs/PRODUCT.md §2 has no place for. */
const SETTINGS = [
  ...REMOTE_SCREENS.accounts.filter(({ path }) => !MENU.includes(path)),
  ...REMOTE_SCREENS.payroll.filter(({ path }) => path === TAX_FORMS),
  SHELL_SCREENS.security,
];

/** Clerks find the tax forms on the payroll screens; those who see none of these find them here. */
const isElsewhere = (path: string, { permissions }: SessionInfo) =>
  path === TAX_FORMS && permissions.includes('payroll');

/** The settings that the person may see. */
export function SettingsMenu({ onFollow }: { onFollow: () => void }) {
  const person = useSession();
  if (!person) return null;
  return (
    <ul className="sh-side-menu sh-settings">
      {SETTINGS.filter(({ path, access }) => maySee(access, person) && !isElsewhere(path, person)).map(
        ({ path, title }) => (
          <SideLink key={path} label={title} path={path} onFollow={onFollow} />
        ),
      )}
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
        <LogOut size={18} aria-hidden="true" />
        <span>Logout</span>
      </button>
    </div>
  );
}
