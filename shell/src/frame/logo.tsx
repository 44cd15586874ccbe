import { Link, useConfiguration, useSession } from '@partnerdesk/web';

/** Mark and name; leads to the dashboard when signed in, otherwise to the home page (docs/PRODUCT.md §2). */
export function Logo() {
  const person = useSession();
  const { productName } = useConfiguration();
  return (
    <Link className="sh-logo" to={person ? '/dashboard' : '/'}>
      <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="currentColor" />
        <path
          d="M9 24V8h8.2a5.4 5.4 0 0 1 0 10.8H13"
          fill="none"
          stroke="var(--pd-on-accent)"
          strokeWidth="3"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <circle cx="22.5" cy="23" r="2.5" fill="#e2ad57" />
      </svg>
      <span>{productName}</span>
    </Link>
  );
}
