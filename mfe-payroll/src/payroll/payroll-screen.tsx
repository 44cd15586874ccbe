import { MESSAGE, PAYROLL_TYPE, PAYROLLS, type PayrollType } from '@partnerdesk/contracts';
import {
  Badge,
  Button,
  DateField,
  EmptyState,
  Form,
  formatDay,
  formatUsd,
  Link,
  Loading,
  Moment,
  Panel,
  RadioField,
  REQUIRED_TEXT,
  Screen,
  SubmitButton,
  TextField,
  useConfiguration,
  useForm,
  useSearchParams,
  useSession,
} from '@partnerdesk/web';
import { lazy, Suspense, useDeferredValue } from 'react';
import { useGetScheduleQuery, useListRunsQuery, useStartGenerateMutation } from './payroll.api';
import { PayrollStatePanel, usePayrollState } from './payroll-state-panel';
import './payroll.css';
import { RunPlace, RunProgress } from './run-progress';
import { counted, isId, SCREEN_TEXTS } from './texts';
import { isOpenRun, useFormOfRun, useRun } from './use-run';

// Chunks of their own: the screen opens with what is paid next.
const ReportView = lazy(() => import('./report-view').then((module) => ({ default: module.ReportView })));
const AdjustmentsView = lazy(() =>
  import('./adjustments-view').then((module) => ({ default: module.AdjustmentsView })),
);

const VIEWS = [
  { view: '', label: 'Create And View Payroll', View: CreateView },
  { view: 'reports', label: 'View Reports', View: ReportView },
  { view: 'adjustments', label: 'Adjustments', View: AdjustmentsView },
];

/** Payroll of one kind: create and execute, look at reports, adjust balances. What is open stands in the address. */
function PayrollScreen({ payrollType }: { payrollType: PayrollType }) {
  const [params, setParams] = useSearchParams();
  const open = VIEWS.find(({ view }) => view === params.get('view')) ?? VIEWS[0];
  const { title, heading } = SCREEN_TEXTS[payrollType];
  const preparesTaxForms = useSession()?.permissions.includes('payroll.tax');
  return (
    <Screen
      title={title}
      heading={heading}
      lead={<ScheduleLine payrollType={payrollType} />}
      actions={
        <>
          <Link to={PAYROLLS[payrollType].page}>Payroll on one page</Link>
          {preparesTaxForms && <Link to="/tax-forms">Tax forms</Link>}
        </>
      }
    >
      <div className="pd-tabs">
        {VIEWS.map(({ view, label }) => (
          <button
            key={view}
            type="button"
            className="pd-tab"
            aria-pressed={view === open?.view}
            onClick={() => setParams(view ? { view } : {})}
          >
            {label}
          </button>
        ))}
      </div>
      <Suspense fallback={<Loading />}>{open && <open.View payrollType={payrollType} />}</Suspense>
    </Screen>
  );
}

export const AffiliatePayrollScreen = () => (
  <PayrollScreen key={PAYROLL_TYPE.affiliates} payrollType={PAYROLL_TYPE.affiliates} />
);
export const OperatorsPayrollScreen = () => (
  <PayrollScreen key={PAYROLL_TYPE.operators} payrollType={PAYROLL_TYPE.operators} />
);

function ScheduleLine({ payrollType }: { payrollType: PayrollType }) {
  const { data, isError, refetch } = useGetScheduleQuery(payrollType);
  if (!data) {
    return isError ? (
      <>
        What is due could not be loaded.{' '}
        <Button variant="link" size="sm" className="p-0" onClick={refetch}>
          Retry
        </Button>
      </>
    ) : (
      <span className="pd-skeleton" aria-hidden="true">
        <span>$0.00 to 40 people due by Jan 20, 2000, for the period through Jan 31, 2000</span>
      </span>
    );
  }
  const { dueDate, endDate, persons, amount, overdue } = data;
  const what = persons ? `${formatUsd(amount)} to ${counted(persons, 'person')}` : 'Nothing';
  return (
    <>
      {overdue && <Badge tone="caution">Overdue</Badge>} {what} due by {formatDay(dueDate)}, for the period
      through {formatDay(endDate)}
    </>
  );
}

/** A chunk of its own: the screen opens before there is anything to review. */
const GeneratedRows = lazy(() =>
  import('./generated-rows').then((module) => ({ default: module.GeneratedRows })),
);

const ALL = 'all';
const ONE = 'one';

