import { type Key, type ReactNode, useState } from 'react';
import Button from 'react-bootstrap/Button';
import Table from 'react-bootstrap/Table';
import { formatCount } from '../formats/formats';

export interface Column<Row> {
  header: string;
  /** What the cell shows. */
  cell: (row: Row) => ReactNode;
  /** Figures stand right, in digits of equal width. */
  numeric?: boolean;
  /** Names the row: the cell is its header. */
  rowHeader?: boolean;
  className?: string;
  /** What the table is sorted by when its header is pressed. */
  sortKey?: string;
}

/** Which column a table is sorted by, where whoever shows it sorts. */
export interface TableSort {
  key: string;
  descending: boolean;
}

interface DataTableProps<Row> {
  /** Names the table; read aloud, not shown. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => Key;
  /** A last line, cell by cell, for instance of totals. */
  footer?: readonly ReactNode[];
  /** So many rows at first, and more on demand: thousands of rows at once make a page slow. */
  pageSize?: number;
  sort?: TableSort;
  /** Makes the headers of columns with a sortKey buttons. */
  onSort?: (sort: TableSort) => void;
  /** Marks a row, for instance the selected one. */
  rowClass?: (row: Row) => string | undefined;
}

/** A table that scrolls sideways by itself where it doesn't fit. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  footer,
  pageSize = 100,
  sort,
  onSort,
  rowClass,
}: DataTableProps<Row>) {
  const [shownCount, setShownCount] = useState(pageSize);
  const shown = rows.slice(0, shownCount);
  const rest = rows.length - shown.length;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
      <section className="pd-table-frame" tabIndex={0} aria-label={caption}>
        <Table className="pd-table">
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <Header key={column.header} column={column} sort={sort} onSort={onSort} />
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={rowKey(row)} className={rowClass?.(row)}>
                {columns.map((column) => (
                  <Cell key={column.header} column={column} row={row} />
                ))}
              </tr>
            ))}
          </tbody>
          {footer && (
            <tfoot>
              <tr>
                {columns.map((column, index) => (
                  <td key={column.header} className={column.numeric ? 'pd-numeric' : column.className}>
                    {footer[index]}
                  </td>
                ))}
              </tr>
            </tfoot>
          )}
        </Table>
      </section>
      {rest > 0 && (
        <div className="pd-table-more">
          <span>
            {formatCount(shown.length)} of {formatCount(rows.length)} shown
          </span>
          <Button
            variant="outline-primary"
            size="sm"
            onClick={() => setShownCount(shownCount + pageSize * 5)}
          >
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const className = column.numeric ? 'pd-numeric' : column.className;
  if (!column.rowHeader) return <td className={className}>{column.cell(row)}</td>;
  return (
    <th scope="row" className={className}>
      {column.cell(row)}
    </th>
  );
}

interface HeaderProps<Row> {
  column: Column<Row>;
  sort?: TableSort;
  onSort?: (sort: TableSort) => void;
}

/** A header; pressed, it sorts by its column, pressed again the other way round. */
function Header<Row>({ column, sort, onSort }: HeaderProps<Row>) {
  const { header, sortKey } = column;
  const className = column.numeric ? 'pd-numeric' : column.className;
  const sorted = sortKey !== undefined && sort?.key === sortKey ? sort : undefined;
  const direction = sorted && (sorted.descending ? 'descending' : 'ascending');
  return (
    <th scope="col" className={className} aria-sort={direction}>
      {onSort && sortKey ? (
        <button
          type="button"
          className="pd-sort"
          onClick={() => onSort({ key: sortKey, descending: sorted ? !sorted.descending : false })}
        >
          {header}
          <span aria-hidden="true">{sorted ? (sorted.descending ? ' ↓' : ' ↑') : ''}</span>
        </button>
      ) : (
        header
      )}
    </th>
  );
}
