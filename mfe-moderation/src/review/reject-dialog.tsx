import { MAX_NOTE_LENGTH } from '@partnerdesk/contracts';
import { Button, Dialog } from '@partnerdesk/web';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useGetReasonsQuery, type Why } from '../moderation.api';

interface RejectDialogProps {
  /** What is rejected, e.g. `photo 12` or `5 pictures`. */
  what: string;
  onReject: (why: Why) => void;
  onClose: () => void;
}

/** Asks for the reason of a rejection: its digit is enough, a note may be added, none is needed. */
export function RejectDialog({ what, onReject, onClose }: RejectDialogProps) {
  const { data: reasons = [] } = useGetReasonsQuery();
  const [note, setNote] = useState('');
  const firstRef = useRef<HTMLButtonElement>(null);
  const choices = ['', ...reasons];
  useEffect(() => firstRef.current?.focus(), []);

  const reject = (reason: string) =>
    onReject({ ...(reason && { reason }), ...(note.trim() && { note: note.trim() }) });
  const chooseByDigit = (event: KeyboardEvent) => {
    if ((event.target as Element).tagName === 'TEXTAREA' || event.ctrlKey || event.metaKey || event.altKey)
      return;
    const choice = /^\d$/.test(event.key) ? choices[Number(event.key)] : undefined;
    if (choice === undefined) return;
    event.preventDefault();
    reject(choice);
  };

  return (
    <Dialog title={`Reject ${what}`} onClose={onClose} withoutClose>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a digit is a short way to press one of the buttons */}
      <div onKeyDown={chooseByDigit}>
        <ol className="mod-reasons">
          {choices.map((reason, digit) => (
            <li key={reason}>
              <Button
                ref={digit === 0 ? firstRef : undefined}
                variant="outline-primary"
                onClick={() => reject(reason)}
              >
                <span className="mod-key" aria-hidden="true">
                  {digit}
                </span>{' '}
                {reason || 'Without a reason'}
              </Button>
            </li>
          ))}
        </ol>
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
            if (event.key !== 'Enter' || event.shiftKey) return;
            event.preventDefault();
            reject('');
          }}
        />
        <p className="pd-field-hint">Enter in the note rejects with the note alone. Esc goes back.</p>
      </div>
      <Button variant="link" onClick={onClose}>
        Cancel
      </Button>
    </Dialog>
  );
}
