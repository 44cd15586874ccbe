import { addressOf, type FailedWorkKind, type FailedWorkRow, failedWorkCalls } from '@partnerdesk/contracts';
import { Button, EmptyState, ErrorState, formatCount, Moment, useAlerts } from '@partnerdesk/web';
import { Grid, type GridColumn, useGridParams } from '@partnerdesk/web/grid';
import { useGetFailedWorkPageQuery, useRetryWorkMutation } from './failed-work.api';

/** More rows than this end below the window anyway. */
const MOST_EXPECTED = 10;

/** A page of one kind of failed work, with Retry for each and for all. */
export function FailedWorkList({ kind, count }: { kind: FailedWorkKind; count: number }) {
  const { grid, toPage, show } = useGridParams();
  const query = useGetFailedWorkPageQuery({ kind, page: grid.page }, { refetchOnMountOrArgChange: true });
  const { retry, isRetrying } = useRetry(kind);
  const { currentData, isError, isFetching } = query;
  if (isError && !isFetching)
    return <ErrorState text="The list could not be loaded." onRetry={() => query.refetch()} />;
  const rows = currentData?.rows;
  // Of other pages the server alone knows what may be.
  const isAll = grid.page === 1 && !currentData?.more;
  const mayRetryAll = rows !== undefined && (!isAll || rows.some((row) => row.retry === 'with-all'));
  return (
    <Grid
      caption="Failed work"
      head={<span>{kind === 'waiting-events' ? 'The oldest first' : 'The latest first'}</span>}
      columns={columnsFor(isRetrying, retry)}
      rows={rows}
      expected={Math.min(count, MOST_EXPECTED)}
      rowKey={({ id }) => id}
      empty={<EmptyState text="Nothing is left on this page." />}
      params={grid}
      onShow={show}
      onPage={toPage}
      hasNext={currentData?.more ?? false}
      tools={
        <>
          <a
            className="btn btn-outline-primary btn-sm"
            href={addressOf(failedWorkCalls[kind].export)}
            download
          >
            Export CSV
          </a>
          <Button size="sm" disabled={isRetrying || !mayRetryAll} onClick={() => retry()}>
            Retry all
          </Button>
        </>
      }
    />
  );
}

/** Asks the server to begin again, and says what came of it. */
function useRetry(kind: FailedWorkKind) {
  const alerts = useAlerts();
  const [retryWork, { isLoading: isRetrying }] = useRetryWorkMutation();
  const retry = async (id?: string) => {
    // What fails raises its alert already.
    const { data } = await retryWork({ kind, id });
    if (!data) return;
    const { retried, left } = data;
    if (retried > 0) alerts.success(`${formatCount(retried)} tried again${leftText(left)}`);
    else alerts.warning('Nothing has changed: it can’t be done yet, or was tried again already');
  };
  return { retry, isRetrying };
}

const leftText = (left: number) => (left > 0 ? `, ${formatCount(left)} are as they were` : '');

const columnsFor = (disabled: boolean, onRetry: (id: string) => void): GridColumn<FailedWorkRow>[] => [
  {
    header: 'What',
    rowHeader: true,
    className: 'pd-words',
    cell: ({ what, id, content }) => (
      <>
        {what || id}
        {content && <code className="sh-failed-content">{content}</code>}
      </>
    ),
  },
  { header: 'Why', className: 'pd-words', cell: ({ reason }) => reason },
  { header: 'When', cell: ({ at }) => <Moment at={at} /> },
  { header: 'Details', cell: (row) => detailsOf(row) },
  {
    key: 'retry',
    header: <span className="visually-hidden">Retry</span>,
    cell: ({ id, retry }) =>
      retry === 'never' ? (
        <span className="pd-field-hint">Refused for good</span>
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

const detailsOf = ({ line, attempts }: FailedWorkRow) =>
  [
    line !== undefined && `line ${formatCount(line)}`,
    attempts !== undefined && attempts > 1 && `${formatCount(attempts)} times`,
  ]
    .filter(Boolean)
    .join(', ');
