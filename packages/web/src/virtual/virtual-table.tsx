import { type Key, useEffect, useRef } from 'react';
import { Cells, Headers, rowProps } from '../tables/cells';
import type { Column } from '../tables/column';
import { useVirtualPage } from './use-virtual-rows';

interface VirtualTableProps<Row> {
  /** Names the table; read aloud, not shown. */
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
