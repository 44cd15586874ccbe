/* One request: what is paid by it, what differs, who did what, and the decision about it. */
import {
  type ApprovalDecision,
  type ApprovalKind,
  type ApprovalState,
  NOT_SENT_TO_BANK,
  PAYROLLS,
  type PayrollApproval,
  type PayrollApprovalDetails,
  type PayrollApprovalRow,
  personIdOf,
} from '@partnerdesk/contracts';
import {
  Badge,
  type BadgeTone,
  Button,
  type Column,
  ConfirmDialog,
  formatCount,
  formatDay,
  formatInstant,
  formatUsd,
  isConflict,
  Panel,
  QueryView,
  useAlerts,
  useConfiguration,
  useSession,
} from '@partnerdesk/web';
import { FigureCard, FigureCards, Timeline } from '@partnerdesk/web/parts';
import { VirtualTable } from '@partnerdesk/web/virtual';
import { useEffect, useState } from 'react';
import { ReasonDialog } from '../payroll/reason-dialog';
import { nameColumn, PAYMENT_COLUMN, PERIOD_COLUMN } from '../payroll/row-columns';
import { useRows } from '../payroll/use-run';
import { useDecideMutation, useGetApprovalQuery, useLazyGetApprovalRowsQuery } from './approvals.api';

const POLL_MS = 1000;

/** Everything that a second person consents to: what will be paid, what differs from before, who prepared it. */
export function ApprovalDetails({ id, onClose }: { id: string; onClose: () => void }) {
  const [polls, setPolls] = useState(false);
  const query = useGetApprovalQuery(id, {
    pollingInterval: polls ? POLL_MS : 0,
    refetchOnMountOrArgChange: true,
  });
  // An execution that is under way ends by itself.
  const isActive = query.data?.state === 'approved';
  useEffect(() => setPolls(isActive), [isActive]);
  return (
    <>
      <p>
        <Button variant="link" size="sm" className="p-0" onClick={onClose}>
          All requests
        </Button>
      </p>
      <QueryView query={query} failure="The request could not be loaded.">
        {(request) => (
          <>
            <Panel
              title={`Request ${request.approvalID}: ${subjectOf(request)}`}
              actions={<StateBadge state={request.state} />}
            >
              <Figures request={request} />
              {request.kind === 'discarding' && (
                <p>
                  {request.preparedBy} typed “{NOT_SENT_TO_BANK}”. Discarding the file frees its unpaid
                  payments for another one: if it was sent all the same, they are paid twice.
                </p>
              )}
              {request.kind === 'adjustment' && (
                <p>
                  {request.amount > 0 ? 'Added to the balance' : 'Taken off the balance'} once it is approved.
                  Reason: {request.reason}
                </p>
              )}
              {request.stale > 0 && (
                <p role="alert">
                  {formatCount(request.stale)} of these payments changed since they were prepared, so nothing
                  can be approved: decline it, and have it prepared again.
                </p>
              )}
              <Course request={request} />
              {request.state === 'waiting' && <ApprovalActions request={request} />}
            </Panel>
            {request.kind === 'execution' && <ApprovalRows request={request} />}
          </>
        )}
      </QueryView>
    </>
  );
}

function Figures({ request }: { request: PayrollApprovalDetails }) {
  const { kind, rows, amount } = request;
  return (
    <FigureCards>
      {kind !== 'adjustment' && <FigureCard label="Payments" value={formatCount(rows)} />}
      <FigureCard label="Sum" value={formatUsd(amount)} />
      {markedOf(request).map(([label, value]) => (
        <FigureCard key={label} label={label} value={value} />
      ))}
    </FigureCards>
  );
}

const markedOf = ({ marked }: PayrollApprovalDetails): [label: string, value: string][] =>
  marked
    ? [
        ['New payees', formatCount(marked.newPayees)],
        ['Accounts changed', formatCount(marked.accountsChanged)],
        ['Far from usual', formatCount(marked.unusual)],
        ['Type unknown', formatCount(marked.unknown)],
      ]
    : [];

