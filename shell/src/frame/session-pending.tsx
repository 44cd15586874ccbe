import { ErrorState, getSession, ScreenSkeleton, useAppDispatch, useLocation } from '@partnerdesk/web';
import { shapeOf } from '../routing/screen-shape';

/** Stands in for the screen until the server has said who is signed in. */
export function SessionPending() {
  const dispatch = useAppDispatch();
  const { pathname } = useLocation();
  const { isError } = getSession.useQueryState();
  if (!isError) return <ScreenSkeleton shape={shapeOf(pathname)} />;
  const retry = () => dispatch(getSession.initiate(undefined, { forceRefetch: true }));
  return <ErrorState text="The site could not find out who is logged in." onRetry={retry} />;
}
