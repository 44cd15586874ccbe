import type { PayFile, PayrollType } from '@partnerdesk/contracts';
import { Button, formatCount, formatInstant, formatUsd, Panel, useConfiguration } from '@partnerdesk/web';
import { useDiscardPayFileMutation, useListPayFilesQuery } from './payroll.api';

/** The pay files made lately: to download, and to give up. Exported is not paid. */
export function PayFiles({ payrollType }: { payrollType: PayrollType }) {
  const { data = [] } = useListPayFilesQuery(payrollType);
  if (data.length === 0) return null;
  return (
    <Panel title="Pay files">
      <ul className="pay-runs">
        {data.map((file) => (
          <FileLine key={file.payFileID} file={file} />
        ))}
      </ul>
    </Panel>
  );
}

function FileLine({ file }: { file: PayFile }) {
  const { businessTimezone } = useConfiguration();
  const [discard, { isLoading }] = useDiscardPayFileMutation();
  const { payFileID, format, lines, amount, createdAt, createdBy, state, parts, excluded } = file;
  return (
    <li>
      <strong>
        {payFileID} {format === 'nacha' ? 'NACHA' : 'PayPal'}
      </strong>{' '}
      {formatCount(lines)} payments, {formatUsd(amount)}, {formatInstant(createdAt, businessTimezone)},{' '}
      {createdBy} {state === 'discarded' && <span className="pay-badge">Discarded</span>}
      {state === 'open' &&
        parts.map(({ number, fileName }) => (
          <span key={number}>
            <a href={`/api/pay-files/${payFileID}/parts/${number}`} download={fileName}>
              {fileName}
            </a>{' '}
          </span>
        ))}
      {state !== 'discarded' && (
        <Button
          variant="link"
          size="sm"
          className="p-0"
          disabled={isLoading}
          onClick={() => void discard(payFileID)}
        >
          Discard
        </Button>
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
