import { Button, formatCount, useMedia } from '@partnerdesk/web/core';
import { type Key, type ReactNode, useEffect, useRef, useState } from 'react';
import { ChevronDown } from '../icons';
import {
  Cells,
  type Column,
  classOf,
  focusRow,
  Headers,
  keyOf,
  labelOf,
  rowProps,
  type TableSort,
} from './cells';

/** As in stacked.css. */
export const FOLDS = '(max-width: 640px)';

/** Values under a row's name and amount that are seen before it is opened. */
const SHOWN = 2;

interface FoldedRowProps<Row> {
  columns: readonly Column<Row>[];
  row: Row;
  index: number;
  className?: string;
  onRow?: (row: Row) => void;
}

/** A row on a phone: name and amount, two more values, and a tap shows all; controls are always there (stacked.css). */
function FoldedRow<Row>({ columns, row, index, className = '', onRow }: FoldedRowProps<Row>) {
  const [open, setOpen] = useState(false);
  const name = columns.find(({ rowHeader }) => rowHeader) ?? columns[0];
  const amount = columns.find(({ besideName }) => besideName);
  const rest = columns.filter((column) => column !== name && column !== amount);
  const placeOf = (column: Column<Row>) => {
    if (column === name) return 'pd-fold-name';
    if (column === amount) return 'pd-fold-amount';
    return rest.indexOf(column) < SHOWN ? 'pd-fold-rest' : 'pd-fold-rest pd-fold-more';
  };
  const toggle = () => setOpen(!open);
  return (
    <tr {...rowProps(row, `${open ? 'pd-unfolded' : 'pd-folded'} ${className}`.trim(), onRow ?? toggle)}>
      <Cells columns={columns} row={row} index={index} placeOf={placeOf} />
      {rest.length > SHOWN && (
        <td className="pd-fold-toggle">
          <button
            type="button"
            className="btn pd-icon-button"
            aria-expanded={open}
            aria-label="All values"
            onClick={toggle}
          >
            <ChevronDown size={18} />
          </button>
        </td>
      )}
    </tr>
  );
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
  /** A click anywhere on a row; a button of the row has to do the same for the keyboard. */
  onRow?: (row: Row) => void;
  /** Rows are two lines on a phone, and open to every value under its header: for tables that cannot be sorted. */
  stacked?: boolean;
}

/** A table that scrolls sideways by itself where it doesn't fit. Who has more rows shown goes on with the first of them. */
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
  onRow,
  stacked = false,
}: DataTableProps<Row>) {
  const [shownCount, setShownCount] = useState(pageSize);
  const bodyRef = useRef<HTMLTableSectionElement>(null);
  const firstNew = useRef<number>(undefined);
  useEffect(() => {
    if (firstNew.current !== undefined) focusRow(bodyRef.current?.rows[firstNew.current]);
    firstNew.current = undefined;
  });
  const shown = rows.slice(0, shownCount);
  const rest = rows.length - shown.length;
  const folds = useMedia(FOLDS) && stacked;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
      <section className="pd-table-frame" tabIndex={0} aria-label={caption}>
        <table className={`table pd-table${stacked ? ' pd-table-stacked' : ''}`}>
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <Headers columns={columns} sort={sort} onSort={onSort} />
          </thead>
          <tbody ref={bodyRef}>
            {shown.map((row, index) =>
              folds ? (
                <FoldedRow
                  key={rowKey(row)}
                  columns={columns}
                  row={row}
                  index={index}
                  className={rowClass?.(row)}
                  onRow={onRow}
                />
              ) : (
                <tr key={rowKey(row)} {...rowProps(row, rowClass?.(row), onRow)}>
                  <Cells columns={columns} row={row} index={index} />
                </tr>
              ),
            )}
          </tbody>
          {footer && (
            <tfoot>
              <tr>
                {columns.map((column, index) => (
                  <td key={keyOf(column)} className={classOf(column)} data-label={labelOf(column)}>
                    {footer[index]}
                  </td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      </section>
      {rest > 0 && (
        <div className="pd-table-more">
          <span>
            {formatCount(shown.length)} of {formatCount(rows.length)} shown
          </span>
          <Button
            variant="outline-primary"
            size="sm"
            onClick={() => {
              firstNew.current = shown.length;
              setShownCount(shownCount + pageSize * 5);
            }}
          >
            Show more
          </Button>
        </div>
      )}
    </>
  );
}
