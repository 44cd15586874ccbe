import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from '../bootstrap';

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
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = ref.current;
    // Where there are no modal dialogs (old browsers) it is shown in its place.
    if (dialog?.showModal) dialog.showModal();
    else dialog?.setAttribute('open', '');
  }, []);
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
