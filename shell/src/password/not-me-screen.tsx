import { Button, Link, Panel, Screen, useSearchParams } from '@partnerdesk/web';
import { useDenyChangeMutation } from './password.api';

/** Where the mail about a changed password or email leads: only the button does something, mail programs follow links. */
export function NotMeScreen() {
  const [params] = useSearchParams();
  const [deny, { data, isLoading }] = useDenyChangeMutation();
  return (
    <Screen
      title="This wasn’t me"
      lead="Somebody else has changed the password or email of your account? Sign out everywhere first."
      narrow
    >
      <Panel>
        {data ? (
          <p role="status">{data.response}</p>
        ) : (
          <Button
            aria-disabled={isLoading}
            onClick={() => !isLoading && void deny({ Token: params.get('token') ?? '' })}
          >
            Sign out everywhere
          </Button>
        )}
        {data?.isSuccessful && (
          <p className="mb-0">
            <Link to="/restore-password">Set a new password</Link>, or <Link to="/contact">write to us</Link>.
          </p>
        )}
      </Panel>
    </Screen>
  );
}
