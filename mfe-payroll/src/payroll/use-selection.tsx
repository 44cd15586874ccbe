import type { Column } from '@partnerdesk/web';
import { useCallback, useState } from 'react';

/** Rows that are ticked, one by one or all at once. */
export interface Selection<Row> {
  everybody: boolean;
  rows: readonly Row[];
  clear: () => void;
  /** The column with the boxes. */
  column: (labelOf: (row: Row) => string, isDisabled?: (row: Row) => boolean) => Column<Row>;
}

/** @param keyOf a key that is unique among the rows */
export function useSelection<Row>(keyOf: (row: Row) => number): Selection<Row> {
  const [selected, setSelected] = useState<ReadonlyMap<number, Row>>(new Map());
  const [everybody, setEverybody] = useState(false);
  const clear = useCallback(() => {
    setSelected(new Map());
    setEverybody(false);
  }, []);
  const toggle = (row: Row) => {
    const next = new Map(selected);
    if (!next.delete(keyOf(row))) next.set(keyOf(row), row);
    setSelected(next);
  };
  const box = (label: string, checked: boolean, disabled: boolean, onChange: () => void) => (
    <input
      type="checkbox"
      className="form-check-input"
      aria-label={label}
      checked={checked}
      disabled={disabled}
      onChange={onChange}
    />
  );
  return {
    everybody,
    rows: [...selected.values()],
    clear,
    column: (labelOf, isDisabled = () => false) => ({
      key: 'select',
      header: box('Select all', everybody, false, () => {
        clear();
        setEverybody(!everybody);
      }),
      cell: (row) =>
        box(labelOf(row), everybody || selected.has(keyOf(row)), everybody || isDisabled(row), () =>
          toggle(row),
        ),
    }),
  };
}
