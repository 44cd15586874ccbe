import type { PaymentResultsOutcome, PaymentResultsPreview } from '@partnerdesk/contracts';
import { formatCount, Panel, readFailure, useAlerts, useAppDispatch } from '@partnerdesk/web';
import { Stepper } from '@partnerdesk/web/parts';
import { useEffect, useState } from 'react';
import { counted } from '../payroll/texts';
import { isOpenRun } from '../payroll/use-run';
import '../payroll/payroll.css';
import { ChooseFile, type ChosenFile } from './choose-file';
import { paymentsChanged, type ResultJob, useGetResultJobQuery, useSendResultsMutation } from './results.api';
import { FirstShown, ResultsPreview } from './results-preview';

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
    if (!reason) {
      alerts.failure(failure);
      return;
    }
    setPreview(undefined);
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
    if (result === undefined) setRefusal(reason);
    else if (!isPreview) {
      setOutcome(result);
      dispatch(paymentsChanged());
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer about the job
  useEffect(() => {
    if (!jobID) return;
    if (error) {
      setJobID('');
      refuse(error);
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
        <Panel title="This file was refused">
          <p role="alert">{refusal}</p>
          <p className="pd-panel-muted">Nothing was changed.</p>
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

/** How far the worker is with the file. */
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