function Course({ request }: { request: PayrollApprovalDetails }) {
  const { businessTimezone } = useConfiguration();
  const { preparedBy, preparedAt, decidedBy, decidedAt, declinedFor, state, paid, outcomes = {} } = request;
  const entries = [
    {
      key: 'prepared',
      when: formatInstant(preparedAt, businessTimezone),
      title: `Prepared by ${preparedBy}`,
    },
  ];
  if (decidedBy && decidedAt) {
    const done = state === 'declined' ? 'Declined' : state === 'expired' ? 'Found expired' : 'Approved';
    entries.push({
      key: 'decided',
      when: formatInstant(decidedAt, businessTimezone),
      title: `${done} by ${decidedBy}${declinedFor ? `: ${declinedFor}` : ''}`,
    });
  }
  const { executed = 0, changed = 0 } = outcomes;
  return (
    <>
      <Timeline label="Course of the request" entries={entries} />
      {paid !== undefined && (
        <p role="status">
          {formatUsd(paid)} executed for {formatCount(executed)}
          {changed > 0 && `; ${formatCount(changed)} changed meanwhile and were not executed`}.
        </p>
      )}
    </>
  );
}

function ApprovalActions({ request }: { request: PayrollApprovalDetails }) {
  const [asked, setAsked] = useState<'approve' | 'decline'>();
  const mayApprove = useSession()?.permissions.includes('payroll.approve') ?? false;
  const { own, stale } = request;
  const close = () => setAsked(undefined);
  if (!own && !mayApprove) return <p>It waits for somebody with the permission payroll.approve.</p>;
  return (
    <div className="pd-actions">
      {!own && (
        <Button disabled={stale > 0} onClick={() => setAsked('approve')}>
          Approve
        </Button>
      )}
      <Button variant="outline-primary" onClick={() => setAsked('decline')}>
        {own ? 'Take back' : 'Decline'}
      </Button>
      {own && <span className="pd-field-hint">You prepared it: somebody else has to approve it.</span>}
      {asked === 'approve' && <ApproveDialog request={request} onClose={close} />}
      {asked === 'decline' && <DeclineDialog request={request} onClose={close} />}
    </div>
  );
}

interface DecisionProps {
  request: PayrollApprovalDetails;
  onClose: () => void;
}

/** Sends a decision; where the request is another by now, the question is over: it is read again. */
function useDecision({ request, onClose }: DecisionProps) {
  const alerts = useAlerts();
  const [send, { isLoading }] = useDecideMutation();
  const decide = async (decision: ApprovalDecision, done: string) => {
    const { error } = await send({ approvalID: request.approvalID, ...decision });
    if (error) alerts.failure(error);
    else alerts.success(done);
    if (!error || isConflict(error)) onClose();
  };
  return { decide, isLoading };
}

const APPROVING: Record<ApprovalKind, { title: string; label: string; done: string }> = {
  execution: {
    title: 'Approve and execute?',
    label: 'Approve and execute',
    done: 'Approved: it is being executed',
  },
  discarding: { title: 'Approve the discarding?', label: 'Approve and discard', done: 'Discarded' },
  adjustment: {
    title: 'Approve the adjustment?',
    label: 'Approve and adjust',
    done: 'The balance has been adjusted',
  },
};

function ApproveDialog(props: DecisionProps) {
  const { payrollConfirmOver } = useConfiguration();
  const { decide, isLoading } = useDecision(props);
  const { request, onClose } = props;
  const { rows, amount, hash, preparedBy, reason, kind } = request;
  const { title, label, done } = APPROVING[kind];
  return (
    <ConfirmDialog
      title={title}
      summary={[
        ['For', subjectOf(request)],
        kind === 'adjustment' ? ['Reason', reason ?? ''] : ['Payments', formatCount(rows)],
        ['Sum', formatUsd(amount)],
        ['Prepared by', preparedBy],
        ...markedOf(request),
      ]}
      {...(kind !== 'discarding' &&
        Math.abs(amount) > payrollConfirmOver && { typed: formatUsd(Math.abs(amount)) })}
      confirmLabel={label}
      danger={kind === 'discarding'}
      busy={isLoading}
      onConfirm={() => void decide({ decision: 'approve', hash }, done)}
      onClose={onClose}
    />
  );
}

