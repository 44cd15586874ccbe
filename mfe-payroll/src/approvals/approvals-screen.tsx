import type { PayrollApproval } from '@partnerdesk/contracts';
import {
  Button,
  type Column,
  DataTable,
  EmptyState,
  formatCount,
  formatInstant,
  formatUsd,
  Panel,
  QueryView,
  Screen,
  useConfiguration,
  useSearchParams,
} from '@partnerdesk/web';
import '../payroll/payroll.css';
import { ApprovalDetails, StateBadge, subjectOf } from './approval-details';
import { useListApprovalsQuery } from './approvals.api';

const POLL_MS = 5000;

/** What waits for a second person, and what became of earlier requests. Which one is open stands in the address. */
export function ApprovalsScreen() {
  const [params, setParams] = useSearchParams();
  const opened = params.get('request');
  return (
    <Screen
      title="Payroll approvals"
      lead="What one person prepared is executed once another one has approved it."
    >
      {opened ? (
        <ApprovalDetails id={opened} onClose={() => setParams({})} />
      ) : (
        <ApprovalList onOpen={(approvalID) => setParams({ request: String(approvalID) })} />
      )}
    </Screen>
  );
}

function ApprovalList({ onOpen }: { onOpen: (approvalID: number) => void }) {
  const query = useListApprovalsQuery(undefined, {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  return (
    <QueryView query={query} failure="The requests could not be loaded." stays>
      {(requests) => {
        const waiting = requests.filter(({ state }) => state === 'waiting');
        const decided = requests.filter(({ state }) => state !== 'waiting');
        return (
          <>
            <Panel title="Waiting">
              {waiting.length === 0 ? (
                <EmptyState text="Nothing waits for a second person." />
              ) : (
                <Requests caption="Waiting requests" requests={waiting} onOpen={onOpen} />
              )}
            </Panel>
            {decided.length > 0 && (
              <Panel title="Decided recently">
                <Requests caption="Decided requests" requests={decided} onOpen={onOpen} />
              </Panel>
            )}
          </>
        );
      }}
    </QueryView>
  );
}

interface RequestsProps {
  caption: string;
  requests: readonly PayrollApproval[];
  onOpen: (approvalID: number) => void;
}

function Requests({ caption, requests, onOpen }: RequestsProps) {
  const { businessTimezone } = useConfiguration();
  const columns: Column<PayrollApproval>[] = [
    { header: 'Request', cell: ({ approvalID }) => approvalID, numeric: true },
    { header: 'For', cell: subjectOf, rowHeader: true },
    { header: 'State', cell: (request) => <StateBadge state={request.state} /> },
    { header: 'Payments', cell: ({ rows }) => formatCount(rows), numeric: true },
    { header: 'Sum', cell: ({ amount }) => formatUsd(amount), numeric: true, besideName: true },
    {
      header: 'Prepared',
      cell: ({ preparedBy, preparedAt }) => `${preparedBy}, ${formatInstant(preparedAt, businessTimezone)}`,
    },
    {
      key: 'open',
      header: <span className="visually-hidden">Action</span>,
      cell: ({ approvalID, state, own }) => (
        <Button
          variant="outline-primary"
          size="sm"
          aria-label={`Open request ${approvalID}`}
          onClick={() => onOpen(approvalID)}
        >
          {state === 'waiting' && !own ? 'Review' : 'Open'}
        </Button>
      ),
    },
  ];
  return (
    <DataTable
      stacked
      caption={caption}
      columns={columns}
      rows={requests}
      rowKey={({ approvalID }) => approvalID}
      onRow={({ approvalID }) => onOpen(approvalID)}
    />
  );
}
