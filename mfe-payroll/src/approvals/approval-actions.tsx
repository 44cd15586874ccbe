import type { ApprovalKind, PayrollApprovalDetails } from '@partnerdesk/contracts';
import {
  Button,
  ConfirmDialog,
  formatCount,
  formatUsd,
  isConflict,
  useAlerts,
  useConfiguration,
  useSession,
} from '@partnerdesk/web';
import { useState } from 'react';
import { ReasonDialog } from '../payroll/reason-dialog';
import { subjectOf } from './approval-texts';
import { useDecideMutation } from './approvals.api';

type Asked = 'approve' | 'decline';

/** Approves or declines what is shown; who prepared it can only take it back. */
export function ApprovalActions({ request }: { request: PayrollApprovalDetails }) {
  const [asked, setAsked] = useState<Asked>();
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
  const decide = async (decision: { decision: Asked; hash?: string; reason?: string }, done: string) => {
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
  const { rows, amount, marked, hash, preparedBy, reason, kind } = request;
  const { title, label, done } = APPROVING[kind];
  return (
    <ConfirmDialog
      title={title}
      summary={[
        ['For', subjectOf(request)],
        kind === 'adjustment' ? ['Reason', reason ?? ''] : ['Payments', formatCount(rows)],
        ['Sum', formatUsd(amount)],
        ['Prepared by', preparedBy],
        ...(marked
          ? ([
              ['New payees', formatCount(marked.newPayees)],
              ['Accounts changed', formatCount(marked.accountsChanged)],
              ['Far from usual', formatCount(marked.unusual)],
              ['Type unknown', formatCount(marked.unknown)],
            ] as const)
          : []),
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
