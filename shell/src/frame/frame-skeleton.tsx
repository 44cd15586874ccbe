import { ROLE } from '@partnerdesk/contracts';
import { readSessionCopy, ScreenSkeleton } from '@partnerdesk/web';
import { shapeOf } from '../routing/screen-shape';

/** The frame and its screen before either is there; by the browser's copy of the session, which is right nearly always. */
export function FrameSkeleton({ label }: { label?: string }) {
  const inOffice = readSessionCopy()?.affRole === ROLE.admin;
  return (
    <div className={inOffice ? 'sh-start sh-start-office' : 'sh-start'}>
      <ScreenSkeleton shape={shapeOf(location.pathname)} label={label} />
    </div>
  );
}
