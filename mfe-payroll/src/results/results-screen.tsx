import {
  MAX_RESULT_FILE_BYTES,
  PAY_FILE_FORMATS,
  type PayFileFormat,
  type PaymentResultsOutcome,
  type PaymentResultsPreview,
} from '@partnerdesk/contracts';
import {
  Button,
  formatCount,
  isApiError,
  Panel,
  readFailure,
  Screen,
  useAlerts,
  useAppDispatch,
} from '@partnerdesk/web';
import { Stepper } from '@partnerdesk/web/parts';
import { type FormEvent, useEffect, useState } from 'react';
import '../payroll/payroll.css';
import { paymentsChanged } from '../payroll/payroll.api';
import { counted } from '../payroll/texts';
import { isOpenRun } from '../payroll/use-run';
import { type ResultJob, useGetResultJobQuery, useSendResultsMutation } from './results.api';
import { FirstShown, ResultsPreview } from './results-preview';

/** A bank's return file or PayPal's results: shown first, then confirmed (docs/RULES.md, Payroll). */
export function ResultsScreen() {
  return (
    <Screen
      title="Payment results"
      lead="What the bank sent back, and what PayPal reports. Nothing is marked until you confirm it."
    >
      <ResultsWork />
    </Screen>
  );
}

const POLL_MS = 400;

/**
 * Reads a file of results, shows what it would mark, and marks it once that is confirmed.
 * @param onReview whether there is something to confirm: nothing else of a screen is its next step then
 */
