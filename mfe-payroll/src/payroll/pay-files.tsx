import { NOT_SENT_TO_BANK, type PayFile, type PayrollType } from '@partnerdesk/contracts';
import {
  Badge,
  Button,
  formatCount,
  formatInstant,
  formatUsd,
  Link,
  Panel,
  useAlerts,
  useConfiguration,
} from '@partnerdesk/web';
import { useEffect, useRef, useState } from 'react';
import { AskFirst } from './ask-first';
import { ExcludedPayments } from './excluded-payments';
import { useMarks } from './mark-form';
import { useDiscardPayFileMutation, useListPayFilesQuery } from './payroll.api';
import { counted } from './texts';

/** The pay files made lately: to download, and to give up. Exported is not paid. */
export function PayFiles({ payrollType, onChanged }: { payrollType: PayrollType; onChanged: () => void }) {
  const files = usePayFiles(payrollType, onChanged);
  if (files.length === 0) return null;
  return (
    <Panel title="Pay files">
      <ul className="pay-runs">
        {files.map((file) => (
          <FileLine key={file.payFileID} file={file} onChanged={onChanged} />
        ))}
      </ul>
    </Panel>
  );
}

const POLL_MS = 400;

/** The latest pay files, followed while one of them is being made; says what became of it. */
function usePayFiles(payrollType: PayrollType, onChanged: () => void): readonly PayFile[] {
  const alerts = useAlerts();
  const [polls, setPolls] = useState(false);
  const { data = [] } = useListPayFilesQuery(payrollType, { pollingInterval: polls ? POLL_MS : 0 });
  const making = useRef<ReadonlySet<number>>(new Set());
  useEffect(() => {
    const ended = data.filter(({ payFileID, state }) => state !== 'making' && making.current.has(payFileID));
    making.current = new Set(
      data.filter(({ state }) => state === 'making').map(({ payFileID }) => payFileID),
    );
    setPolls(making.current.size > 0);
    for (const { payFileID, lines, amount, failure, state } of ended) {
      if (failure) alerts.warning(failure);
      else if (state === 'open')
        alerts.success(`Pay file ${payFileID}: ${counted(lines, 'payment')}, ${formatUsd(amount)}`);
    }
    if (ended.length > 0) onChanged();
  }, [data, alerts, onChanged]);
  return data;
}

interface FileLineProps {
  file: PayFile;
  onChanged: () => void;
}

function FileLine({ file, onChanged }: FileLineProps) {
  const { businessTimezone } = useConfiguration();
  /** The browser downloads by itself: the list shows it only when it is read the next time. */
  const [clicked, setClicked] = useState(false);
  const { payFileID, format, lines, amount, leftOut, createdAt, createdBy, state, parts, excluded } = file;
  const downloaded = file.downloaded || clicked;
  return (
    <li>
      <strong>
        {payFileID} {format === 'nacha' ? 'NACHA' : 'PayPal'}
      </strong>{' '}
      {counted(lines, 'payment')}, {formatUsd(amount)}, {formatInstant(createdAt, businessTimezone)},{' '}
      {createdBy} {state === 'discarded' && <Badge>{file.failure ? 'Not made' : 'Discarded'}</Badge>}
      {state === 'open' && (
        <Badge tone={downloaded ? 'good' : 'info'}>{downloaded ? 'Downloaded' : 'Made'}</Badge>
      )}
      {file.approvalID !== undefined && (
        <Link to={`/payroll-approvals?request=${file.approvalID}`}>Discarding waits for approval</Link>
      )}
      {file.failure && <span className="pd-field-hint">{file.failure}</span>}
      {state === 'making' && <Making file={file} />}
      {state === 'open' &&
        parts.map(({ number, fileName }) => (
          <span key={number}>
            <a
              href={`/api/pay-files/${payFileID}/parts/${number}`}
              download={fileName}
              onClick={() => setClicked(true)}
            >
              {fileName}
            </a>{' '}
          </span>
        ))}
      {state === 'open' && leftOut > 0 && (
        <span className="pd-field-hint">
          {counted(leftOut, 'payment')} {leftOut === 1 ? 'is' : 'are'} paid or returned by now and left out of
          downloads.
        </span>
      )}
      {state === 'open' && <FileActions file={file} downloaded={downloaded} onChanged={onChanged} />}
      <ExcludedPayments payFileID={payFileID} excluded={excluded} />
    </li>
  );
}

/** How far a file's making is, with a way to end it. */
function Making({ file: { payFileID, progress } }: Pick<FileLineProps, 'file'>) {
  const [discard, { isLoading }] = useDiscardPayFileMutation();
  return (
    <span className="pay-bar" role="status">
      <span>
        Making it: {formatCount(progress.done)} of {counted(progress.total, 'payment')}
      </span>
      <progress
        className="pay-progress"
        max={Math.max(1, progress.total)}
        value={progress.done}
        aria-label={`Making pay file ${payFileID}`}
      />
      <Button
        variant="outline-primary"
        size="sm"
        disabled={isLoading}
        onClick={() => void discard({ payFileID })}
      >
        Cancel
      </Button>
    </span>
  );
}

function FileActions({ file, downloaded, onChanged }: FileLineProps & { downloaded: boolean }) {
  const { send, isLoading } = useMarks();
  const [discard, { isLoading: isDiscarding }] = useDiscardPayFileMutation();
  const [reason, setReason] = useState('');
  const { payFileID, lines } = file;
  /** The banner has shown a failure; the report above shows what became of its payments. */
  const quietly = (work: Promise<unknown>) => void work.then(onChanged, () => undefined);
  return (
    <span className="pay-actions">
      <AskFirst
        label="Mark all paid"
        variant="outline-primary"
        disabled={isLoading || !downloaded}
        {...(!downloaded && { title: 'Download it first: what nobody has sent cannot be paid' })}
        question={`Mark ${counted(lines, 'payment')} paid?`}
        yes="Yes, mark"
        onYes={() => quietly(send({ payFileID, state: 'paid' }))}
      />
      <AskFirst
        label="Discard"
        variant="outline-primary"
        disabled={isDiscarding || file.approvalID !== undefined}
        question="Not sent to the bank? Its payments can then be in another file."
        yes="Discard it"
        onYes={() => quietly(discard({ payFileID, ...(downloaded && { reason }) }).unwrap())}
      >
        {downloaded && (
          <label className="pay-ask">
            Type “{NOT_SENT_TO_BANK}”
            <input
              className="form-control form-control-sm w-auto"
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </label>
        )}
      </AskFirst>
    </span>
  );
}
