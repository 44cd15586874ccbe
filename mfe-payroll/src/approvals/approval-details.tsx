import type { PayrollApprovalDetails } from '@partnerdesk/contracts';
import { NOT_SENT_TO_BANK } from '@partnerdesk/contracts';
import {
  Button,
  formatCount,
  formatInstant,
  formatUsd,
  Panel,
  QueryView,
  useConfiguration,
} from '@partnerdesk/web';
import { FigureCard, FigureCards, Timeline } from '@partnerdesk/web/parts';
import { useEffect, useState } from 'react';
import { ApprovalActions } from './approval-actions';
import { ApprovalRows } from './approval-rows';
import { StateBadge, subjectOf } from './approval-texts';
import { useGetApprovalQuery } from './approvals.api';

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
  const { kind, rows, amount, marked } = request;
  return (
    <FigureCards>
      {kind !== 'adjustment' && <FigureCard label="Payments" value={formatCount(rows)} />}
      <FigureCard label="Sum" value={formatUsd(amount)} />
      {marked && (
        <>
          <FigureCard label="New payees" value={formatCount(marked.newPayees)} />
          <FigureCard label="Accounts changed" value={formatCount(marked.accountsChanged)} />
          <FigureCard label="Far from usual" value={formatCount(marked.unusual)} />
          <FigureCard label="Type unknown" value={formatCount(marked.unknown)} />
        </>
      )}
    </FigureCards>
  );
}

/** Who did what to the request. */
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
