import type { AccountKind } from '@partnerdesk/contracts';
import { Link, useMayOpen } from '@partnerdesk/web';

type LinkInfo = { path: string; label: string; idName: string };

/** Other screens about the same person; each takes the id from its address. */
const LINKS: Record<AccountKind, readonly LinkInfo[]> = {
  affiliate: [{ path: '/affiliate-payroll', label: 'Payroll', idName: 'affID' }],
  staff: [
    { path: '/operators-payroll', label: 'Payroll', idName: 'staffID' },
    { path: '/staff-stats', label: 'Statistics', idName: 'staffID' },
    { path: '/approve-staff', label: 'Approval', idName: 'id' },
    { path: '/photoid', label: 'Photo id', idName: 'staffID' },
    { path: '/profile-images', label: 'Profile pictures', idName: 'staffID' },
    { path: '/gallery-images', label: 'Gallery pictures', idName: 'staffID' },
  ],
  member: [{ path: '/member-images', label: 'Pictures', idName: 'memberID' }],
};

/** Links to the person's payroll and pictures, as far as one may see them. */
export function AccountLinks({ kind, id }: { kind: AccountKind; id: number }) {
  const mayOpen = useMayOpen();
  const links = LINKS[kind].filter(({ path }) => mayOpen(path));
  if (links.length === 0) return null;
  return (
    <ul className="acc-links" aria-label="Elsewhere">
      {links.map(({ path, label, idName }) => (
        <li key={path}>
          <Link to={`${path}?${idName}=${id}`}>{label}</Link>
        </li>
      ))}
    </ul>
  );
}
