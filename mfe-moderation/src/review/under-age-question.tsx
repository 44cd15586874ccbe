import { UNDER_AGE_REASON } from '@partnerdesk/contracts';
import { Button, Dialog, singleClick, useNavigate } from '@partnerdesk/web';
import { useEffect, useRef } from 'react';
import { type Owner, useAccountPath } from './account-link';

interface UnderAgeQuestionProps {
  what: string;
  owners: readonly Owner[];
  onReject: () => void;
  onClose: () => void;
}

/** Asks what happens to the account of somebody who is possibly under age: a rejection alone leaves it open. */
export function UnderAgeQuestion({ what, owners, onReject, onClose }: UnderAgeQuestionProps) {
  const pathOf = useAccountPath();
  const navigate = useNavigate();
  const cancelRef = useRef<HTMLButtonElement>(null);
  useEffect(() => cancelRef.current?.focus(), []);
  const [owner] = owners;
  const path = owners.length === 1 && owner ? pathOf(owner) : undefined;
  const names = owners.map(({ kind, id }) => `${kind} ${id}`).join(', ');
  return (
    <Dialog title={`${UNDER_AGE_REASON}: what happens to the account?`} onClose={onClose} withoutClose>
      <p>
        Rejecting {what} leaves {owners.length === 1 ? 'the account' : 'the accounts'} of {names} open.{' '}
        {path ? 'Open the account to close it.' : 'Somebody with the permission accounts can close it.'}
      </p>
      <div className="mod-answers">
        {path && (
          <Button
            variant="danger"
            onClick={singleClick(() => {
              onReject();
              navigate(path);
            })}
          >
            Reject and open the account
          </Button>
        )}
        <Button variant="outline-primary" onClick={singleClick(onReject)}>
          Reject, leave the account open
        </Button>
        <Button ref={cancelRef} variant="link" onClick={singleClick(onClose)}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}
