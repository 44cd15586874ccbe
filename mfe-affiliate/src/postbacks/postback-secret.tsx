import { Button, CopyLine, Panel } from '@partnerdesk/web';
import { useRenewPostbackSecretMutation } from './postbacks.api';

interface PostbackSecretProps {
  /** Just made, shown this once. */
  secret: string | undefined;
  onSecret: (secret: string) => void;
}

/** By which the receiver proves that a call is ours. */
export function PostbackSecret({ secret, onSecret }: PostbackSecretProps) {
  const [renew, { isLoading }] = useRenewPostbackSecretMutation();
  const make = async () => {
    const made = await renew()
      .unwrap()
      .catch(() => undefined);
    // A failure has raised its alert.
    if (made?.secret) onSecret(made.secret);
  };
  return (
    <Panel title="Signature">
      <p>
        Each call carries X-Timestamp and X-Signature, the hex HMAC-SHA256 of the timestamp, a point, GET, a
        space, path and query, a line feed, and X-Content-SHA256, by your secret. A call that comes again has
        the same {'{id}'}.
      </p>
      {secret ? (
        <>
          <p role="status">Keep this secret where only your server finds it. It is shown this once.</p>
          <CopyLine text={secret} what="secret" label="Secret" />
        </>
      ) : (
        <Button variant="outline-primary" aria-disabled={isLoading} onClick={() => !isLoading && void make()}>
          Make another secret
        </Button>
      )}
    </Panel>
  );
}
