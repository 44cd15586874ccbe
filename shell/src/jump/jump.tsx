import { maySee, REMOTE_SCREENS } from '@partnerdesk/contracts';
import { useSession } from '@partnerdesk/web';
import { Search } from '@partnerdesk/web/icons';
import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';

type JumpBox = ComponentType<{ onClose: () => void }>;

/** Ctrl-K, or the button: the box that finds anyone, for those who may see accounts. Its code is loaded on first use. */
export function Jump() {
  const person = useSession();
  const allowed = maySee(REMOTE_SCREENS.accounts[0].access, person);
  return allowed ? <JumpFor /> : null;
}

function JumpFor() {
  const [open, setOpen] = useState(false);
  const [Box, setBox] = useState<JumpBox>();
  const close = useCallback(() => setOpen(false), []);
  const show = useCallback(() => {
    setOpen(true);
    // Pressed again, a load that failed is tried again.
    import('./jump-box').then(
      (module) => setBox(() => module.JumpBox),
      () => setOpen(false),
    );
  }, []);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.ctrlKey || event.metaKey) ||
        event.shiftKey ||
        event.altKey
      )
        return;
      event.preventDefault();
      show();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [show]);

  return (
    <>
      <button
        type="button"
        className="sh-find"
        aria-keyshortcuts="Control+K"
        title="Find anyone (Ctrl+K)"
        onClick={show}
      >
        <Search size={16} aria-hidden="true" />
        <span>Find anyone</span>
        <kbd>Ctrl K</kbd>
      </button>
      {/* Not within the sidebar, which may be out of sight. */}
      {open && Box && createPortal(<Box onClose={close} />, document.body)}
    </>
  );
}
