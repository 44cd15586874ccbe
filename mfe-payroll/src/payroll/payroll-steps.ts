import type { PayrollApprovalMode, PayrollProgress } from '@partnerdesk/contracts';

/** What a payroll goes through, in its order; two people have a step more. */
const STEPS = ['choose', 'review', 'approve', 'pay', 'done'] as const;
export type PayrollStep = (typeof STEPS)[number];

const STEP_TEXT: Record<PayrollStep, string> = {
  choose: 'Choose',
  review: 'Review',
  approve: 'Approve',
  pay: 'Pay',
  done: 'Done',
};

/** Whether something was executed that is not paid yet. */
export const isUnpaid = ({ executed, filed }: PayrollProgress): boolean =>
  executed.payments + filed.payments > 0;

/**
 * The step that a payroll is at: the first one that leaves something to do.
 * @param reviews whether its rows are open on the screen
 */
export function stepOf(progress: PayrollProgress, reviews: boolean): PayrollStep {
  const { open, waiting, paid, returned } = progress;
  // What waits for a second person is open until it is approved.
  if (open.payments > (waiting?.payments ?? 0)) return reviews ? 'review' : 'choose';
  if (waiting) return 'approve';
  if (isUnpaid(progress)) return 'pay';
  return paid.payments + returned.payments > 0 ? 'done' : 'choose';
}

/** The steps in words, and which of them is the current one: as many as there are once all is done. */
export function shownSteps(mode: PayrollApprovalMode, step: PayrollStep | undefined) {
  const steps = STEPS.filter((each) => each !== 'approve' || mode === 'four-eyes' || step === 'approve');
  const current = step === undefined ? -1 : step === 'done' ? steps.length : steps.indexOf(step);
  return { steps: steps.map((each) => STEP_TEXT[each]), current };
}
