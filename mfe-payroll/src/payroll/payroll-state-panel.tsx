import type {
  PaymentsSum,
  PayrollApprovalMode,
  PayrollProgress,
  PayrollRun,
  PayrollType,
} from '@partnerdesk/contracts';
import {
  Button,
  ErrorState,
  formatDay,
  formatUsd,
  Link,
  Panel,
  Skeleton,
  useConfiguration,
  useSearchParams,
} from '@partnerdesk/web';
import { Stepper } from '@partnerdesk/web/parts';
import { useGetProgressQuery, useStartGenerateMutation, useStartReportMutation } from './payroll.api';
import { counted } from './texts';

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

export type PayrollState = ReturnType<typeof usePayrollState>;

interface PayrollStateOptions {
  /** A generation whose rows are on the screen once it is finished. */
  run?: PayrollRun | undefined;
  endDate?: string | undefined;
  skip?: boolean;
}

/** The state of a payroll: the one that `endDate` or a generation's run names, else the current one. */
export function usePayrollState(
  payrollType: PayrollType,
  { run, endDate = run?.endDate, skip = false }: PayrollStateOptions,
) {
  const { today } = useConfiguration();
  const [, setParams] = useSearchParams();
  const [startGenerate, { isLoading: generates }] = useStartGenerateMutation();
  const [startReport, { isLoading: reports }] = useStartReportMutation();
  const { data, currentData, isError, refetch } = useGetProgressQuery(
    { payrollType, ...(endDate && { endDate }), ...(run?.personID && { affID: run.personID }) },
    { refetchOnMountOrArgChange: true, skip },
  );
  // The same payroll asked for by its day is no reason to show nothing for a moment.
  const same = run?.personID || data?.endDate !== endDate ? undefined : data;
  const progress = isError ? undefined : (currentData ?? same);
  const step = progress && stepOf(progress, run?.state === 'completed' && run.rows > 0);
  const isDue = progress !== undefined && progress.open.payments > 0 && progress.endDate < today;
  const unpaid = progress !== undefined && isUnpaid(progress);
  return {
    /** undefined while it is loading, and where it could not be. */
    progress,
    step,
    failed: isError,
    retry: refetch,
    /** Something is open of a period that has ended. */
    isDue,
    /** Something was executed that is not paid yet, also while the rest is open. */
    unpaid,
    /** No step asks for anything now: the form has the primary button. */
    isIdle: step === undefined || step === 'done' || (step === 'choose' && !isDue && !unpaid),
    busy: generates || reports,
    /** Generates what is open. */
    review: async () => {
      if (!progress) return;
      const [through = today] = [progress.endDate, today].sort();
      const { data: started } = await startGenerate({ payrollType, endDate: through, affID: 0 });
      if (started) setParams({ run: started.id });
    },
    /** Opens the report of the days on which it was executed, to pay from there. */
    pay: async () => {
      const { endDate: through, firstDay, lastDay } = progress ?? {};
      if (!through || !firstDay || !lastDay) return;
      const { data: started } = await startReport({ payrollType, startDate: firstDay, endDate: lastDay });
      if (started) setParams({ view: 'reports', run: started.id, through });
    },
  };
}

/** What a payroll goes through, in its order; two people have a step more. */
const STEP_TEXT = { choose: 'Choose', review: 'Review', approve: 'Approve', pay: 'Pay', done: 'Done' };
type PayrollStep = keyof typeof STEP_TEXT;
const STEPS = Object.keys(STEP_TEXT) as PayrollStep[];

const isUnpaid = ({ executed, filed }: PayrollProgress): boolean => executed.payments + filed.payments > 0;

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