export function ResultsWork({ onReview }: { onReview?: (isReview: boolean) => void }) {
  const alerts = useAlerts();
  const dispatch = useAppDispatch();
  const [send, sending] = useSendResultsMutation();
  const [chosen, setChosen] = useState<ChosenFile>();
  const [preview, setPreview] = useState<PaymentResultsPreview>();
  const [refusal, setRefusal] = useState('');
  /** Whether marking was refused: whether anything was marked is in the reason. */
  const [isMarking, setIsMarking] = useState(false);
  const [outcome, setOutcome] = useState<PaymentResultsOutcome>();
  const [jobID, setJobID] = useState('');
  const { currentData: job, error } = useGetResultJobQuery(jobID, {
    skip: !jobID,
    pollingInterval: POLL_MS,
  });
  const busy = sending.isLoading || jobID !== '';
  const isReview = preview !== undefined;
  useEffect(() => {
    onReview?.(isReview);
    return () => onReview?.(false);
  }, [isReview, onReview]);

  /** What says nothing about the file, such as a lost line, leaves its review to be confirmed again. */
  const refuse = (failure: unknown) => {
    const { reason } = readFailure(failure);
    if (!reason || (isApiError(failure) && failure.code === 'too_many_requests')) {
      alerts.failure(failure);
      return;
    }
    setPreview(undefined);
    setIsMarking(false);
    setRefusal(reason);
  };
  const start = async (file: ChosenFile, digest?: string) => {
    const { format, bytes } = file;
    setRefusal('');
    setOutcome(undefined);
    if (digest === undefined) setPreview(undefined);
    setChosen(file);
    try {
      setJobID((await send({ format, bytes, ...(digest !== undefined && { digest }) }).unwrap()).id);
    } catch (failure) {
      refuse(failure);
    }
  };
  const end = ({ result, error: reason = '' }: ResultJob) => {
    setJobID('');
    const isPreview = result !== undefined && 'digest' in result;
    setPreview(isPreview ? result : undefined);
    if (result === undefined) {
      setIsMarking(isReview);
      setRefusal(reason);
    } else if (!isPreview) setOutcome(result);
    if (isReview) dispatch(paymentsChanged());
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer about the job
  useEffect(() => {
    if (!jobID) return;
    if (error) {
      // The worker goes on: that nothing was changed is not known.
      setJobID('');
      alerts.failure(error);
    } else if (job && !isOpenRun(job.state)) end(job);
  }, [jobID, job, error]);

  return (
    <>
      <Stepper
        label="Steps"
        steps={['Choose the file', 'Review', 'Done']}
        current={outcome ? 3 : preview ? 1 : 0}
      />
      <ChooseFile busy={busy} isShown={isReview} onChosen={(file) => void start(file)} />
      {jobID && <ResultProgress marks={isReview} job={job} />}
      {refusal && (
        <Panel title={isMarking ? 'Marking the payments failed' : 'This file was refused'}>
          <p role="alert">{refusal}</p>
          {!isMarking && <p className="pd-panel-muted">Nothing was changed.</p>}
        </Panel>
      )}
      {preview && chosen && (
        <ResultsPreview
          name={chosen.name}
          preview={preview}
          busy={busy}
          onConfirm={() => void start(chosen, preview.digest)}
        />
      )}
      {outcome && <Outcome outcome={outcome} />}
    </>
  );
}

function ResultProgress({ marks, job }: { marks: boolean; job: ResultJob | undefined }) {
  const doing = marks ? 'Marking payments' : 'Reading the file';
  const { done, total } = job?.progress ?? { done: 0, total: 0 };
  return (
    <div className="pay-bar" role="status">
      <span>{total > 0 ? `${doing}: ${formatCount(done)} of ${formatCount(total)}` : `${doing}…`}</span>
      <progress className="pay-progress" max={Math.max(1, total)} value={done} aria-label={doing} />
    </div>
  );
}

function Outcome({ outcome }: { outcome: PaymentResultsOutcome }) {
  const { paid, returned, already, refused, refusedCount } = outcome;
  return (
    <Panel title="Done">
      <p role="status">
        {counted(returned, 'payment')} marked returned, {counted(paid, 'payment')} marked paid
        {already > 0 && `, ${counted(already, 'payment')} marked so before`}.
      </p>
      {returned > 0 && (
        <p>Returned amounts are in the next payroll of their payees, who get an email with the reason.</p>
      )}
      {refused.map(({ payrollID, reason }) => (
        <p key={payrollID}>
          Payment {payrollID} was not marked: {reason}
        </p>
      ))}
      <FirstShown list={refused} total={refusedCount} what="refused payment" />
    </Panel>
  );
}

/** A file as it was chosen; its bytes are sent to be shown, and again to be confirmed. */
interface ChosenFile {
  name: string;
  format: PayFileFormat;
  bytes: ArrayBuffer;
}

const FORMAT_TEXT: Record<PayFileFormat, string> = {
  nacha: 'Bank return file (NACHA)',
  paypal: 'Results of PayPal (CSV)',
};

interface ChooseFileProps {
  busy: boolean;
  /** What a file says is in view: another one is not the next step. */
  isShown: boolean;
  onChosen: (file: ChosenFile) => void;
}

function ChooseFile({ busy, isShown, onChosen }: ChooseFileProps) {
  const [format, setFormat] = useState<PayFileFormat>('nacha');
  const [file, setFile] = useState<File>();
  const [problem, setProblem] = useState('');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!file) return setProblem('Please choose a file');
    if (file.size > MAX_RESULT_FILE_BYTES) return setProblem('The file is larger than 20 MB');
    // The browser reads none that was changed, moved or removed since it was chosen.
    const bytes = await file.arrayBuffer().catch(() => undefined);
    setProblem(bytes ? '' : 'The file could not be read. Please choose it again');
    if (bytes) onChosen({ name: file.name, format, bytes });
  };
  return (
    <Panel>
      <form aria-label="Payment results" onSubmit={(event) => void submit(event)}>
        <fieldset className="pd-field">
          <legend className="form-label">What is it?</legend>
          {PAY_FILE_FORMATS.map((each) => (
            <div className="form-check" key={each}>
              <input
                className="form-check-input"
                type="radio"
                name="format"
                id={`format-${each}`}
                checked={each === format}
                onChange={() => setFormat(each)}
              />
              <label className="form-check-label" htmlFor={`format-${each}`}>
                {FORMAT_TEXT[each]}
              </label>
            </div>
          ))}
        </fieldset>
        <div className="pd-field">
          <label className="form-label" htmlFor="results-file">
            File
          </label>
          <input
            id="results-file"
            className={`form-control${problem ? ' is-invalid' : ''}`}
            type="file"
            aria-invalid={problem !== ''}
            aria-describedby={problem ? 'results-file-note' : undefined}
            onChange={({ target: { files } }) => {
              setFile(files?.[0]);
              // No bank's return file is called so.
              if (/\.csv$/i.test(files?.[0]?.name ?? '')) setFormat('paypal');
            }}
          />
          {problem && (
            <div id="results-file-note" className="invalid-feedback">
              {problem}
            </div>
          )}
        </div>
        <Button type="submit" variant={isShown ? 'outline-primary' : 'primary'} aria-disabled={busy}>
          Show results
        </Button>
      </form>
    </Panel>
  );
}