function DeclineDialog(props: DecisionProps) {
  const { decide, isLoading } = useDecision(props);
  const { request, onClose } = props;
  return (
    <ReasonDialog
      title={request.own ? 'Take the request back?' : 'Decline the request?'}
      summary={[
        ['For', subjectOf(request)],
        ['Sum', formatUsd(request.amount)],
      ]}
      note="Nothing is executed by it. It can be prepared again."
      confirmLabel={request.own ? 'Take back' : 'Decline'}
      busy={isLoading}
      onConfirm={(reason) =>
        void decide({ decision: 'decline', reason }, request.own ? 'Taken back' : 'Declined')
      }
      onClose={onClose}
    />
  );
}

const ROW_PX = 52;

const COLUMNS: Column<PayrollApprovalRow>[] = [
  nameColumn(),
  PERIOD_COLUMN,
  PAYMENT_COLUMN,
  {
    header: 'Entries',
    cell: ({ entries }) => formatCount(entries),
    numeric: true,
    className: 'pay-wide',
  },
  {
    header: 'Usual',
    cell: ({ usual }) => (usual === undefined ? '' : formatUsd(usual)),
    numeric: true,
    className: 'pay-wide',
  },
  { header: 'Amount', cell: ({ amount }) => formatUsd(amount), numeric: true },
  {
    header: 'Differs',
    cell: ({ isNew, accountChanged, unusual }) => (
      <>
        {accountChanged && <Badge tone="bad">Account changed</Badge>}{' '}
        {isNew && <Badge tone="caution">New</Badge>} {unusual && <Badge tone="caution">Far from usual</Badge>}
      </>
    ),
  },
];

/** Exactly what will be paid; those who differ from the last payroll come first. */
function ApprovalRows({ request }: { request: PayrollApprovalDetails }) {
  const [fetchRows] = useLazyGetApprovalRowsQuery();
  const rows = useRows(fetchRows, String(request.approvalID), request.rows);
  return (
    <Panel
      title="What will be executed"
      actions={<span className="pd-panel-muted">what differs comes first</span>}
    >
      <div className="pay-review-list">
        <VirtualTable
          caption="Payments of the request"
          rowPx={ROW_PX}
          columns={COLUMNS}
          count={request.rows}
          rowAt={rows.rowAt}
          rowKey={personIdOf}
          onRange={rows.ensure}
        />
      </div>
    </Panel>
  );
}

const STATE: Record<ApprovalState, { text: string; tone: BadgeTone }> = {
  waiting: { text: 'Waiting', tone: 'caution' },
  approved: { text: 'Being executed', tone: 'info' },
  executed: { text: 'Done', tone: 'good' },
  declined: { text: 'Declined', tone: 'neutral' },
  expired: { text: 'Expired', tone: 'neutral' },
};

export function StateBadge({ state }: Pick<PayrollApproval, 'state'>) {
  const { text, tone } = STATE[state];
  return <Badge tone={tone}>{text}</Badge>;
}

export function subjectOf(request: PayrollApproval): string {
  const { kind, payrollType, endDate, payFileID, personID, reverses } = request;
  if (kind === 'discarding') return `Discard pay file ${payFileID}`;
  if (kind === 'adjustment') {
    const person = PAYROLLS[payrollType].person.toLowerCase();
    return `${reverses === undefined ? 'Adjust' : 'Reverse an adjustment of'} ${person} ${personID}`;
  }
  return `${PAYROLLS[payrollType].people} through ${formatDay(endDate ?? '')}`;
}
