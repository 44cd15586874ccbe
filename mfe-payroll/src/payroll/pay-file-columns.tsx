import {
  addressOf,
  PAY_FILE_FORMAT_TEXT,
  PAY_FILE_STEP_TEXT,
  type PayFile,
  type PayFileStateText,
  payFilePartCall,
  payFileStateText,
} from '@partnerdesk/contracts';
import {
  Badge,
  type BadgeTone,
  type Column,
  formatCount,
  formatInstant,
  formatUsd,
  Link,
} from '@partnerdesk/web';
import { ExcludedPayments } from './excluded-payments';
import { PayFileActions, PayFileMaking } from './pay-file-actions';

export type PayFilePart = Pick<PayFile['parts'][number], 'number' | 'fileName'>;

interface PayFileColumnsOptions {
  timeZone: string;
  /** The file whose payments are to be marked next. */
  nextID?: number | undefined;
  /** What became of them is shown beside the table. */
  withoutLife?: boolean;
  /** Has the browser download a part of this file. */
  onDownload: (payFileID: number, part: PayFilePart) => void;
}

/** Whether it may have been sent, and its payments are not settled. */
export const isSent = ({ state, downloaded, leftOut, lines }: PayFile) =>
  state === 'open' && downloaded && leftOut < lines;

/** `PayPal file 2` */
export const payFileName = ({ format, payFileID }: PayFile) =>
  `${PAY_FILE_FORMAT_TEXT[format]} file ${payFileID}`;

/** The columns of the table of pay files. */
export function payFileColumns(options: PayFileColumnsOptions): Column<PayFile>[] {
  const { timeZone, nextID, withoutLife = false, onDownload } = options;
  const life: Column<PayFile> = {
    header: 'History',
    className: 'pay-text',
    cell: (file) => <FileLife file={file} timeZone={timeZone} />,
  };
  return [
    {
      header: 'File',
      rowHeader: true,
      className: 'pay-text',
      cell: (file) => <FileName file={file} onDownload={onDownload} />,
    },
    {
      header: 'Payments',
      numeric: true,
      cell: ({ lines }) => formatCount(lines),
    },
    { header: 'Sum', besideName: true, cell: ({ amount }) => formatUsd(amount), numeric: true },
    { header: 'State', className: 'pay-text', cell: (file) => <FileState file={file} /> },
    ...(withoutLife ? [] : [life]),
    {
      key: 'actions',
      header: <span className="visually-hidden">Actions</span>,
      className: 'pay-text',
      cell: (file) => <PayFileActions file={file} isNext={file.payFileID === nextID} />,
    },
  ];
}

interface FileProps {
  file: PayFile;
}

/** Where a part of a file is downloaded. */
export const partUrl = (id: number, number: number) => addressOf(payFilePartCall, { params: { id, number } });

/** What it is called, and its parts to download: the browser does that by itself, so that nothing is kept in memory. */
function FileName({ file, onDownload }: FileProps & Pick<PayFileColumnsOptions, 'onDownload'>) {
  const { payFileID, state, parts, excluded, lines, leftOut } = file;
  return (
    <>
      {payFileName(file)}
      {state === 'open' &&
        leftOut < lines &&
        parts.map(({ number, fileName, downloaded }) => (
          <div key={number}>
            <a
              href={partUrl(payFileID, number)}
              download={fileName}
              onClick={(event) => {
                event.preventDefault();
                // A second copy invites a second upload.
                if (event.detail < 2) onDownload(payFileID, { number, fileName });
              }}
            >
              {fileName}
            </a>
            {parts.length > 1 && (
              <span className="pd-panel-muted"> {downloaded ? 'downloaded' : 'not downloaded yet'}</span>
            )}
          </div>
        ))}
      <ExcludedPayments payFileID={payFileID} excluded={excluded} />
    </>
  );
}

const TONES: Record<PayFileStateText, BadgeTone> = {
  'Being made': 'info',
  'Not made': 'neutral',
  Discarded: 'neutral',
  Made: 'info',
  Downloaded: 'caution',
  Settled: 'good',
};

function FileState({ file }: FileProps) {
  const { state, failure, approvalID, lines, leftOut, paid } = file;
  const text = payFileStateText(file);
  const settled =
    paid === undefined
      ? `${formatCount(leftOut)} of ${formatCount(lines)} paid or returned`
      : `${formatCount(paid)} paid, ${formatCount(leftOut - paid)} returned, ${formatCount(lines - leftOut)} open`;
  return (
    <>
      <Badge tone={TONES[text]}>{text}</Badge>
      {state === 'making' && <PayFileMaking file={file} />}
      {state === 'open' && leftOut > 0 && (
        <span className="pd-field-hint d-block" title="What is paid or returned is left out of downloads">
          {settled}
        </span>
      )}
      {failure && <span className="pd-field-hint d-block">{failure}</span>}
      {approvalID !== undefined && (
        <Link className="d-block" to={`/payroll-approvals?request=${approvalID}`}>
          Discarding waits for approval
        </Link>
      )}
    </>
  );
}

function FileLife({ file: { life }, timeZone }: FileProps & { timeZone: string }) {
  return (
    <ul className="pay-life">
      {life.map(({ step, at, by }) => (
        <li key={step}>
          {PAY_FILE_STEP_TEXT[step] ?? step} {formatInstant(at, timeZone)}, {by}
        </li>
      ))}
    </ul>
  );
}
