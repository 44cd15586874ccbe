import type { PaymentsSum, PayrollProgress } from '@partnerdesk/contracts';
import {
  Button,
  ErrorState,
  formatDay,
  formatUsd,
  Link,
  Panel,
  Skeleton,
  useConfiguration,
} from '@partnerdesk/web';
import { Stepper } from '@partnerdesk/web/parts';
import { shownSteps } from './payroll-steps';
import { counted } from './texts';
import type { PayrollState } from './use-payroll-state';

interface PayrollStatePanelProps {
  state: PayrollState;
  /** Without them only the steps: the rows on the screen show their own. */
  figures: boolean;
  /** The rows below have the way to paying, or are those from which is paid. */
  pays?: boolean;
  /** Something is being generated: what is next comes of that, and nothing may move until then. */
  waits?: boolean;
}

/** The steps of a payroll, the one it is at, how much is at each, and the next action. */
export function PayrollStatePanel({ state, figures, pays = false, waits }: PayrollStatePanelProps) {
  const { payrollApproval } = useConfiguration();
  const { progress, step, failed, retry } = state;
  const { steps, current } = shownSteps(payrollApproval, step);
  return (
    <Panel className="pay-state">
      <div className="pay-state-head">
        <Stepper label="Steps of the payroll" steps={steps} current={current} />
        {!waits && <NextAction state={state} pays={pays} />}
      </div>
      {failed ? (
        <ErrorState text="How far the payroll is could not be loaded." onRetry={retry} />
      ) : (
        figures &&
        (progress ? (
          <Figures progress={progress} />
        ) : (
          <Skeleton label="Loading the payroll…">
            <Figures progress={NOTHING} />
          </Skeleton>
        ))
      )}
    </Panel>
  );
}

const NONE: PaymentsSum = { payments: 0, amount: 0 };
const NOTHING: PayrollProgress = {
  endDate: '2000-01-01',
  open: NONE,
  executed: NONE,
  filed: NONE,
  paid: NONE,
  returned: NONE,
};

/** How much is at each step. */
function Figures({ progress }: { progress: PayrollProgress }) {
  const { payrollApproval } = useConfiguration();
  const { endDate, open, waiting, executed, filed, paid, returned } = progress;
  return (
    <dl className="pd-figures">
      <Figure label={`Open through ${formatDay(endDate)}`} sum={open} />
      {(waiting || payrollApproval === 'four-eyes') && (
        <Figure label="Waiting for approval" sum={waiting ?? NONE} />
      )}
      <Figure label="Executed, in no file" sum={executed} />
      <Figure label="In pay files" sum={filed} />
      <Figure label="Paid so far" sum={paid} />
      <Figure label="Came back" sum={returned} />
    </dl>
  );
}

function Figure({ label, sum }: { label: string; sum: PaymentsSum }) {
  return (
    <div className="pd-figure">
      <dt>{label}</dt>
      <dd>{formatUsd(sum.amount)}</dd>
      <dd className="pd-figure-note">{counted(sum.payments, 'payment')}</dd>
    </div>
  );
}

/** What to do now, the most urgent as the primary button; nothing where the screen below has it. */
function NextAction({ state, pays }: Required<Pick<PayrollStatePanelProps, 'state' | 'pays'>>) {
  const { unpaid, step, isDue, busy, pay } = state;
  const isFirst = step === 'pay' || (step === 'choose' && !isDue);
  return (
    <div className="pd-actions">
      {unpaid && !pays && (
        <Button variant={isFirst ? 'primary' : 'outline-primary'} disabled={busy} onClick={pay}>
          Continue to paying
        </Button>
      )}
      <FirstAction state={state} isUrgent={isDue && !(pays && unpaid)} />
    </div>
  );
}

/** What is open, or waits for a second person. @param isUrgent it has the primary button */
function FirstAction({ state, isUrgent }: { state: PayrollState; isUrgent: boolean }) {
  const { progress, step, isDue, busy, review } = state;
  if (step === 'choose' && progress && progress.open.payments > 0) {
    return (
      <Button variant={isUrgent ? 'primary' : 'outline-primary'} disabled={busy} onClick={review}>
        {isDue ? 'Review what is due' : 'Review what is open so far'}
      </Button>
    );
  }
  if (step === 'approve' && progress?.waiting) {
    const { approvalID } = progress.waiting;
    return (
      <Link className="btn btn-primary" to={`/payroll-approvals?request=${approvalID}`}>
        Open request {approvalID}
      </Link>
    );
  }
  return null;
}
