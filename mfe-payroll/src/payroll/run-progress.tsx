import type { PayrollRun } from '@partnerdesk/contracts';
import { Button, ErrorState, formatCount, Panel, Skeleton } from '@partnerdesk/web';
import { useCancelRunMutation } from './payroll.api';
import { counted } from './texts';

const DOING = {
  generate: 'Generating payroll',
  execute: 'Executing payroll',
  request: 'Preparing the request',
  report: 'Gathering the report',
};

/** Where a run will stand while it is loading, or with a way to try again. */
export function RunPlace({ failed, retry }: { failed: boolean; retry: () => void }) {
  return (
    <Panel className={failed ? '' : 'pay-run-place'}>
      {failed ? (
        <ErrorState text="This run could not be loaded." onRetry={retry} />
      ) : (
        <Skeleton>
          {PLACES.map((place) => (
            <p key={place}>…</p>
          ))}
        </Skeleton>
      )}
    </Panel>
  );
}

const PLACES = [1, 2, 3, 4, 5, 6];

/** How far a run is, with a way to end it; and why one that ended early did. */
export function RunProgress({ run }: { run: PayrollRun | undefined }) {
  const [cancel] = useCancelRunMutation();
  if (!run) return null;
  if (run.state === 'failed') return <ErrorState text={run.error} />;
  if (run.state === 'cancelled') {
    return (
      <p role="status">
        Cancelled after {formatCount(run.progress.done)} of {counted(run.progress.total, 'person')}.
      </p>
    );
  }
  if (run.state === 'completed') return null;
  const { done, total } = run.progress;
  return (
    <div className="pay-bar" role="status">
      <span>
        {DOING[run.kind]}: {formatCount(done)} of {counted(total, 'person')}
      </span>
      <progress className="pay-progress" max={Math.max(1, total)} value={done} aria-label={DOING[run.kind]} />
      <Button
        variant="outline-primary"
        size="sm"
        disabled={run.cancelling}
        onClick={() => void cancel(run.id)}
      >
        {run.cancelling ? 'Cancelling…' : 'Cancel'}
      </Button>
    </div>
  );
}
