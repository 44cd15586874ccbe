import { MAX_ADJUSTMENT_CENTS, type PayrollType, REASON_LENGTH, REASON_TEXT } from '@partnerdesk/contracts';
import { formatDay, formatUsd, requireFields, useAlerts, useForm } from '@partnerdesk/web';
import { useState } from 'react';
import { useAdjustMutation } from './payroll.api';
import { isId, SCREEN_TEXTS, waitsText } from './texts';

const MAX_DOLLARS = MAX_ADJUSTMENT_CENTS / 100;

/** What was typed into the form of an adjustment. */
export interface AdjustmentValues {
  personID: string;
  amount: string;
  reason: string;
}

/** An adjustment that waits for a yes or a no. */
export interface AskedAdjustment {
  values: AdjustmentValues;
  answer: (yes: boolean) => void;
}

function problemOf({ personID, amount, reason }: AdjustmentValues, enterId: string) {
  if (!isId(personID)) return { alert: enterId, fields: { personID: enterId } };
  if (!/^-?\d{1,7}(\.\d{1,2})?$/.test(amount.trim()) || Number(amount) === 0) {
    const text = 'An amount in dollars and cents, not zero';
    return { alert: text, fields: { amount: text } };
  }
  if (Math.abs(Number(amount)) > MAX_DOLLARS) {
    const text = `At most ${formatUsd(MAX_DOLLARS)}`;
    return { alert: text, fields: { amount: text } };
  }
  return reason.trim().length < REASON_LENGTH.min
    ? { alert: REASON_TEXT, fields: { reason: REASON_TEXT } }
    : undefined;
}

/** An amount on a person, in their next payroll, asked first. A double click is one adjustment: its id is made beforehand. */
export function useAdjustment(payrollType: PayrollType, personID: string) {
  const alerts = useAlerts();
  const { enterId } = SCREEN_TEXTS[payrollType];
  const [adjust] = useAdjustMutation();
  const [adjustmentID, setAdjustmentID] = useState(() => crypto.randomUUID());
  const [asked, setAsked] = useState<AskedAdjustment>();
  const ask = (values: AdjustmentValues) =>
    new Promise<boolean>((resolve) => {
      const answer = (yes: boolean) => {
        setAsked(undefined);
        resolve(yes);
      };
      setAsked({ values, answer });
    });
  const form = useForm<AdjustmentValues>({
    initial: { personID, amount: '', reason: '' },
    validate: (values) =>
      requireFields(values, ['personID', 'amount', 'reason'], 'Please enter all values') ??
      problemOf(values, enterId),
    submit: async (values) => {
      if (!(await ask(values))) return;
      const answer = await adjust({
        adjustmentID,
        payrollType,
        personID: Number(values.personID),
        amount: Number(values.amount),
        reason: values.reason.trim(),
      }).unwrap();
      alerts.success(
        'approvalID' in answer
          ? waitsText(answer)
          : `${formatUsd(answer.payout)} will be in the payroll of ${formatDay(answer.postedDay)} or later`,
      );
      setAdjustmentID(crypto.randomUUID());
      form.reset({ ...values, amount: '', reason: '' });
    },
  });
  return { form, asked };
}
