declare module 'table-to-excel' {
  export default class TableToExcel {
    /** Rows of cells as table rows; escapes nothing. */
    createTable(rows: readonly (readonly string[])[]): string;
  }
}
