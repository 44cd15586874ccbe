import { NOT_SENT_TO_BANK, type PayFile, type PayrollType } from '@partnerdesk/contracts';
import { Badge, formatInstant, formatUsd, Panel, useConfiguration } from '@partnerdesk/web';
import { useState } from 'react';
import { AskFirst } from './ask-first';
import { ExcludedPayments } from './excluded-payments';
import { useMarks } from './mark-form';
import { useDiscardPayFileMutation, useListPayFilesQuery } from './payroll.api';
import { counted } from './texts';

/** The pay files made lately: to download, and to give up. Exported is not paid. */
export function PayFiles({ payrollType, onChanged }: { payrollType: PayrollType; onChanged: () => void }) {
  const { data = [] } = useListPayFilesQuery(payrollType);
  if (data.length === 0) return null;
  return (
    <Panel title="Pay files">
      <ul className="pay-runs">
        {data.map((file) => (
          <FileLine key={file.payFileID} file={file} onChanged={onChanged} />
        ))}
      </ul>
    </Panel>
  );
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
  return (
    <li>
      <strong>
        {payFileID} {format === 'nacha' ? 'NACHA' : 'PayPal'}
      </strong>{' '}
      {counted(lines, 'payment')}, {formatUsd(amount)}, {formatInstant(createdAt, businessTimezone)},{' '}
      {createdBy} {state === 'discarded' && <Badge>Discarded</Badge>}
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
      {state === 'open' && (
        <FileActions file={file} downloaded={file.downloaded || clicked} onChanged={onChanged} />
      )}
      <ExcludedPayments payFileID={payFileID} excluded={excluded} />
    </li>
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
        disabled={isLoading}
        question={`Mark ${counted(lines, 'payment')} paid?`}
        yes="Yes, mark"
        onYes={() => quietly(send({ payFileID, state: 'paid' }))}
      />
      <AskFirst
        label="Discard"
        variant="outline-primary"
        disabled={isDiscarding}
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
