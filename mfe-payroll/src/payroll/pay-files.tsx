import type { PayFile, PayrollType } from '@partnerdesk/contracts';
import { Badge, formatCount, formatInstant, formatUsd, Panel, useConfiguration } from '@partnerdesk/web';
import { AskFirst } from './ask-first';
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

function FileLine({ file, onChanged }: { file: PayFile; onChanged: () => void }) {
  const { businessTimezone } = useConfiguration();
  const { send, isLoading } = useMarks();
  const [discard, { isLoading: isDiscarding }] = useDiscardPayFileMutation();
  const { payFileID, format, lines, amount, createdAt, createdBy, state, parts, excluded } = file;
  /** The banner has shown a failure; the report above shows what became of its payments. */
  const quietly = (work: Promise<unknown>) => void work.then(onChanged, () => undefined);
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
            <a href={`/api/pay-files/${payFileID}/parts/${number}`} download={fileName}>
              {fileName}
            </a>{' '}
          </span>
        ))}
      {state === 'open' && (
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
            onYes={() => quietly(discard(payFileID).unwrap())}
          />
        </span>
      )}
      {excluded.length > 0 && (
        <details>
          <summary>{formatCount(excluded.length)} could not be in it</summary>
          <ul>
            {excluded.map((each) => (
              <li key={each.payrollID}>
                {each.name} (ID {each.personID}), {formatUsd(each.amount)}: {each.reason}
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}
