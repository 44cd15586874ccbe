import { useVirtualFrame, useVirtualPage } from '@partnerdesk/web/virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';

/** A cell's place, in px: its least width, with the gap; the style sheet has the height. */
export const CELL = { width: 172, height: 252 };
/** Between two cells. */
export const GAP_PX = 8;
/** Rows drawn beyond what is seen. */
const MARGIN_ROWS = 2;
/** Stand-in where nothing is laid out, as in tests. */
const UNMEASURED_COLUMNS = 4;

/**
 * Which cells of a grid of `count` are in view: only those are in the page, however many there are.
 * @param framed the grid scrolls by itself, else with the page; the same for as long as the grid is there
 */
export function useGridWindow(ref: RefObject<HTMLElement | null>, count: number, framed: boolean) {
  const widthPx = useWidth(ref);
  // The last cell of a row needs no gap after it: it ends where the grid does.
  const placesPx = widthPx + GAP_PX;
  const columns = widthPx ? Math.max(1, Math.floor(placesPx / CELL.width)) : UNMEASURED_COLUMNS;
  const useRows = framed ? useVirtualFrame : useVirtualPage;
  const { from, to, heightPx, moving, show } = useRows(ref, {
    count: Math.ceil(count / columns),
    rowPx: CELL.height,
    beyond: MARGIN_ROWS,
  });
  return {
    columns,
    /** Of a cell's place: together they fill the grid. */
    columnPx: widthPx ? placesPx / columns : CELL.width,
    first: from * columns,
    last: Math.min(count, to * columns) - 1,
    heightPx,
    moving,
    show: (index: number) => show(Math.floor(index / columns)),
  };
}

/** 0 where nothing is laid out. */
function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [widthPx, setWidthPx] = useState(0);
  useLayoutEffect(() => {
    const frame = ref.current;
    if (!frame) return;
    const measure = () => setWidthPx(frame.clientWidth);
    measure();
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(measure);
    observer.observe(frame);
    return () => observer.disconnect();
  }, [ref]);
  return widthPx;
}
