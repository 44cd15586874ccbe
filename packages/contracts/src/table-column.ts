/**
 * How the values of a column are written.
 * text: names, ids, accounts; money: dollars; date: a BusinessDay; count: any other number.
 */
export type ColumnKind = 'text' | 'money' | 'date' | 'count';

export type CellValue = string | number | boolean | null | undefined;

/** A column of an exported table, the same for every writer. */
export interface TableColumn<Row> {
  header: string;
  kind: ColumnKind;
  value: (row: Row) => CellValue;
}

export function textOf(value: CellValue): string {
  return String(value ?? '');
}

/** An instant as a spreadsheet reads it, in UTC. @param value ISO 8601; undefined: none */
export const momentColumn = <Row>(
  header: string,
  value: (row: Row) => string | undefined,
): TableColumn<Row> => ({
  header: `${header} (UTC)`,
  kind: 'text',
  value: (row) =>
    value(row)
      ?.replace('T', ' ')
      .replace(/\.\d+Z$/, ''),
});
