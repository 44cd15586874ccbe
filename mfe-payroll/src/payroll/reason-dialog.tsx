import { REASON_LENGTH, REASON_TEXT } from '@partnerdesk/contracts';
import { ConfirmDialog, useAlerts } from '@partnerdesk/web';
import { type ComponentProps, useId, useState } from 'react';

type ReasonDialogProps = Omit<ComponentProps<typeof ConfirmDialog>, 'children' | 'typed' | 'onConfirm'> & {
  /** @param reason without blanks at its ends, long enough */
  onConfirm: (reason: string) => void;
};

/** Asks before something is taken back, and why: the reason is kept with it. */
export function ReasonDialog({ onConfirm, ...dialog }: ReasonDialogProps) {
  const alerts = useAlerts();
  const id = useId();
  const [reason, setReason] = useState('');
  const why = reason.trim();
  return (
    <ConfirmDialog
      {...dialog}
      onConfirm={() => (why.length < REASON_LENGTH.min ? alerts.warning(REASON_TEXT) : onConfirm(why))}
    >
      <label htmlFor={id} className="form-label">
        Reason
      </label>
      <input
        id={id}
        name="reason"
        className="form-control mb-3"
        maxLength={REASON_LENGTH.max}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </ConfirmDialog>
  );
}
