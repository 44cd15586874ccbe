import { type ReactNode, useId } from 'react';
import { Button } from '../bootstrap';
import { useModalDialog } from '../dialogs/use-modal-dialog';

/** A dialog over the screen; Escape and Close end it. */
export function WideDialog({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const ref = useModalDialog();
  const titleId = useId();
  return (
    <dialog ref={ref} className="pd-dialog pd-dialog-wide" aria-labelledby={titleId} onClose={onClose}>
      <div className="pd-panel-header">
        <h2 id={titleId}>{title}</h2>
        <Button variant="outline-primary" size="sm" onClick={onClose}>
          Close
        </Button>
      </div>
      {children}
    </dialog>
  );
}
