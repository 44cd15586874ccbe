import { Button, type Failure } from '@partnerdesk/web';

interface OpenFailureProps {
  /** Why it could not be opened; undefined: it was. */
  failure: Failure | undefined;
  /** Where the server gives no reason that a person may read. */
  text: string;
  onRetry: () => void;
}

/** Says that the open item could not be claimed and read, with a way to try again. */
export function OpenFailure({ failure, text, onRetry }: OpenFailureProps) {
  if (!failure || failure.sessionEnded) return null;
  return (
    <p className="pd-refusal">
      {failure.reason || text}{' '}
      <Button variant="link" className="p-0 align-baseline" onClick={onRetry}>
        Retry
      </Button>
    </p>
  );
}
