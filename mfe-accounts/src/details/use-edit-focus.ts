import { type RefObject, useEffect, useRef } from 'react';

/**
 * What was pressed goes away when a panel turns from reading to editing and back: the focus goes on to the first field,
 * and afterwards to the panel's first button, instead of getting lost.
 * @param editing what is edited; falsy: nothing
 * @returns to be put on what holds the panel
 */
export function useEditFocus(editing: unknown): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  const before = useRef(editing);
  useEffect(() => {
    if (before.current === editing) return;
    before.current = editing;
    ref.current?.querySelector<HTMLElement>(editing ? 'input, select, textarea' : 'button')?.focus();
  }, [editing]);
  return ref;
}
