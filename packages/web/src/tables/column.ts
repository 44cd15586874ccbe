import type { ReactNode } from 'react';

/** A column of a table, of either kind. */
export interface Column<Row> {
  header: ReactNode;
  /** Needed where the header is no text, or two columns have the same. */
  key?: string;
  /** What the cell shows. */
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
