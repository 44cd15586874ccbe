import { type Key, type ReactNode, useEffect, useRef, useState } from 'react';

export interface VirtualColumn<Row> {
  header: ReactNode;
  key: string;
  cell: (row: Row, index: number) => ReactNode;
  numeric?: boolean;
  rowHeader?: boolean;
}

interface VirtualTableProps<Row> {
  caption: string;
  columns: readonly VirtualColumn<Row>[];
  count: number;
  /** undefined while it is being fetched. */
  rowAt: (index: number) => Row | undefined;
  rowKey: (row: Row) => Key;
  /** Told which rows are in view. */
  onRange: (from: number, to: number) => void;
}

const ROW_PX = 47;
const VIEW_ROWS = 14;
/** Rows beyond the view on either side: quick scrolling meets no gap. */
const BEYOND = 10;

/** A table of any length: only the rows in view, and some beyond, are in the document. */
export function VirtualTable<Row>({
  caption,
  columns,
  count,
  rowAt,
  rowKey,
  onRange,
}: VirtualTableProps<Row>) {
  const frame = useRef<HTMLElement>(null);
  const [first, setFirst] = useState(0);
  const from = Math.max(0, Math.min(first, count - VIEW_ROWS) - BEYOND);
  const to = Math.min(count, first + VIEW_ROWS + BEYOND);
  useEffect(() => onRange(from, to), [onRange, from, to]);
  const indexes = Array.from({ length: to - from }, (_, offset) => from + offset);
  return (
    <section
      ref={frame}
      className="pd-table-frame pay-table"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
      tabIndex={0}
      aria-label={caption}
      onScroll={(event) => setFirst(Math.floor(event.currentTarget.scrollTop / ROW_PX))}
    >
      <table className="table pd-table" aria-rowcount={count + 1}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ key, header, numeric }) => (
              <th key={key} scope="col" className={numeric ? 'pd-numeric' : undefined}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Gap rows={from} columns={columns.length} />
          {indexes.map((index) => {
            const row = rowAt(index);
            return (
              <tr key={row ? rowKey(row) : `at-${index}`} aria-rowindex={index + 2} className="pay-row">
                {row
                  ? columns.map(({ key, cell, numeric, rowHeader }) => {
                      const className = numeric ? 'pd-numeric' : undefined;
                      return rowHeader ? (
                        <th key={key} scope="row" className={className}>
                          {cell(row, index)}
                        </th>
                      ) : (
                        <td key={key} className={className}>
                          {cell(row, index)}
                        </td>
                      );
                    })
                  : [
                      <td key="loading" colSpan={columns.length} className="pd-panel-muted">
                        …
                      </td>,
                    ]}
              </tr>
            );
          })}
          <Gap rows={count - to} columns={columns.length} />
        </tbody>
      </table>
    </section>
  );
}

function Gap({ rows, columns }: { rows: number; columns: number }) {
  if (rows <= 0) return null;
  return (
    <tr style={{ height: rows * ROW_PX }}>
      <td colSpan={columns} />
    </tr>
  );
}
