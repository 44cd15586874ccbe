import { NOT_SENT_TO_BANK, PAY_FILE_FORMAT_TEXT, type PayFile } from '@partnerdesk/contracts';
import { Button, ConfirmDialog, formatCount, formatUsd } from '@partnerdesk/web';
import { useState } from 'react';
import { useMarks } from './mark-form';
import { useDiscardPayFileMutation } from './payroll.api';
import { counted } from './texts';

interface PayFileActionsProps {
  file: PayFile;
  /** It is the one to be marked next. */
  isNext: boolean;
}

/** Says that a file was paid, or gives it up; each is asked first. */
export function PayFileActions({ file, isNext }: PayFileActionsProps) {
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

/** How far a file's making is, with a way to end it. */
export function PayFileMaking({ file: { payFileID, progress } }: Pick<PayFileActionsProps, 'file'>) {
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
