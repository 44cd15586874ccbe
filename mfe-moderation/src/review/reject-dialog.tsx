import { MAX_NOTE_LENGTH, UNDER_AGE_REASON } from '@partnerdesk/contracts';
import { Button, Dialog, ErrorState, singleClick } from '@partnerdesk/web';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Key } from '../key';
import { useGetReasonsQuery, type Why } from '../moderation.api';
import type { Owner } from './account-link';
import { UnderAgeQuestion } from './under-age-question';

interface RejectDialogProps {
  /** What is rejected, e.g. `photo 12` or `5 pictures`. */
  what: string;
  /** Whose it is; empty: the rejection closes the account itself. */
  owners: readonly Owner[];
  onReject: (why: Why) => void;
  onClose: () => void;
}

/** Asks for the reason of a rejection: its digit is enough, a note may be added, none is needed. */
export function RejectDialog({ what, owners, onReject, onClose }: RejectDialogProps) {
  const { data: reasons = [], isError, refetch } = useGetReasonsQuery();
  const [note, setNote] = useState('');
  const [asksAboutAccount, setAsking] = useState(false);
  const firstRef = useRef<HTMLButtonElement>(null);
  // A digit is always the same reason, wherever it stands.
  const choices = ['', ...reasons];
  const isApart = (reason: string) => reason === UNDER_AGE_REASON;
  const [withReason, apart] = [reasons.filter((each) => !isApart(each)), reasons.filter(isApart)];
  const firstReason = withReason[0] ?? '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: again once the reasons are there
  useEffect(() => {
    // Who writes the note already goes on: a blank would press the reason.
    if (!(document.activeElement instanceof HTMLTextAreaElement)) firstRef.current?.focus();
  }, [firstReason]);

  const reject = (reason: string) =>
    onReject({ ...(reason && { reason }), ...(note.trim() && { note: note.trim() }) });
  const choose = (reason: string) =>
    isApart(reason) && owners.length > 0 ? setAsking(true) : reject(reason);
  const chooseByDigit = (event: KeyboardEvent) => {
    if ((event.target as Element).tagName === 'TEXTAREA' || event.ctrlKey || event.metaKey || event.altKey)
      return;
    const choice = /^\d$/.test(event.key) ? choices[Number(event.key)] : undefined;
    if (choice === undefined) return;
    event.preventDefault();
    choose(choice);
  };

  if (asksAboutAccount)
    return (
      <UnderAgeQuestion
        what={what}
        owners={owners}
        onReject={() => reject(UNDER_AGE_REASON)}
        onClose={onClose}
      />
    );
  return (
    <Dialog title={`Reject ${what}`} onClose={onClose} withoutClose>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a digit is a short way to press one of the buttons */}
      <div onKeyDown={chooseByDigit}>
        <ol className="mod-reasons">
          {[...withReason, '', ...apart].map((reason) => (
            <li key={reason} className={isApart(reason) ? 'mod-reason-apart' : undefined}>
              <Button
                ref={reason === firstReason ? firstRef : undefined}
                variant={isApart(reason) ? 'outline-danger' : 'outline-primary'}
                onClick={singleClick(() => choose(reason))}
              >
                <Key>{choices.indexOf(reason)}</Key> {reason || 'Without a reason'}
                {isApart(reason) && owners.length > 0 && '…'}
              </Button>
            </li>
          ))}
        </ol>
        {isError && <ErrorState text="The reasons could not be loaded." onRetry={refetch} />}
        <label className="form-label" htmlFor="reject-note">
          Note (goes with the reason)
        </label>
        <textarea
          id="reject-note"
          className="form-control"
          rows={2}
          maxLength={MAX_NOTE_LENGTH}
          value={note}
          onChange={(event) => setNote(event.target.value)}
          onKeyDown={(event) => {
            // Enter that ends a word of an input method is none.
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            reject('');
          }}
        />
        <p className="pd-field-hint mod-keyboard">
          Enter in the note rejects with the note alone. Esc goes back.
        </p>
      </div>
      <Button variant="link" onClick={singleClick(onClose)}>
        Cancel
      </Button>
    </Dialog>
  );
}
