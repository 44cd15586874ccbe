import {
  type PaymentMarksRequest,
  type PaymentState,
  type PayrollReportRow,
  REASON_LENGTH,
  REASON_TEXT,
} from '@partnerdesk/contracts';
import { Button, formatCount, useAlerts } from '@partnerdesk/web';
import { useId, useState } from 'react';
import { useMarkPaymentsMutation } from './payroll.api';

const DONE: Record<PaymentState, string> = {
  paid: 'Marked paid',
  returned: 'Marked returned: the amounts are in the next payroll',
  executed: 'The mark was taken back',
};

/** Sends marks, and shows their results. */
export function useMarks() {
  const alerts = useAlerts();
  const [mark, { isLoading }] = useMarkPaymentsMutation();
  const send = async (request: PaymentMarksRequest) => {
    const outcomes = await mark(request).unwrap();
    const refused = outcomes.filter(({ outcome }) => outcome === 'refused');
    if (refused.length === 0) alerts.success(DONE[request.state]);
    else alerts.warning(`${formatCount(refused.length)} not marked: ${refused[0]?.reason}`);
  };
  return { send, isLoading };
}

/** Says what became of the selected payments: paid, or returned with the reason; or takes such a mark back. */
export function MarkForm({ rows, onMarked }: { rows: readonly PayrollReportRow[]; onMarked: () => void }) {
  const alerts = useAlerts();
  const id = useId();
  const [reason, setReason] = useState('');
  const { send, isLoading } = useMarks();
  const [from, ...others] = new Set(rows.map(({ state }) => state));
  const mark = (state: PaymentState) => async () => {
    const why = reason.trim();
    if (state !== 'paid' && why.length < REASON_LENGTH.min) {
      alerts.warning(REASON_TEXT);
      return;
    }
    const payrollIDs = rows.map(({ payrollID }) => payrollID);
    const back = state === 'executed' && from !== 'executed' ? { from } : {};
    await send({ payrollIDs, state, ...back, ...(why && { reason: why }) });
    setReason('');
    onMarked();
  };
  const button = (label: string, state: PaymentState) => (
    <Button
      variant="outline-primary"
      size="sm"
      disabled={isLoading}
      onClick={() => void mark(state)().catch(() => undefined)}
    >
      {label}
    </Button>
  );
  return (
    <div className="pay-bar">
      {button('Mark paid', 'paid')}
      <label htmlFor={id}>Reason</label>
      <input
        id={id}
        className="form-control form-control-sm w-auto"
        maxLength={REASON_LENGTH.max}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {button('Mark returned', 'returned')}
      {from && from !== 'executed' && others.length === 0 && button(`Take back “${from}”`, 'executed')}
    </div>
  );
}
