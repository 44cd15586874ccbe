import { Link, Screen, useLocation, useSession } from '@partnerdesk/web';

/** For addresses that lead nowhere, and for those that the person may not see: the page does not show which. */
export function NotFound() {
  const person = useSession();
  const location = useLocation();
  return (
    <Screen title="Page not found" narrow>
      <p>
        {person
          ? 'There is no such page, or it is not for your account.'
          : 'There is no such page, or you need to log in to see it.'}
      </p>
      <div className="pd-actions">
        {!person && (
          <Link className="btn btn-primary" to="/login" state={{ from: location.pathname + location.search }}>
            Log in
          </Link>
        )}
        <Link className="btn btn-outline-primary" to={person ? '/dashboard' : '/'}>
          Go to the start page
        </Link>
      </div>
    </Screen>
  );
}
