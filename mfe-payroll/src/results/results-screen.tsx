import type { PaymentResultsOutcome, PaymentResultsPreview } from '@partnerdesk/contracts';
import { Panel, readFailure, Screen, useAlerts } from '@partnerdesk/web';
import { Stepper } from '@partnerdesk/web/parts';
import { useState } from 'react';
import { counted } from '../payroll/texts';
import '../payroll/payroll.css';
import { ChooseFile, type ChosenFile } from './choose-file';
import { useMarkResultsMutation, usePreviewResultsMutation } from './results.api';
import { ResultsPreview } from './results-preview';

/** A bank's return file or PayPal's results: shown first, then confirmed (docs/RULES.md, Payroll). */
export function ResultsScreen() {
  const alerts = useAlerts();
  const [showFile, showing] = usePreviewResultsMutation();
  const [mark, marking] = useMarkResultsMutation();
  const [chosen, setChosen] = useState<ChosenFile>();
  const [preview, setPreview] = useState<PaymentResultsPreview>();
  const [refusal, setRefusal] = useState('');
  const [outcome, setOutcome] = useState<PaymentResultsOutcome>();

  const attempt = async (work: () => Promise<void>) => {
    setRefusal('');
    try {
      await work();
    } catch (error) {
      setPreview(undefined);
      const { reason } = readFailure(error);
      if (reason) setRefusal(reason);
      else alerts.failure(error);
    }
  };
  const show = (file: ChosenFile) =>
    attempt(async () => {
      setChosen(file);
      setOutcome(undefined);
      setPreview(undefined);
      const { format, bytes } = file;
      setPreview(await showFile({ format, bytes }).unwrap());
    });
  const confirm = ({ format, bytes }: ChosenFile, { digest }: PaymentResultsPreview) =>
    attempt(async () => {
      setOutcome(await mark({ format, bytes, digest }).unwrap());
      setPreview(undefined);
    });

  return (
    <Screen
      title="Payment results"
      lead="What the bank sent back, and what PayPal reports. Nothing is marked until you confirm it."
    >
      <Stepper
        label="Steps"
        steps={['Choose the file', 'Review', 'Done']}
        current={outcome ? 3 : preview ? 1 : 0}
      />
      <ChooseFile busy={showing.isLoading || marking.isLoading} onChosen={(file) => void show(file)} />
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
          busy={marking.isLoading}
          onConfirm={() => void confirm(chosen, preview)}
        />
      )}
      {outcome && <Outcome outcome={outcome} />}
    </Screen>
  );
}

function Outcome({ outcome: { paid, returned, already, refused } }: { outcome: PaymentResultsOutcome }) {
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
    </Panel>
  );
}
