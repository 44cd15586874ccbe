import { useConfiguration } from '@partnerdesk/web';
import { Link } from 'react-router-dom';

/** Whose site it is, and the two screens that help. */
export function Footer() {
  const { productName, today } = useConfiguration();
  return (
    <footer className="pd-footer">
      <div className="pd-inner">
        <span>
          © {today.slice(0, 4)} {productName}
        </span>
        <ul>
          <li>
            <Link to="/faq">FAQ</Link>
          </li>
          <li>
            <Link to="/contact">Contact</Link>
          </li>
        </ul>
      </div>
    </footer>
  );
}
