import type { QueueName } from '@partnerdesk/contracts';
import { formatAge, formatCount } from '@partnerdesk/web';
import { UndoTray } from '../decisions/undo-tray';
import type { Decisions } from '../decisions/use-decisions';
import { useGetProgressQuery } from '../moderation.api';

interface QueueLineProps {
  queue: QueueName;
  decisions: Pick<Decisions, 'busy' | 'undo' | 'trayOpen' | 'toggleTray'>;
}

/** How far the queue is, and the last decisions with the way to take them back. */
export function QueueLine({ queue, decisions: { busy, undo, trayOpen, toggleTray } }: QueueLineProps) {
  const { data: progress } = useGetProgressQuery(queue);
  return (
    <div className="mod-queue-line">
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
      <UndoTray busy={busy} undo={undo} trayOpen={trayOpen} toggleTray={toggleTray} />
    </div>
  );
}
