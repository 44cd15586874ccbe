import {
  PAY_FILE_FORMATS,
  type PayFile,
  type PaymentsSum,
  type PayrollOverview,
  type PayrollRun,
  type PayrollType,
} from '@partnerdesk/contracts';
import {
  Badge,
  Button,
  formatCount,
  formatDay,
  formatUsd,
  singleClick,
  sumUsd,
  useAlerts,
  useConfiguration,
  useNavigate,
} from '@partnerdesk/web';
import { type FocusEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { isSent, useMarks } from '../payroll/pay-file-columns';
import { useCreatePayFileMutation } from '../payroll/payroll.api';
import { counted } from '../payroll/texts';
import type { PageSelection } from './open-rows';
import { type Executing, newParts, type PageStep, stateTextOf, sumOf } from './page-state';
import type { useExecuteHere } from './use-follow';

/** In a chunk of their own, which comes after the page; a failure shows where one is needed. */
const loadDialogs = () => import('./page-dialogs');
const ExecuteSelected = lazy(() => loadDialogs().then((module) => ({ default: module.ExecuteSelected })));
const MarkPaid = lazy(() => loadDialogs().then((module) => ({ default: module.MarkPaid })));

interface PageHeadProps {
  payrollType: PayrollType;
  overview: PayrollOverview;
  step: PageStep;
  run: PayrollRun | undefined;
  executing: Executing;
  generation: PayrollRun | undefined;
  selection: PageSelection;
  /** The bank's results are to be confirmed: that comes first. */
  isReviewing: boolean;
  onExecute: ReturnType<typeof useExecuteHere>['execute'];
  onDownload: (parts: ReturnType<typeof newParts>) => void;
}

/** Stays in view: the state, the sum and the one next step. */
export function PageHead(props: PageHeadProps) {
  const { overview, step, selection, executing } = props;
  const { text, tone } = stateTextOf(step, overview);
  const { payments, amount, of } = sumOf(step, overview, selection.sum, executing);
  const count = counted(payments, step === 'executing' ? 'payment' : 'person');
  const { dueDate, overdue } = overview;
  return (
    <section className="pay-head" aria-label="State of the payroll">
      <div className="pay-head-sum">
        <p className="pay-head-state">
          <Badge tone={tone} live>
            {text}
          </Badge>{' '}
          {overdue && <Badge tone="bad">Overdue</Badge>}{' '}
          <span className="pd-panel-muted">Pay by {formatDay(dueDate)}</span>
        </p>
        <p className="pay-head-amount">
          <strong>{amount !== undefined ? formatUsd(amount) : payments > 0 ? count : '…'}</strong>{' '}
          <span className="pd-panel-muted">
            {amount !== undefined && count} {of}
          </span>
        </p>
      </div>
      <Parts overview={overview} step={step} selected={selection.sum} />
      <div className="pay-head-next" {...useKeptFocus(step)}>
        <Working {...props} />
        <NextStep {...props} />
      </div>
    </section>
  );
}

export function HeadPlace() {
  return (
    <section className="pay-head">
      <div className="pay-head-sum">
        <p className="pay-head-state">Loading</p>
        <p className="pay-head-amount">
          <strong>$0,000.00</strong>
        </p>
      </div>
    </section>
  );
}

function Parts({
  overview,
  step,
  selected,
}: Pick<PageHeadProps, 'overview' | 'step'> & { selected: PaymentsSum }) {
  const { open, waiting, executed, filed, paid, returned } = overview.progress;
  const isComing = step === 'generating';
  const isSelecting = step === 'ready' || step === 'early';
  const rest = {
    payments: open.payments - selected.payments,
    amount: sumUsd([open.amount, -selected.amount]),
  };
  const parts = [
    // Its place while it is not known.
    { label: 'Not selected', sum: isSelecting ? rest : isComing ? open : undefined, isSum: false },
    {
      label: 'Open',
      sum: open,
      isSum:
        isSelecting || ['generating', 'nothing'].includes(step) || (step === 'look' && open.payments > 0),
    },
    { label: 'Waiting', sum: waiting, isSum: step === 'waiting' },
    { label: 'In no file', sum: executed, isSum: ['unfiled', 'making'].includes(step) },
    { label: 'In pay files', sum: filed, isSum: ['making', 'made', 'sent'].includes(step) },
    { label: 'Paid', sum: paid, isSum: step === 'paid' },
    { label: 'Came back', sum: returned, isSum: false },
  ].flatMap(({ label, sum, isSum }) => (sum && sum.payments > 0 && !isSum ? [{ label, sum }] : []));
  if (parts.length === 0) return null;
  return (
    <dl className="pay-head-parts">
      {parts.map(({ label, sum }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {label === 'Not selected' && isComing ? (
              '…'
            ) : (
              <>
                {formatUsd(sum.amount)}{' '}
                <span className="pd-panel-muted">{counted(sum.payments, 'person')}</span>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const DOING: Partial<Record<PageStep, string>> = {
  generating: 'Adding up what is open',
  executing: 'Executing',
  making: 'Making the files',
};

function Working({ overview, step, run, generation }: PageHeadProps) {
  const doing = DOING[step];
  if (!doing) return null;
  const files = overview.files.filter(({ state }) => state === 'making').map(({ progress }) => progress);
  const progresses = step === 'making' ? files : [(step === 'executing' ? run : generation)?.progress];
  const sum = (part: 'done' | 'total') =>
    progresses.reduce((total, progress) => total + (progress?.[part] ?? 0), 0);
  const [done, total] = [sum('done'), sum('total')];
  return (
    <span className="pay-head-working" role="status">
      {doing}
      {total > 0 && `: ${formatCount(done)} of ${formatCount(total)}`}
      <progress className="pay-progress" max={Math.max(1, total)} value={done} aria-label={doing} />
    </span>
  );
}

type Asked = { run: PayrollRun; selection: PageSelection } | { sent: readonly PayFile[] };

/** One button in one place: what it does changes with the payroll, and the keyboard stays on it. */
function NextStep(props: PageHeadProps) {
  useEffect(() => void loadDialogs().catch(() => undefined), []);
  const { payrollType, overview, step, generation, selection, isReviewing, onExecute, onDownload } = props;
  const { payrollApproval } = useConfiguration();
  const navigate = useNavigate();
  const alerts = useAlerts();
  const marks = useMarks();
  const [createFile, creating] = useCreatePayFileMutation();
  const [asked, setAsked] = useState<Asked>();
  const { files, unfiled, progress } = overview;
  const parts = newParts(files);
  const sent = files.filter(isSent);
  const waiting = progress.waiting?.approvalID;
  const isRequest = payrollApproval === 'four-eyes';

  const makeFiles = async () => {
    for (const format of PAY_FILE_FORMATS) {
      if (unfiled[format].payments === 0) continue;
      const { error } = await createFile({ payrollType, format, endDate: overview.endDate });
      if (error) alerts.failure(error);
    }
  };
  const execute = {
    label: isRequest ? 'Request approval' : 'Execute and make the files',
    act: () => generation && setAsked({ run: generation, selection }),
    isBlocked: selection.selected.length === 0,
  };
  const steps: Record<PageStep, { label: string; act: () => void; isBlocked?: boolean } | undefined> = {
    executing: undefined,
    making: undefined,
    generating: undefined,
    paid: undefined,
    nothing: undefined,
    ready: execute,
    early: execute,
    look: lookStep(selection),
    made: {
      label: parts.length === 1 ? 'Download the file' : `Download ${formatCount(parts.length)} files`,
      act: () => onDownload(parts),
    },
    unfiled: { label: 'Make the files', act: () => void makeFiles(), isBlocked: creating.isLoading },
    waiting: {
      label: `Open request ${waiting}`,
      act: () => void navigate(`/payroll-approvals?request=${waiting}`),
    },
    sent: { label: 'Mark as paid', act: () => setAsked({ sent }), isBlocked: marks.isLoading },
  };
  const next = steps[step];
  const close = () => setAsked(undefined);
  const markAll = async (files: readonly PayFile[]) => {
    for (const { payFileID } of files) await marks.send({ payFileID, state: 'paid' });
  };
  return (
    <>
      {next && (
        <Button
          key="next"
          variant={step === 'early' || isReviewing ? 'outline-primary' : 'primary'}
          disabled={next.isBlocked ?? false}
          {...(next.isBlocked && next === execute && { title: 'Select somebody first' })}
          onClick={singleClick(next.act)}
        >
          {next.label}
        </Button>
      )}
      {asked && (
        <Suspense fallback={null}>
          {'sent' in asked ? (
            <MarkPaid files={asked.sent} onConfirm={() => markAll(asked.sent)} onClose={close} />
          ) : (
            <ExecuteSelected {...asked} payrollType={payrollType} onExecute={onExecute} onClose={close} />
          )}
        </Suspense>
      )}
    </>
  );
}

const lookStep = ({ look }: PageSelection) =>
  look.length === 0
    ? undefined
    : {
        label: `Look at ${counted(look.length, 'row')}`,
        act: () => {
          const list = document.getElementById('pay-look');
          list?.scrollIntoView({ block: 'center' });
          list?.focus({ preventScroll: true });
        },
      };

/**
 * A person who has pressed a button that goes with its step stays where it was, and goes on with the next button.
 * @param step another one may have another button, or none
 */
function useKeptFocus(step: string) {
  const ref = useRef<HTMLDivElement>(null);
  const last = useRef<Element>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each step
  useEffect(() => {
    const place = ref.current;
    const isGone = document.activeElement === document.body && last.current?.isConnected === false;
    if (!place || (!isGone && document.activeElement !== place)) return;
    (place.querySelector<HTMLElement>(':scope > button') ?? place).focus({ preventScroll: true });
  }, [step]);
  return {
    ref,
    tabIndex: -1,
    onFocus: ({ target }: FocusEvent) => {
      last.current = target;
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (relatedTarget && !currentTarget.contains(relatedTarget)) last.current = null;
    },
  };
}
