import type { ReactNode } from 'react';
import { Button } from '../bootstrap';
import { Dialog } from './dialog';

interface ConfirmDialogProps {
  title: string;
  /** What is about to happen, line by line: what, and how much of it. */
  summary: readonly (readonly [label: string, value: ReactNode])[];
  /** What to mind, in a sentence. */
  note?: ReactNode;
  /** Verb first: 'Execute payroll'. */
  confirmLabel: string;
  /** It destroys something. */
  danger?: boolean;
  /** The call is under way: a second press does nothing. */
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something that cannot be taken back, with its consequences; the focus starts on Cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, summary, note, confirmLabel, danger, busy, onConfirm, onClose } = props;
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
      <div className="pd-dialog-end">
        <Button variant="outline-primary" onClick={onClose} autoFocus>
          Cancel
        </Button>
        <Button
          variant={danger ? 'danger' : 'primary'}
          aria-disabled={busy}
          onClick={() => !busy && onConfirm()}
        >
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  );
}
