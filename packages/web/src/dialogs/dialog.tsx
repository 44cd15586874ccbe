import { AlertHost, Button } from '@partnerdesk/web/core';
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { X } from '../icons';

/**
 * Opens the <dialog> that holds the ref as a modal one of the browser's own: the rest is inert, Tab stays within, and the
 * focus starts on what has the attribute `autofocus`. When it goes, however it goes, the focus returns to where it was.
 */
export function useModalDialog(): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
  // Looked up while rendering: React's autoFocus within takes the focus before any effect runs.
  const [opener] = useState(() => document.activeElement as HTMLElement | null);
  useEffect(() => {
    const dialog = ref.current;
    // Where there are no modal dialogs (old browsers) it is shown in its place.
    if (dialog?.showModal) dialog.showModal();
    else {
      dialog?.setAttribute('open', '');
      dialog?.querySelector<HTMLElement>('[autofocus]')?.focus();
    }
    return () => {
      dialog?.close?.();
      opener?.focus?.();
    };
  }, [opener]);
  return ref;
}

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
