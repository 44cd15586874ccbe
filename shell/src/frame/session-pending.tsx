import { ErrorState, getSession, Loading, useAppDispatch } from '@partnerdesk/web';

/** Stands in for the screen until the server has said who is signed in. */
export function SessionPending() {
  const dispatch = useAppDispatch();
  const { isError } = getSession.useQueryState();
  if (!isError) return <Loading />;
  const retry = () => dispatch(getSession.initiate(undefined, { forceRefetch: true }));
  return <ErrorState text="The site could not find out who is logged in." onRetry={retry} />;
}
