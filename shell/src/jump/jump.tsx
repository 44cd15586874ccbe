import { Search } from '@partnerdesk/web/icons';
import {
  type ComponentType,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
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
  const close = () => setOpen(false);
  const show = () => {
    setOpen(true);
    setText('');
    // Pressed again, a load that failed is tried again.
    import('./jump-box').then((module) => setBox(() => module.JumpBox), close);
  };

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
    const isCommand = ctrlKey || metaKey;
    if (key.toLowerCase() === 'k' && isCommand && !shiftKey && !altKey) {
      if (open) close();
      else show();
    }
    // What is typed before the box has the focus, while its code loads, belongs to the box, not to what is below it.
    else if (!open || isCommand || altKey || document.activeElement?.closest('.sh-jump')) return;
    else if (key === 'Escape') close();
    else if (key === 'Backspace') setText((typed) => typed.slice(0, -1));
    // Other keys have names of several letters; Enter must not press what was focused before.
    else if (key.length === 1) setText((typed) => typed + key);
    else if (key !== 'Enter') return;
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, []);

  return (
    <OpenJump value={show}>
      {children}
      {open && Box && <Box text={text} onText={setText} onClose={close} />}
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
      <Search size={compact ? 20 : 16} />
      {!compact && (
        <>
          <span>Go to…</span>
          <kbd>Ctrl K</kbd>
        </>
      )}
    </button>
  );
}
