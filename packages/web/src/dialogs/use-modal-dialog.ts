import { type RefObject, useEffect, useRef, useState } from 'react';

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