/** 'Create And View Payroll': choose, generate, review, execute (docs/PRODUCT.md §2, §5). */
function CreateView({ payrollType }: { payrollType: PayrollType }) {
  const { today } = useConfiguration();
  const [params, setParams] = useSearchParams();
  const runID = params.get('run') ?? '';
  const [start] = useStartGenerateMutation();
  const { run, failed, refetch } = useRun(runID);
  const state = usePayrollState(payrollType, { run, skip: runID !== '' && !run });
  const { person, idName, enterId } = SCREEN_TEXTS[payrollType];
  const linked = params.get(idName) ?? '';
  const form = useForm({
    initial: { endDate: '', mode: linked ? ONE : ALL, personID: linked },
    validate: ({ endDate, mode, personID }) => {
      if (!endDate) return { alert: MESSAGE.selectPayrollEndDate, fields: { endDate: REQUIRED_TEXT } };
      return mode === ONE && !isId(personID)
        ? { alert: enterId, fields: { personID: REQUIRED_TEXT } }
        : undefined;
    },
    submit: async ({ endDate, mode, personID }) => {
      const affID = mode === ONE ? Number(personID) : 0;
      const { id } = await start({ payrollType, endDate, affID }).unwrap();
      setParams({ run: id });
    },
  });
  useFormOfRun(run, form.reset, ({ endDate, personID }) => ({
    endDate,
    mode: personID ? ONE : ALL,
    personID: personID ? String(personID) : '',
  }));
  // The address changes in a transition: until it names the run, the form counts as sent, else the figures would come back for a moment.
  const wasSending = useDeferredValue(form.submitting);
  const isSending = form.submitting || wasSending;
  const showsRows = run?.state === 'completed' && run.rows > 0;
  return (
    <>
      <PayrollStatePanel
        state={state}
        figures={!runID && !isSending}
        pays={showsRows}
        waits={isSending || (runID !== '' && (!run || isOpenRun(run.state)))}
      />
      <Panel className="pay-form">
        <Form form={form} label="Create payroll">
          <div className="pd-form-grid">
            <DateField form={form} name="endDate" label="End date" max={today} required />
            <RadioField
              form={form}
              name="mode"
              label="For"
              options={[
                { value: ALL, label: `All ${person.toLowerCase()}s` },
                { value: ONE, label: `One ${person.toLowerCase()}` },
              ]}
            />
            {form.values.mode === ONE && (
              <TextField
                form={form}
                name="personID"
                label={`${person} ID`}
                inputMode="numeric"
                maxLength={15}
                required
              />
            )}
          </div>
          <SubmitButton submitting={form.submitting} variant={state.isIdle ? 'primary' : 'outline-primary'}>
            Generate Payroll
          </SubmitButton>
        </Form>
      </Panel>
      {runID && !run && <RunPlace failed={failed} retry={refetch} />}
      {run && (
        <Panel
          title={`Payroll through ${formatDay(run.endDate)}`}
          actions={<span className="pd-panel-muted">generated for {run.requestedBy}</span>}
        >
          <RunProgress run={run} />
          {run.state === 'completed' && run.rows === 0 && <EmptyState text={MESSAGE.noPayrollData} />}
          {showsRows && (
            <Suspense
              fallback={
                <div className="pay-run-place">
                  <Loading />
                </div>
              }
            >
              {/* What is selected and what was executed is of this generation alone. */}
              <GeneratedRows key={run.id} run={run} state={state} />
            </Suspense>
          )}
        </Panel>
      )}
      {/* Below a run that grows it would be pushed away. */}
      {!isSending && (!runID || (run && !isOpenRun(run.state))) && (
        <RecentRuns payrollType={payrollType} current={runID} />
      )}
    </>
  );
}

function RecentRuns({ payrollType, current }: { payrollType: PayrollType; current: string }) {
  const [, setParams] = useSearchParams();
  const { data = [] } = useListRunsQuery(payrollType);
  const runs = data.filter(
    ({ kind, id, state }) => kind === 'generate' && id !== current && state === 'completed',
  );
  if (runs.length === 0) return null;
  return (
    <Panel title="Generated recently">
      <ul className="pay-runs">
        {runs.slice(0, 5).map((run) => (
          <li key={run.id}>
            <Button variant="link" size="sm" className="p-0" onClick={() => setParams({ run: run.id })}>
              Through {formatDay(run.endDate)}
              {run.personID ? `, ID ${run.personID}` : ''}
            </Button>{' '}
            {formatUsd(run.amount)}, {counted(run.rows, 'row')}, for {run.requestedBy},{' '}
            <Moment at={run.createdAt} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
