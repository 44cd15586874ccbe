import { Link, useConfiguration, useSession } from '@partnerdesk/web';

/** Whose site it is, the screens that help, and what was agreed to. */
export function Footer() {
  const { productName, version, today } = useConfiguration();
  const person = useSession();
  return (
    <footer className="sh-footer">
      <div className="sh-inner">
        <span>
          © {today.slice(0, 4)} {productName} {version}
        </span>
        <ul>
          {person && (
            <li>
              <Link to="/help">Help</Link>
            </li>
          )}
          <li>
            <Link to="/faq">FAQ</Link>
          </li>
          <li>
            <Link to="/contact">Contact</Link>
          </li>
          <li>
            <Link to="/terms">Terms</Link>
          </li>
        </ul>
      </div>
    </footer>
  );
}
