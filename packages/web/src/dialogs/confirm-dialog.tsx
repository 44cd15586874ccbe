import { Button } from '@partnerdesk/web/core';
import { type ReactNode, useId, useState } from 'react';
import { Dialog } from './dialog';

interface ConfirmDialogProps {
  title: string;
  /** What is about to happen, line by line: what, and how much of it. */
  summary: readonly (readonly [label: string, value: ReactNode])[];
  note?: ReactNode;
  /** What has to be typed before it can be confirmed, such as the sum; blanks, commas and a `$` don't matter. */
  typed?: string;
  children?: ReactNode;
  /** Verb first: 'Execute payroll'. */
  confirmLabel: string;
  /** It destroys something. */
  danger?: boolean;
  /** The call is under way: a second press does nothing. */
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

const plain = (text: string) => text.replace(/[\s$,]/g, '').toLowerCase();

/** Asks before something that cannot be taken back, with its consequences; the focus starts on Cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, summary, note, typed, children, confirmLabel, danger, busy, onConfirm, onClose } = props;
  const [text, setText] = useState('');
  const id = useId();
  const blocked = busy || (typed !== undefined && plain(text) !== plain(typed));
  return (
    <Dialog title={title} onClose={onClose} withoutClose>
      <dl className="pd-facts pd-dialog-summary">
        {summary.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {note && <p>{note}</p>}
      {children}
      {typed !== undefined && (
        <div className="mb-3">
          <label htmlFor={id} className="form-label">
            Type “{typed}” to confirm
          </label>
          <input
            id={id}
            name="typed"
            className="form-control"
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
              // It would press what has the focus once the dialog is gone.
              event.preventDefault();
              if (!blocked && !event.repeat) onConfirm();
            }}
          />
        </div>
      )}
      <div className="pd-dialog-end">
        <Button
          variant="outline-primary"
          onClick={onClose}
          // React's autoFocus comes before the dialog opens, which moves the focus to the first field.
          ref={(button: HTMLButtonElement | null) => button?.setAttribute('autofocus', '')}
        >
          Cancel
        </Button>
        <Button
          variant={danger ? 'danger' : 'primary'}
          aria-disabled={blocked}
          onClick={() => !blocked && onConfirm()}
        >
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  );
}
