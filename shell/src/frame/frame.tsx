import { AlertHost, useAppSelector } from '@partnerdesk/web';
import { SessionExpired } from '../login/session-expired';
import { ScreenOutlet } from '../routing/screen-outlet';
import { useNavigationEffects } from '../routing/use-navigation-effects';
import { Footer } from './footer';
import { Header } from './header';

/** What every screen stands in. */
export function Frame() {
  useNavigationEffects();
  const expired = useAppSelector((state) => state.session.expired);
  return (
    <>
      <a className="pd-skip" href="#main">
        Skip to the content
      </a>
      <Header />
      {!expired && <AlertHost />}
      <main id="main" className="pd-main" tabIndex={-1}>
        <div className="pd-inner">
          <ScreenOutlet />
        </div>
      </main>
      <Footer />
      <SessionExpired />
    </>
  );
}
