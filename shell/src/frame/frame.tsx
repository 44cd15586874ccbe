import { ROLE } from '@partnerdesk/contracts';
import { AlertHost, ConfirmationHost, UndoHost, useAppSelector, useSession } from '@partnerdesk/web';
import type { ReactNode } from 'react';
import { SessionExpired } from '../login/session-expired';
import { useNavigationEffects } from '../routing/use-navigation-effects';
import { ScreenOutlet } from './screen-outlet';
import './frame.css';
import { OfficeFrame } from './office-frame';
import { SiteFrame } from './site-frame';

/** What every screen stands in: a sidebar for the office, a top bar for everyone else. */
export function Frame() {
  useNavigationEffects();
  const expired = useAppSelector((state) => state.session.expired);
  const inOffice = useSession()?.affRole === ROLE.admin;
  const RoleFrame: (props: { children: ReactNode }) => ReactNode = inOffice ? OfficeFrame : SiteFrame;
  return (
    <>
      <a className="sh-skip" href="#main">
        Skip to the content
      </a>
      {!expired && <AlertHost />}
      <RoleFrame>
        <main id="main" className="sh-main" tabIndex={-1}>
          <ScreenOutlet />
        </main>
      </RoleFrame>
      <UndoHost />
      <SessionExpired />
      <ConfirmationHost />
    </>
  );
}
