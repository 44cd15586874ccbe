import type { QueueName } from '@partnerdesk/contracts';
import { Button, formatAge, formatCount } from '@partnerdesk/web';
import { useRef } from 'react';
import type { Decisions } from '../decisions/use-decisions';
import { useGetProgressQuery } from '../moderation.api';

interface QueueLineProps {
  queue: QueueName;
  decisions: Pick<Decisions, 'last' | 'busy' | 'undo'>;
}

/** How far the queue is, and the last decision with the way to take it back. Its space is always reserved, so nothing moves. */
export function QueueLine({ queue, decisions: { last, busy, undo } }: QueueLineProps) {
  const { data: progress } = useGetProgressQuery(queue);
  const lineRef = useRef<HTMLDivElement>(null);
  return (
    // Undo takes its button away: the focus stays beside it.
    <div className="mod-queue-line" ref={lineRef} tabIndex={-1}>
      <span>
        {progress && (
          <>
            <strong>{formatCount(progress.left)}</strong> left
            <span className="mod-further">
              , {formatCount(progress.doneToday)} done today
              {progress.oldest && `, oldest ${formatAge(progress.oldest)}`}
            </span>
          </>
        )}
      </span>
      <span className="mod-last" role="status" title={last}>
        {last}
      </span>
      {last && (
        <Button
          variant="outline-primary"
          size="sm"
          aria-disabled={busy}
          onClick={() => {
            lineRef.current?.focus();
            void undo();
          }}
        >
          Undo{' '}
          <span className="mod-key" aria-hidden="true">
            U
          </span>
        </Button>
      )}
    </div>
  );
}
