import { Search } from '@partnerdesk/web/icons';
import {
  type ComponentType,
  createContext,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  useCallback,
  useContext,
  useEffect,
  useState,
} from 'react';
import type { JumpBoxProps } from './jump-box';

type JumpBox = ComponentType<JumpBoxProps>;

const OpenJump = createContext<() => void>(() => undefined);

/** The box that goes anywhere, over all that is within: by Ctrl-K or a `JumpButton`. Its code is loaded on first use. */
export function JumpProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const [Box, setBox] = useState<JumpBox>();
  const [text, setText] = useState('');
  const close = useCallback(() => setOpen(false), []);
  const show = useCallback(() => {
    setOpen(true);
    setText('');
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
      if (open) close();
      else show();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [open, show, close]);
  useEarlyKeys(open, setText, close);

  return (
    <OpenJump value={show}>
      {children}
      {open && Box && <Box text={text} onText={setText} onClose={close} />}
    </OpenJump>
  );
}

/** What is typed before the box has the focus, while its code loads: it belongs to the box, not to what is below it. */
function useEarlyKeys(open: boolean, setText: Dispatch<SetStateAction<string>>, close: () => void): void {
  useEffect(() => {
    if (!open) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey || document.activeElement?.closest('.sh-jump')) return;
      if (key === 'Escape') close();
      else if (key === 'Backspace') setText((text) => text.slice(0, -1));
      // Other keys have names of several letters; Enter must not press what was focused before.
      else if (key.length === 1) setText((text) => text + key);
      else if (key !== 'Enter') return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [open, setText, close]);
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
