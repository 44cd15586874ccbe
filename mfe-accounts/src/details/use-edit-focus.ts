import { type RefObject, useEffect, useRef } from 'react';

/**
 * What was pressed goes away when a panel turns from reading to editing and back: the focus goes on to the first field,
 * and afterwards back to the button that it came from (data-edits), instead of getting lost; where that is gone, to the
 * text that says what holds now, never to another button: a second Enter would press it.
 * @param editing what is edited; falsy: nothing
 * @returns to be put on what holds the panel
 */
export function useEditFocus(editing: unknown): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  const before = useRef(editing);
  useEffect(() => {
    if (before.current === editing) return;
    const find = (selector: string) => ref.current?.querySelector<HTMLElement>(selector);
    const next = editing
      ? find('input, select, textarea')
      : (find(`[data-edits="${before.current}"]`) ?? find('[tabindex="-1"]'));
    before.current = editing;
    next?.focus();
  }, [editing]);
  return ref;
}
