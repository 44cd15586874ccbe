import { AlertHost, Button } from '@partnerdesk/web/core';
import { type ReactNode, useId } from 'react';
import { X } from '../icons';
import { useModalDialog } from './use-modal-dialog';

interface DialogProps {
  title: string;
  /** Escape and the close button: the owner stops rendering the dialog. */
  onClose: () => void;
  /** Room for a table. */
  wide?: boolean;
  /** The content has buttons of its own that end it. */
  withoutClose?: boolean;
  children: ReactNode;
}

/** A dialog over the screen: rendered, it is open. The focus returns to where it was when it goes. */
export function Dialog({ title, onClose, wide, withoutClose, children }: DialogProps) {
  const ref = useModalDialog();
  const titleId = useId();
  return (
    <dialog
      ref={ref}
      className={wide ? 'pd-dialog pd-dialog-wide' : 'pd-dialog'}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // The browser would close it and leave it rendered. A file picker's cancel bubbles here too.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
    >
      <div className="pd-dialog-header">
        <h2 id={titleId}>{title}</h2>
        {!withoutClose && (
          <Button variant="" size="sm" className="pd-icon-button" onClick={onClose} aria-label="Close">
            <X size={18} />
          </Button>
        )}
      </div>
      {children}
      <AlertHost inDialog />
    </dialog>
  );
}
