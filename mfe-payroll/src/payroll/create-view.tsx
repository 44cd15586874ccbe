import { MESSAGE, type PayrollType } from '@partnerdesk/contracts';
import {
  Button,
  DateField,
  EmptyState,
  Form,
  formatDay,
  formatUsd,
  Panel,
  RadioField,
  REQUIRED_TEXT,
  SubmitButton,
  TextField,
  useConfiguration,
  useForm,
  useSearchParams,
} from '@partnerdesk/web';
import { GeneratedRows } from './generated-rows';
import { useListRunsQuery, useStartGenerateMutation } from './payroll.api';
import { RunProgress } from './run-progress';
import { counted, isId, SCREEN_TEXTS } from './texts';
import { useFormOfRun, useRun } from './use-run';

const ALL = 'all';
const ONE = 'one';

/** 'Create And View Payroll': choose, generate, review, execute (docs/PRODUCT.md §2, §5). */
export function CreateView({ payrollType }: { payrollType: PayrollType }) {
  const { today } = useConfiguration();
  const [params, setParams] = useSearchParams();
  const runID = params.get('run') ?? '';
  const [start] = useStartGenerateMutation();
  const { run } = useRun(runID);
  const { person, idName, enterId } = SCREEN_TEXTS[payrollType];
  // The account's details link here with their id.
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
  return (
    <>
      <Panel>
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
          <div className="pd-actions">
            <SubmitButton submitting={form.submitting}>Generate Payroll</SubmitButton>
          </div>
        </Form>
      </Panel>
      {run && (
        <Panel
          title={`Payroll through ${formatDay(run.endDate)}`}
          actions={<span className="pd-panel-muted">generated for {run.requestedBy}</span>}
        >
          <RunProgress run={run} />
          {run.state === 'completed' && run.rows === 0 && <EmptyState text={MESSAGE.noPayrollData} />}
          {run.state === 'completed' && run.rows > 0 && <GeneratedRows run={run} />}
        </Panel>
      )}
      <RecentRuns payrollType={payrollType} current={runID} />
    </>
  );
}

/** What was generated lately, by anybody: a second clerk goes on with it. */
function RecentRuns({ payrollType, current }: { payrollType: PayrollType; current: string }) {
  const [, setParams] = useSearchParams();
  const { data = [] } = useListRunsQuery(payrollType);
  const runs = data.filter(
    ({ kind, id, state }) => kind === 'generate' && id !== current && state === 'completed',
  );
  if (runs.length === 0) return null;
  return (
    <Panel title="Generated lately">
      <ul className="pay-runs">
        {runs.slice(0, 5).map((run) => (
          <li key={run.id}>
            <Button variant="link" size="sm" className="p-0" onClick={() => setParams({ run: run.id })}>
              Through {formatDay(run.endDate)}
              {run.personID ? `, ID ${run.personID}` : ''}
            </Button>{' '}
            {formatUsd(run.amount)}, {counted(run.rows, 'row')}, for {run.requestedBy}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
