import {
  observeElementRect,
  useVirtualizer,
  useWindowVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { type Key, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Cells, type Column, Headers, rowProps } from '../tables/cells';

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
  rowPx: number;
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

interface VirtualTableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  count: number;
  /** undefined while it is being fetched. */
  rowAt: (index: number) => Row | undefined;
  rowKey: (row: Row) => Key;
  /** Called with the rows that are in view, the first and the one after the last: fetch those. */
  onRange?: (from: number, to: number) => void;
  rowClass?: (row: Row) => string | undefined;
  /** A click anywhere on a row; a button of the row has to do the same for the keyboard. */
  onRow?: (row: Row) => void;
  /** Height of each row, px. */
  rowPx: number;
}

/** A table of any length that scrolls with the page, its head sticking: only rows near the view are in the document. */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { caption, columns, count, rowAt, rowKey, onRange, rowClass, onRow, rowPx } = props;
  const ref = useRef<HTMLTableElement>(null);
  const { from, to, beforePx, afterPx } = useVirtualPage(ref, { count, rowPx });
  useEffect(() => {
    onRange?.(from, to);
  }, [onRange, from, to]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways has to be reachable by keyboard
    <section className="pd-table-frame" tabIndex={0} aria-label={caption}>
      <table ref={ref} className="table pd-table pd-table-virtual" aria-rowcount={count + 1}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <Headers columns={columns} />
        </thead>
        <tbody>
          <Gap heightPx={beforePx} columns={columns.length} />
          {Array.from({ length: to - from }, (_, offset) => {
            const index = from + offset;
            const row = rowAt(index);
            return (
              <tr
                key={row ? rowKey(row) : `at-${index}`}
                aria-rowindex={index + 2}
                style={{ height: rowPx }}
                {...(row && rowProps(row, rowClass?.(row), onRow))}
              >
                {row ? (
                  <Cells columns={columns} row={row} index={index} />
                ) : (
                  <td className="pd-skeleton" colSpan={columns.length}>
                    <div>…</div>
                  </td>
                )}
              </tr>
            );
          })}
          <Gap heightPx={afterPx} columns={columns.length} />
        </tbody>
      </table>
    </section>
  );
}

/** Stands in for the rows that are not in the document. */
function Gap({ heightPx, columns }: { heightPx: number; columns: number }) {
  if (heightPx <= 0) return null;
  return (
    <tr style={{ height: heightPx }}>
      <td colSpan={columns} />
    </tr>
  );
}
