import type { AccountKind } from '@partnerdesk/contracts';
import { Link, useMayOpen } from '@partnerdesk/web';

const PATHS = { staff: '/staff', member: '/members' } as const satisfies Partial<Record<AccountKind, string>>;

/** A person whose pictures are judged. */
export interface Owner {
  kind: keyof typeof PATHS;
  id: number;
}

/** Makes the address of a person's account; it answers undefined where the session may not open accounts. */
export function useAccountPath() {
  const mayOpen = useMayOpen();
  return ({ kind, id }: Owner): string | undefined => {
    const path = PATHS[kind];
    return mayOpen(path) ? `${path}?type=1&q=${id}&id=${id}` : undefined;
  };
}

/** The id of a person, as a link to their account for those who may open it. */
export function AccountLink(owner: Owner) {
  const path = useAccountPath()(owner);
  return path ? <Link to={path}>{owner.id}</Link> : owner.id;
}
