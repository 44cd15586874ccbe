import type { FailedWorkKind, FailedWorkRow } from '@partnerdesk/contracts';
import { Button, EmptyState, formatCount, Moment, Pager, QueryView, useAlerts } from '@partnerdesk/web';
import { useState } from 'react';
import { useGetFailedWorkPageQuery, useRetryWorkMutation } from './failed-work.api';

/** A page of one kind of failed work, with Retry for each and for all. */
export function FailedWorkList({ kind }: { kind: FailedWorkKind }) {
  const [page, setPage] = useState(1);
  const query = useGetFailedWorkPageQuery({ kind, page }, { refetchOnMountOrArgChange: true });
  const { retry, isRetrying } = useRetry(kind);
  return (
    <QueryView query={{ ...query, data: query.currentData }} failure="The list could not be loaded.">
      {({ rows, more }) => (
        <>
          <div className="pd-actions sh-failed-actions">
            <Button
              disabled={isRetrying || !rows.some((row) => row.retry === 'with-all')}
              onClick={() => retry()}
            >
              Retry all
            </Button>
          </div>
          <Rows rows={rows} disabled={isRetrying} onRetry={retry} />
          <Pager page={page} hasNext={more} onPage={setPage} />
        </>
      )}
    </QueryView>
  );
}

/** Asks the server to begin again, and says what came of it. */
function useRetry(kind: FailedWorkKind) {
  const alerts = useAlerts();
  const [retryWork, { isLoading: isRetrying }] = useRetryWorkMutation();
  const retry = async (id?: string) => {
    // What fails raises its alert already.
    const { data } = await retryWork({ kind, ...(id && { id }) });
    if (!data) return;
    const { retried, left } = data;
    if (retried > 0) alerts.success(`${formatCount(retried)} tried again${leftText(left)}`);
    else alerts.warning('Nothing has changed: it can’t be done yet, or was tried again already');
  };
  return { retry, isRetrying };
}

const leftText = (left: number) => (left > 0 ? `, ${formatCount(left)} are as they were` : '');

interface RowsProps {
  rows: readonly FailedWorkRow[];
  disabled: boolean;
  onRetry: (id: string) => void;
}

function Rows({ rows, disabled, onRetry }: RowsProps) {
  if (rows.length === 0) return <EmptyState text="Nothing is left on this page." />;
  return (
    <ul className="sh-failed-work" aria-label="Failed work">
      {rows.map((row) => (
        <li key={row.id} className="sh-failed-item">
          <Item {...row} />
          {row.retry === 'never' ? (
            <span className="pd-field-hint">Refused for good</span>
          ) : (
            <Button
              variant="outline-primary"
              size="sm"
              aria-label={`Retry ${row.id}`}
              disabled={disabled}
              onClick={() => onRetry(row.id)}
            >
              {row.retry === 'alone' ? 'Send again' : 'Retry'}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

function Item({ what, id, at, reason, attempts, line, content }: FailedWorkRow) {
  const facts = [
    line !== undefined && `line ${formatCount(line)}`,
    attempts !== undefined && attempts > 1 && `${formatCount(attempts)} times`,
  ].filter(Boolean);
  return (
    <div>
      <strong>{what || id}</strong> {reason}
      <div className="pd-field-hint">
        <Moment at={at} />
        {facts.map((fact) => `, ${fact}`)}
      </div>
      {content && <code className="sh-failed-content">{content}</code>}
    </div>
  );
}
