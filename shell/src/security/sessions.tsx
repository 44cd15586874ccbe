import { Badge, Button, Moment, QueryView, singleClick, useAlerts } from '@partnerdesk/web';
import { useEndOtherSessionsMutation, useEndSessionMutation, useGetSessionsQuery } from './security.api';

/** Where the person is signed in. */
export function Sessions() {
  const alerts = useAlerts();
  const query = useGetSessionsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [end] = useEndSessionMutation();
  const [endOthers, { isLoading }] = useEndOtherSessionsMutation();
  const signOut = async () => {
    if (!(await endOthers()).error) alerts.success('You are signed out everywhere else');
  };
  return (
    <QueryView query={query} failure="Your sessions could not be loaded.">
      {(sessions) => (
        <>
          <ul className="sh-rows">
            {sessions.map(({ id, current, device, place, lastSeenAt }) => (
              <li key={id}>
                <span>
                  <strong>{device}</strong>, {place}, last seen <Moment at={lastSeenAt} />
                </span>
                {current ? (
                  <Badge tone="good">This session</Badge>
                ) : (
                  <Button
                    variant="outline-primary"
                    size="sm"
                    aria-label={`End session: ${device}, ${place}`}
                    onClick={singleClick(() => void end(id))}
                  >
                    End session
                  </Button>
                )}
              </li>
            ))}
          </ul>
          <Button
            variant="outline-primary"
            aria-disabled={isLoading || sessions.length < 2}
            onClick={() => sessions.length > 1 && void signOut()}
          >
            Sign out everywhere else
          </Button>
        </>
      )}
    </QueryView>
  );
}
