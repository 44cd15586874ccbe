import { Link, Motif, useConfiguration, useSession } from '@partnerdesk/web';

/** Mark and name; leads to the dashboard when signed in, otherwise to the home page (docs/PRODUCT.md §2). */
export function Logo() {
  const person = useSession();
  const { productName } = useConfiguration();
  return (
    <Link className="sh-logo" to={person ? '/dashboard' : '/'}>
      <Motif size={28} />
      <span>{productName}</span>
    </Link>
  );
}
