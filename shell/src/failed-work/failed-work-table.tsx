import type { FailedWorkKind, FailedWorkRow } from '@partnerdesk/contracts';
import {
  Button,
  type Column,
  DataTable,
  EmptyState,
  formatCount,
  formatMoment,
  Pager,
  QueryView,
  useAlerts,
  useConfiguration,
} from '@partnerdesk/web';
import { useState } from 'react';
import { useGetFailedWorkPageQuery, useRetryWorkMutation } from './failed-work.api';

/** A page of one kind of failed work, with Retry for each and for all. */
export function FailedWorkTable({ kind }: { kind: FailedWorkKind }) {
  const [page, setPage] = useState(1);
  const query = useGetFailedWorkPageQuery({ kind, page }, { refetchOnMountOrArgChange: true });
  const { retry, isRetrying } = useRetry(kind);
  return (
    <QueryView query={{ ...query, data: query.currentData }} failure="The list could not be loaded.">
      {({ rows, more }) => (
        <>
          <div className="pd-actions">
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
  const { businessTimezone } = useConfiguration();
  if (rows.length === 0) return <EmptyState text="Nothing is left on this page." />;
  const columns: Column<FailedWorkRow>[] = [
    { header: 'When', cell: ({ at }) => <time dateTime={at}>{formatMoment(at, businessTimezone)}</time> },
    { header: 'What', rowHeader: true, cell: (row) => <What {...row} /> },
    { header: 'Reason', cell: ({ reason }) => reason },
    {
      header: 'Action',
      cell: ({ id, retry }) =>
        retry === 'never' ? (
          'Refused for good'
        ) : (
          <Button
            variant="outline-primary"
            size="sm"
            aria-label={`Retry ${id}`}
            disabled={disabled}
            onClick={() => onRetry(id)}
          >
            {retry === 'alone' ? 'Send again' : 'Retry'}
          </Button>
        ),
    },
  ];
  return <DataTable caption="Failed work" columns={columns} rows={rows} rowKey={({ id }) => id} />;
}

function What({ what, id, attempts, line, content }: FailedWorkRow) {
  return (
    <>
      {what || id}
      <div className="pd-field-hint">
        {line !== undefined && `line ${formatCount(line)} `}
        {attempts !== undefined && attempts > 1 && `${formatCount(attempts)} times`}
      </div>
      {content && <code className="sh-failed-content">{content}</code>}
    </>
  );
}
