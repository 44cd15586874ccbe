import { useEffect, useEffectEvent } from 'react';

/** A key, what it does in words, and the doing. One list makes both the keyboard and the help, so they agree. */
export interface KeyAction {
  /** As KeyboardEvent.key, letters small; several do the same. `shift+a` with Shift. */
  keys: readonly string[];
  label: string;
  /** It may go on while the key is held down; else that does it once. */
  repeats?: boolean;
  run: () => void;
}

const TYPING = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]';
/** These act on what has the focus. */
const ACTIVATING = new Set(['Enter', ' ']);

function nameOf(event: KeyboardEvent): string {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return event.shiftKey && /^[a-z]$/.test(key) ? `shift+${key}` : key;
}

/** Runs actions by key, unless somebody is typing, a dialog is open, or the key is the browser's. */
export function useKeys(actions: readonly KeyAction[]): void {
  // Knows the actions before their screen is drawn: a key that follows at once acts on what is seen.
  const act = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as Element | null;
    if (target?.closest?.(TYPING) || document.querySelector('dialog[open]')) return;
    if (ACTIVATING.has(event.key)) return;
    const action = actions.find(({ keys }) => keys.includes(nameOf(event)));
    if (!action) return;
    event.preventDefault();
    if (!event.repeat || action.repeats) action.run();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => act(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
