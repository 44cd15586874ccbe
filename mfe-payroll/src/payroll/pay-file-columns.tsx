/* One table of pay files: what each is and holds, and what can be done with it. */
import {
  addressOf,
  EXCLUDED_PAGE,
  NOT_SENT_TO_BANK,
  PAY_FILE_FORMAT_TEXT,
  PAY_FILE_STEP_TEXT,
  type PayFile,
  type PayFileStateText,
  type PaymentMarksRequest,
  type PaymentState,
  payFilePartCall,
  payFileStateText,
} from '@partnerdesk/contracts';
import {
  Badge,
  type BadgeTone,
  Button,
  type Column,
  ConfirmDialog,
  formatCount,
  formatInstant,
  formatUsd,
  Link,
  Pager,
  QueryView,
  useAlerts,
} from '@partnerdesk/web';
import { useState } from 'react';
import {
  useDiscardPayFileMutation,
  useGetExcludedPaymentsQuery,
  useMarkPaymentsMutation,
} from './payroll.api';
import { counted } from './texts';

export type PayFilePart = Pick<PayFile['parts'][number], 'number' | 'fileName'>;

interface PayFileColumnsOptions {
  timeZone: string;
  /** The file whose payments are to be marked next. */
  nextID?: number | undefined;
  /** What became of them is shown beside the table. */
  withoutLife?: boolean;
  onDownload: (payFileID: number, part: PayFilePart) => void;
}

/** Whether it may have been sent, and its payments are not settled. */
export const isSent = ({ state, downloaded, leftOut, lines }: PayFile) =>
  state === 'open' && downloaded && leftOut < lines;

export const payFileName = ({ format, payFileID }: PayFile) =>
  `${PAY_FILE_FORMAT_TEXT[format]} file ${payFileID}`;

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
    { header: 'Payments', numeric: true, cell: ({ lines }) => formatCount(lines) },
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

interface PayFileActionsProps {
  file: PayFile;
  isNext: boolean;
}

/** Says that a file was paid, or gives it up; each is asked first. */
function PayFileActions({ file, isNext }: PayFileActionsProps) {
  const { send, isLoading } = useMarks();
  const [discard, { isLoading: isDiscarding }] = useDiscardPayFileMutation();
  const [asked, setAsked] = useState<'paid' | 'discard'>();
  const { payFileID, state, downloaded, lines, leftOut } = file;
  if (state !== 'open') return null;
  const open = lines - leftOut;
  const blocked = isLoading || !downloaded || open === 0;
  const isMarked = downloaded && leftOut > 0;
  const keeps = isDiscarding || file.approvalID !== undefined || isMarked;
  /** The banner has shown a failure. */
  const quietly = (work: Promise<unknown>) => {
    setAsked(undefined);
    void work.catch(() => undefined);
  };
  return (
    <span className="pay-actions">
      <Button
        variant={isNext ? 'primary' : 'outline-primary'}
        size="sm"
        aria-disabled={blocked}
        {...(!downloaded && { title: 'Download it first: what nobody has sent cannot be paid' })}
        onClick={() => !blocked && setAsked('paid')}
      >
        Mark all paid
      </Button>
      <Button
        variant="outline-primary"
        size="sm"
        aria-disabled={keeps}
        {...(isMarked && { title: 'It was sent to the bank: payments of it are marked paid or returned' })}
        onClick={() => !keeps && setAsked('discard')}
      >
        Discard
      </Button>
      {asked === 'paid' && (
        <ConfirmDialog
          title={`Mark pay file ${payFileID} paid?`}
          summary={summaryOf(file, open)}
          confirmLabel="Mark paid"
          onConfirm={() => quietly(send({ payFileID, state: 'paid' }))}
          onClose={() => setAsked(undefined)}
        />
      )}
      {asked === 'discard' && (
        <ConfirmDialog
          title={`Discard pay file ${payFileID}?`}
          summary={summaryOf(file, open)}
          note="Only if it was not sent to the bank: its open payments can then be in another file."
          {...(downloaded && { typed: NOT_SENT_TO_BANK })}
          confirmLabel="Discard file"
          danger
          onConfirm={() =>
            quietly(discard({ payFileID, ...(downloaded && { reason: NOT_SENT_TO_BANK }) }).unwrap())
          }
          onClose={() => setAsked(undefined)}
        />
      )}
    </span>
  );
}

const summaryOf = ({ format, lines, amount }: PayFile, open: number) =>
  [
    ['File', PAY_FILE_FORMAT_TEXT[format]],
    ['Payments', `${formatCount(lines)}, ${formatUsd(amount)}`],
    ['Still open', formatCount(open)],
  ] as const;

function PayFileMaking({ file: { payFileID, progress } }: Pick<PayFileActionsProps, 'file'>) {
  const [discard, { isLoading }] = useDiscardPayFileMutation();
  return (
    <span className="pay-bar" role="status">
      <span>
        {formatCount(progress.done)} of {counted(progress.total, 'payment')}
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

/** Who could not be in a pay file: counted by reason, and listed one by one when asked for. */
function ExcludedPayments({ payFileID, excluded }: Pick<PayFile, 'payFileID' | 'excluded'>) {
  const [listed, setListed] = useState(false);
  const total = excluded.reduce((sum, { payments }) => sum + payments, 0);
  if (total === 0) return null;
  return (
    <details>
      <summary>{formatCount(total)} could not be in it</summary>
      <ul>
        {excluded.map(({ reason, payments, amount }) => (
          <li key={reason}>
            {counted(payments, 'payment')}, {formatUsd(amount)}: {reason}
          </li>
        ))}
      </ul>
      {listed ? (
        <ExcludedList payFileID={payFileID} total={total} />
      ) : (
        <Button variant="outline-primary" size="sm" onClick={() => setListed(true)}>
          List them
        </Button>
      )}
    </details>
  );
}

function ExcludedList({ payFileID, total }: { payFileID: number; total: number }) {
  const [page, setPage] = useState(1);
  const query = useGetExcludedPaymentsQuery({ payFileID, page });
  return (
    <>
      <QueryView query={query} failure="They could not be listed.">
        {(payments) => (
          <ul>
            {payments.map(({ payrollID, personID, name, amount, reason }) => (
              <li key={payrollID}>
                {name} (ID {personID}), {formatUsd(amount)}: {reason}
              </li>
            ))}
          </ul>
        )}
      </QueryView>
      <Pager page={page} pages={Math.ceil(total / EXCLUDED_PAGE)} onPage={setPage} />
    </>
  );
}

const DONE: Record<PaymentState, string> = {
  paid: 'Marked paid',
  returned: 'Marked returned: the amounts are in the next payroll',
  executed: 'The mark was taken back',
};

export function useMarks() {
  const alerts = useAlerts();
  const [mark, { isLoading }] = useMarkPaymentsMutation();
  const send = async (request: PaymentMarksRequest) => {
    const outcomes = await mark(request).unwrap();
    const refused = outcomes.filter(({ outcome }) => outcome === 'refused');
    if (refused.length === 0) alerts.success(DONE[request.state]);
    else alerts.warning(`${formatCount(refused.length)} not marked: ${refused[0]?.reason}`);
  };
  return { send, isLoading };
}
