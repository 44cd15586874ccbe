import { type AccountKind, maySee, REMOTE_SCREENS } from '@partnerdesk/contracts';
import { Link, useSession } from '@partnerdesk/web';

const PATHS = { staff: '/staff', member: '/members' } as const satisfies Partial<Record<AccountKind, string>>;

/** The id of a person, as a link to their account for those who may open it. */
export function AccountLink({ kind, id }: { kind: keyof typeof PATHS; id: number }) {
  const session = useSession();
  const path = PATHS[kind];
  const screen = REMOTE_SCREENS.accounts.find((each) => each.path === path);
  if (!screen || !maySee(screen.access, session)) return id;
  return <Link to={`${path}?type=1&q=${id}&id=${id}`}>{id}</Link>;
}
