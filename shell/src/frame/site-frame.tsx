import './site.css';
import { Link, useConfiguration, useSession } from '@partnerdesk/web';
import type { ReactNode } from 'react';
import { SiteHeader } from './site-header';

/** The frame of visitors and affiliates: header, content and footer of one width. */
export function SiteFrame({ children }: { children: ReactNode }) {
  return (
    <div className="sh-site">
      <SiteHeader />
      {children}
      <Footer />
    </div>
  );
}

/** Whose site it is, the screens that help, and what was agreed to. */
function Footer() {
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
