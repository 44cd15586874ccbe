import { Button, useAlerts } from '@partnerdesk/web';
import { useId, useState } from 'react';
import { useMarkPaymentsMutation } from './payroll.api';

/** Says what became of the selected payments: paid, or returned with the reason. */
export function MarkForm({ payrollIDs, onMarked }: { payrollIDs: number[]; onMarked: () => void }) {
  const alerts = useAlerts();
  const id = useId();
  const [reason, setReason] = useState('');
  const [mark, { isLoading }] = useMarkPaymentsMutation();
  const send = async (state: 'paid' | 'returned') => {
    if (state === 'returned' && reason.trim().length < 3) {
      alerts.warning('Please say why');
      return;
    }
    const outcomes = await mark({
      payrollIDs,
      state,
      ...(reason.trim() && { reason: reason.trim() }),
    }).unwrap();
    const refused = outcomes.filter(({ outcome }) => outcome === 'refused');
    if (refused.length) alerts.warning(`${refused.length} not marked: ${refused[0]?.reason}`);
    else
      alerts.success(
        state === 'paid' ? 'Marked paid' : 'Marked returned: the amounts are in the next payroll',
      );
    onMarked();
  };
  const onClick = (state: 'paid' | 'returned') => () => void send(state).catch(() => undefined);
  return (
    <div className="pay-bar">
      <Button variant="outline-primary" size="sm" disabled={isLoading} onClick={onClick('paid')}>
        Mark paid
      </Button>
      <label htmlFor={id}>Reason</label>
      <input
        id={id}
        className="form-control form-control-sm w-auto"
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <Button variant="outline-primary" size="sm" disabled={isLoading} onClick={onClick('returned')}>
        Mark returned
      </Button>
    </div>
  );
}
