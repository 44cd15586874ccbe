import type { ReactNode } from 'react';
import { Footer } from './footer';
import './site.css';
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
