import {
  dismissAlertsOfOtherScreens,
  markNavigation,
  useAppDispatch,
  useLocation,
  useNavigationType,
} from '@partnerdesk/web';
import { useEffect, useRef } from 'react';

/** A new screen starts at its top, without the alerts of the one before; Back keeps the browser's own position. */
export function useNavigationEffects(): void {
  const dispatch = useAppDispatch();
  const { pathname } = useLocation();
  const navigationType = useNavigationType();
  const before = useRef(pathname);
  if (before.current !== pathname) markNavigation();
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    dispatch(dismissAlertsOfOtherScreens(pathname));
    if (navigationType !== 'POP') window.scrollTo(0, 0);
  }, [dispatch, pathname, navigationType]);
}
