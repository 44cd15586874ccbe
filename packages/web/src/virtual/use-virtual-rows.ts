import {
  observeElementRect,
  useVirtualizer,
  useWindowVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';

/** Rows beyond the view on either side: quick scrolling meets no gap. */
const BEYOND = 10;
/** Stand-in where nothing is laid out, as in tests, in px. */
const UNMEASURED = { width: 1024, height: 640 };

/** Which rows of a long list are in the document. */
interface VirtualRows {
  /** The first of them, and the one after the last. */
  from: number;
  to: number;
  /** Height of all rows in px, of those before the first and of those after the last. */
  heightPx: number;
  beforePx: number;
  afterPx: number;
  /** Pictures that fly by are not worth a request. */
  moving: boolean;
  /** Brings a row into view; one that is in view stays where it is. */
  show: (index: number) => void;
}

interface RowsOptions {
  count: number;
  /** Height of each row. */
  rowPx: number;
  /** Rows beyond the view on either side. */
  beyond?: number;
}

/** Rows that scroll with the page; `ref` is the element that holds them. */
export function useVirtualPage(
  ref: RefObject<HTMLElement | null>,
  { count, rowPx, beyond = BEYOND }: RowsOptions,
): VirtualRows {
  const [scrollMargin, setScrollMargin] = useState(0);
  // What stands above the list may grow at any time, so this looks after each render.
  useLayoutEffect(() => {
    const top = (ref.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
    setScrollMargin(Math.round(top));
  });
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowPx,
    overscan: beyond,
    scrollMargin,
    useFlushSync: false,
  });
  return rowsOf(virtualizer, rowPx, count);
}

/** Rows that scroll within `frameRef`. */
export function useVirtualFrame(
  frameRef: RefObject<HTMLElement | null>,
  { count, rowPx, beyond = BEYOND }: RowsOptions,
): VirtualRows {
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => frameRef.current,
    estimateSize: () => rowPx,
    overscan: beyond,
    initialRect: UNMEASURED,
    observeElementRect: (instance, report) =>
      observeElementRect(instance, (rect) => report(rect.height > 0 ? rect : UNMEASURED)),
    useFlushSync: false,
  });
  return rowsOf(virtualizer, rowPx, count);
}

function rowsOf<Frame extends Element | Window>(
  virtualizer: Virtualizer<Frame, Element>,
  rowPx: number,
  count: number,
): VirtualRows {
  const items = virtualizer.getVirtualItems();
  const from = items[0]?.index ?? 0;
  const to = Math.min(count, (items.at(-1)?.index ?? -1) + 1);
  return {
    from,
    to,
    heightPx: count * rowPx,
    beforePx: from * rowPx,
    afterPx: (count - to) * rowPx,
    moving: virtualizer.isScrolling,
    show: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  };
}
