import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

/** A cell's place, in px; the style sheet has the same. */
export const CELL = { width: 172, height: 252 };
/** Rows drawn beyond what is seen. */
const MARGIN_ROWS = 2;
/** Stand-in where nothing is laid out, as in tests. */
const UNMEASURED = { width: 4 * CELL.width, height: 3 * CELL.height };
/** Scrolling has come to rest after this (ms). */
const REST_MS = 120;

export interface GridWindow {
  columns: number;
  /** First and last cell to draw. */
  first: number;
  last: number;
  /** Height of all rows, in px. */
  height: number;
  /** Pictures that fly by are not worth a request. */
  moving: boolean;
}

/** Which cells of a grid of `count` are in view: only those are in the page, however many there are. */
export function useGridWindow(ref: RefObject<HTMLElement | null>, count: number): GridWindow {
  const [size, setSize] = useState(UNMEASURED);
  const [top, setTop] = useState(0);
  const [moving, setMoving] = useState(false);

  useLayoutEffect(() => {
    const frame = ref.current;
    if (!frame) return;
    const measure = () =>
      setSize({
        width: frame.clientWidth || UNMEASURED.width,
        height: frame.clientHeight || UNMEASURED.height,
      });
    measure();
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(measure);
    observer.observe(frame);
    return () => observer.disconnect();
  }, [ref]);

  useEffect(() => {
    const frame = ref.current;
    if (!frame) return;
    let rest: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      // Whole rows: between two of them nothing is rendered again.
      setTop(Math.floor(frame.scrollTop / CELL.height) * CELL.height);
      setMoving(true);
      clearTimeout(rest);
      rest = setTimeout(() => setMoving(false), REST_MS);
    };
    frame.addEventListener('scroll', follow, { passive: true });
    return () => {
      frame.removeEventListener('scroll', follow);
      clearTimeout(rest);
    };
  }, [ref]);

  const columns = Math.max(1, Math.floor(size.width / CELL.width));
  const rows = Math.ceil(count / columns);
  const firstRow = Math.max(0, Math.floor(top / CELL.height) - MARGIN_ROWS);
  const lastRow = Math.ceil((top + size.height) / CELL.height) + MARGIN_ROWS;
  return {
    columns,
    first: firstRow * columns,
    last: Math.min(count, (lastRow + 1) * columns) - 1,
    height: rows * CELL.height,
    moving,
  };
}
