import { useVirtualFrame, useVirtualPage } from '@partnerdesk/web/virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';

/** A cell's place, in px; the style sheet has the same. */
export const CELL = { width: 172, height: 252 };
/** Rows drawn beyond what is seen. */
const MARGIN_ROWS = 2;
/** Stand-in where nothing is laid out, as in tests. */
const UNMEASURED_COLUMNS = 4;

/**
 * Which cells of a grid of `count` are in view: only those are in the page, however many there are.
 * @param framed the grid scrolls by itself, else with the page; the same for as long as the grid is there
 */
export function useGridWindow(ref: RefObject<HTMLElement | null>, count: number, framed: boolean) {
  const columns = useColumns(ref);
  const useRows = framed ? useVirtualFrame : useVirtualPage;
  const { from, to, heightPx, moving, show } = useRows(ref, {
    count: Math.ceil(count / columns),
    rowPx: CELL.height,
    beyond: MARGIN_ROWS,
  });
  return {
    columns,
    /** First and last cell to draw. */
    first: from * columns,
    last: Math.min(count, to * columns) - 1,
    heightPx,
    /** Pictures that fly by are not worth a request. */
    moving,
    /** Brings a cell into view. */
    show: (index: number) => show(Math.floor(index / columns)),
  };
}

function useColumns(ref: RefObject<HTMLElement | null>): number {
  const [columns, setColumns] = useState(UNMEASURED_COLUMNS);
  useLayoutEffect(() => {
    const frame = ref.current;
    if (!frame) return;
    const measure = () =>
      setColumns(
        frame.clientWidth ? Math.max(1, Math.floor(frame.clientWidth / CELL.width)) : UNMEASURED_COLUMNS,
      );
    measure();
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(measure);
    observer.observe(frame);
    return () => observer.disconnect();
  }, [ref]);
  return columns;
}
