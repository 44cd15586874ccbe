import { MAX_ADJUSTMENT_CENTS, type PayrollType, REASON_LENGTH, REASON_TEXT } from '@partnerdesk/contracts';
import {
  Form,
  formatDay,
  formatUsd,
  Panel,
  requireFields,
  SubmitButton,
  TextField,
  useAlerts,
  useForm,
} from '@partnerdesk/web';
import { useState } from 'react';
import { useAdjustMutation } from './payroll.api';
import { isId, SCREEN_TEXTS } from './texts';

const MAX_DOLLARS = MAX_ADJUSTMENT_CENTS / 100;
const EMPTY = { personID: '', amount: '', reason: '' };

/** An amount on a person, in their next payroll. A double click is one adjustment: its id is made beforehand. */
export function AdjustmentForm({ payrollType }: { payrollType: PayrollType }) {
  const alerts = useAlerts();
  const { person, enterId } = SCREEN_TEXTS[payrollType];
  const [adjust] = useAdjustMutation();
  const [adjustmentID, setAdjustmentID] = useState(() => crypto.randomUUID());
  const form = useForm({
    initial: EMPTY,
    validate: (values) => {
      const missing = requireFields(values, ['personID', 'amount', 'reason'], 'Please enter all values');
      if (missing) return missing;
      if (!isId(values.personID)) return { alert: enterId, fields: { personID: enterId } };
      if (!/^-?\d{1,7}(\.\d{1,2})?$/.test(values.amount.trim()) || Number(values.amount) === 0) {
        const amount = 'An amount in dollars and cents, not zero';
        return { alert: amount, fields: { amount } };
      }
      if (Math.abs(Number(values.amount)) > MAX_DOLLARS) {
        const amount = `At most ${formatUsd(MAX_DOLLARS)}`;
        return { alert: amount, fields: { amount } };
      }
      return values.reason.trim().length < REASON_LENGTH.min
        ? { alert: REASON_TEXT, fields: { reason: REASON_TEXT } }
        : undefined;
    },
    submit: async ({ personID, amount, reason }) => {
      const entry = await adjust({
        adjustmentID,
        payrollType,
        personID: Number(personID),
        amount: Number(amount),
        reason: reason.trim(),
      }).unwrap();
      alerts.success(
        `${formatUsd(entry.payout)} will be in the payroll of ${formatDay(entry.postedDay)} or later`,
      );
      setAdjustmentID(crypto.randomUUID());
      form.reset(EMPTY);
    },
  });
  return (
    <Panel title="Adjustment">
      <Form form={form} label="Adjustment">
        <div className="pd-form-grid">
          <TextField
            form={form}
            name="personID"
            label={`Adjusted ${person.toLowerCase()}`}
            placeholder="ID"
            inputMode="numeric"
            maxLength={15}
            required
          />
          <TextField form={form} name="amount" label="Amount" placeholder="-12.50" maxLength={12} required />
          <TextField form={form} name="reason" label="Reason" maxLength={REASON_LENGTH.max} required />
        </div>
        <SubmitButton submitting={form.submitting}>Add adjustment</SubmitButton>
      </Form>
    </Panel>
  );
}
