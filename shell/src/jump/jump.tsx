import { Search } from '@partnerdesk/web/icons';
import {
  type ComponentType,
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useState,
} from 'react';

type JumpBox = ComponentType<{ onClose: () => void }>;

const OpenJump = createContext<() => void>(() => undefined);

/** The box that goes anywhere, over all that is within: by Ctrl-K or a `JumpButton`. Its code is loaded on first use. */
export function JumpProvider({ children }: { children: ReactNode }) {
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
      const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
      if (key.toLowerCase() !== 'k' || !(ctrlKey || metaKey) || shiftKey || altKey) return;
      event.preventDefault();
      show();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [show]);

  return (
    <OpenJump value={show}>
      {children}
      {open && Box && <Box onClose={close} />}
    </OpenJump>
  );
}

/** Opens the box; `compact`: its icon alone, where there is little room. */
export function JumpButton({ compact = false }: { compact?: boolean }) {
  return (
    <button
      type="button"
      className={compact ? 'btn pd-icon-button' : 'sh-find'}
      aria-label={compact ? 'Go to' : undefined}
      aria-keyshortcuts="Control+K"
      title="Go to a screen, an action or a person (Ctrl+K)"
      onClick={useContext(OpenJump)}
    >
      <Search size={compact ? 20 : 16} aria-hidden="true" />
      {!compact && (
        <>
          <span>Go to…</span>
          <kbd>Ctrl K</kbd>
        </>
      )}
    </button>
  );
}
