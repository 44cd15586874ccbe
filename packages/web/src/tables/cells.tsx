import type { MouseEvent, ReactNode } from 'react';

/** A column of a table, of either kind. */
export interface Column<Row> {
  header: ReactNode;
  /** Needed where the header is no text, or two columns have the same. */
  key?: string;
  cell: (row: Row, index: number) => ReactNode;
  /** Figures stand right, in digits of equal width. */
  numeric?: boolean;
  /** Names the row: the cell is its header. */
  rowHeader?: boolean;
  className?: string;
  /** Stands beside the row's name where a phone folds a row to two lines. */
  besideName?: boolean;
  /** What the table is sorted by when its header is pressed. */
  sortKey?: string;
}

/** Which column a table is sorted by, where its owner sorts. */
export interface TableSort {
  key: string;
  descending: boolean;
}

/** What distinguishes a column from the others. */
export function keyOf(column: Column<never>): string {
  return column.key ?? String(column.header);
}

export const classOf = ({ numeric, className = '' }: Pick<Column<never>, 'numeric' | 'className'>) =>
  `${numeric ? 'pd-numeric' : ''} ${className}`.trim() || undefined;

/** The attributes of a row that a click anywhere opens; a button of the row has to do the same for the keyboard. */
export function rowProps<Row>(row: Row, className = '', onRow?: (row: Row) => void) {
  return {
    className: `${onRow ? 'pd-row-link' : ''} ${className}`.trim() || undefined,
    onClick: onRow && ((event: MouseEvent) => isOnRow(event) && onRow(row)),
  };
}

/** Whether a click is meant for the row: not for a control in it, and not the end of a selection of text. */
function isOnRow({ target }: MouseEvent): boolean {
  const isControl = (target as Element).closest('a, button, input, label, select') !== null;
  return !isControl && !window.getSelection()?.toString();
}

interface CellsProps<Row> {
  columns: readonly Column<Row>[];
  row: Row;
  index: number;
  placeOf?: (column: Column<Row>) => string | undefined;
}

/** What names a column's values where its header is out of view; undefined: they name themselves. */
export function labelOf({
  header,
  rowHeader,
}: Pick<Column<never>, 'header' | 'rowHeader'>): string | undefined {
  return typeof header === 'string' && header && !rowHeader ? header : undefined;
}

export function Cells<Row>({ columns, row, index, placeOf }: CellsProps<Row>) {
  return columns.map((column) => {
    const Cell = column.rowHeader ? 'th' : 'td';
    return (
      <Cell
        key={keyOf(column)}
        scope={column.rowHeader ? 'row' : undefined}
        className={[classOf(column), placeOf?.(column)].filter(Boolean).join(' ') || undefined}
        data-label={labelOf(column)}
      >
        {column.cell(row, index)}
      </Cell>
    );
  });
}

interface HeadersProps<Row> {
  columns: readonly Column<Row>[];
  sort?: TableSort;
  /** Makes the headers of columns with a sortKey buttons. */
  onSort?: (sort: TableSort) => void;
}

/** The head of a table; a header pressed sorts by its column, pressed again the other way round. */
export function Headers<Row>({ columns, sort, onSort }: HeadersProps<Row>) {
  return (
    <tr>
      {columns.map((column) => {
        const { header, sortKey } = column;
        const sorted = sortKey !== undefined && sort?.key === sortKey ? sort : undefined;
        return (
          <th
            key={keyOf(column)}
            scope="col"
            className={classOf(column)}
            aria-sort={sorted && (sorted.descending ? 'descending' : 'ascending')}
          >
            {onSort && sortKey ? (
              <button
                type="button"
                className="pd-sort"
                onClick={() => onSort({ key: sortKey, descending: sorted ? !sorted.descending : false })}
              >
                {header}
                <span className="pd-sort-mark" aria-hidden="true">
                  {sorted ? (sorted.descending ? '↓' : '↑') : '↕'}
                </span>
              </button>
            ) : (
              header
            )}
          </th>
        );
      })}
    </tr>
  );
}

/** Leads to a row: to its first control, or where it has none to the row itself, which Tab does not come to. */
export function focusRow(row: HTMLTableRowElement | undefined): void {
  const control = row?.querySelector<HTMLElement>('input, button, a[href]');
  if (row && !control) row.tabIndex = -1;
  (control ?? row)?.focus();
}
