import {
  POSTBACK_EVENT_TEXT,
  POSTBACK_LOG_ROWS,
  type PostbackCallRow,
  type PostbackCallState,
} from '@partnerdesk/contracts';
import {
  Badge,
  type BadgeTone,
  Button,
  type Column,
  DataTable,
  EmptyState,
  Moment,
  Panel,
  QueryView,
} from '@partnerdesk/web';
import { useGetPostbackCallsQuery, useTestPostbackMutation } from './postbacks.api';

/** While a call waits for its first try, its outcome is asked for so often (ms). */
const POLL_MS = 2000;

const STATES: Record<PostbackCallState, { tone: BadgeTone; text: string }> = {
  waiting: { tone: 'caution', text: 'Waiting' },
  delivered: { tone: 'good', text: 'Delivered' },
  failed: { tone: 'bad', text: 'Failed' },
  cancelled: { tone: 'neutral', text: 'Cancelled' },
};

/** The latest calls with what came of them, and the button of the test. */
export function CallLog({ active }: { active: boolean }) {
  const calls = useGetPostbackCallsQuery();
  const isPending = calls.data?.some(({ state, attempts }) => state === 'waiting' && attempts === 0) ?? false;
  useGetPostbackCallsQuery(undefined, { pollingInterval: isPending ? POLL_MS : 0 });
  const [test, { isLoading }] = useTestPostbackMutation();
  const button = active && (
    <Button
      size="sm"
      variant="outline-primary"
      aria-disabled={isLoading}
      onClick={() => !isLoading && void test()}
    >
      Send test call
    </Button>
  );
  return (
    <Panel title={`Last ${POSTBACK_LOG_ROWS} calls`} actions={button}>
      <QueryView query={calls} failure="The calls could not be loaded.">
        {(rows) =>
          rows.length === 0 ? <EmptyState text="No call was made yet" /> : <CallTable rows={rows} />
        }
      </QueryView>
    </Panel>
  );
}

function CallTable({ rows }: { rows: readonly PostbackCallRow[] }) {
  const columns: Column<PostbackCallRow>[] = [
    { header: 'When', cell: (row) => <Moment at={row.createdAt} />, rowHeader: true },
    { header: 'Event', cell: (row) => POSTBACK_EVENT_TEXT[row.event] ?? row.event },
    {
      header: 'State',
      cell: ({ state }) => (
        <Badge tone={STATES[state]?.tone ?? 'neutral'}>{STATES[state]?.text ?? state}</Badge>
      ),
    },
    { header: 'Answer', cell: (row) => answerOf(row) },
    { header: 'Tries', cell: (row) => row.attempts, numeric: true },
    { header: 'Next try', cell: (row) => row.nextAt && row.attempts > 0 && <Moment at={row.nextAt} /> },
    { header: 'Address', cell: (row) => <code>{row.address}</code>, className: 'aff-called' },
  ];
  return <DataTable stacked caption="Calls" columns={columns} rows={rows} rowKey={(row) => row.id} />;
}

const answerOf = ({ status, reason, durationMs }: PostbackCallRow) =>
  durationMs === null ? '' : `${reason || status} (${durationMs} ms)`;
