import { type RefObject, useEffect } from 'react';

/** Marks the frame of a list's table while the table fits it: nothing scrolls in it then, and its head can stay (grid.css). */
export function useHead(listRef: RefObject<HTMLElement | null>): void {
  // The table comes and goes with its rows.
  useEffect(() => {
    const frame = listRef.current?.querySelector<HTMLElement>('.pd-table-frame');
    const table = frame?.querySelector('table');
    if (!frame || !table || typeof ResizeObserver === 'undefined') return;
    // At once, before it is painted.
    const observer = new ResizeObserver(() =>
      frame.toggleAttribute('data-fits', table.offsetWidth <= frame.clientWidth),
    );
    observer.observe(frame);
    observer.observe(table);
    return () => observer.disconnect();
  });
}
