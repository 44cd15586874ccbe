import './frame.css';
import { ROLE, type Visitor } from '@partnerdesk/contracts';
import { AlertHost, ConfirmationHost, ErrorBoundary, useSession } from '@partnerdesk/web';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { JumpProvider } from '../jump/jump';
import { loadLogin, SessionExpired } from '../login/lazy-login';
import { RemoteTrouble } from '../remotes/remote-trouble';
import { useNavigationEffects } from '../routing/use-navigation-effects';
import { FrameSkeleton } from './frame-skeleton';
import { ScreenOutlet } from './screen-outlet';
import { SiteFrame } from './site-frame';

/** A chunk of its own: most people who sign in are affiliates. */
const loadOfficeFrame = () => import('./office-frame');
const OfficeFrame = lazy(() => loadOfficeFrame().then((module) => ({ default: module.OfficeFrame })));

/** Starts to load what the frame of a person (null: a visitor) needs, beside the configuration. */
export function prepareFrame(person: Visitor | null): void {
  const loading = person?.affRole === ROLE.admin ? loadOfficeFrame() : !person && loadLogin();
  // A failure shows where it is needed.
  if (loading) loading.catch(() => undefined);
}

/** What every screen stands in: a sidebar for the office, a top bar for everyone else. */
export function Frame() {
  useNavigationEffects();
  const inOffice = useSession()?.affRole === ROLE.admin;
  const RoleFrame: ComponentType<{ children: ReactNode }> = inOffice ? OfficeFrame : SiteFrame;
  return (
    <>
      {/* No link: that would be an entry of the history, which the question about unsaved edits miscounts. */}
      <button type="button" className="btn sh-skip" onClick={() => document.getElementById('main')?.focus()}>
        Skip to the content
      </button>
      <AlertHost />
      <ErrorBoundary fallback={() => <RemoteTrouble onRetry={() => location.reload()} />}>
        <Suspense fallback={<FrameSkeleton />}>
          <JumpProvider>
            <RoleFrame>
              <main id="main" className="sh-main" tabIndex={-1}>
                <ScreenOutlet />
              </main>
            </RoleFrame>
          </JumpProvider>
          <SessionExpired />
        </Suspense>
      </ErrorBoundary>
      <ConfirmationHost />
    </>
  );
}
