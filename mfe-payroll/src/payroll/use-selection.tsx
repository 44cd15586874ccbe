import type { Column } from '@partnerdesk/web';
import { useCallback, useState } from 'react';
import { RowBox } from './row-box';

/** Rows that are ticked, one by one or all that are shown. */
export interface Selection<Row> {
  everybody: boolean;
  rows: readonly Row[];
  clear: () => void;
  /** The column with the boxes. */
  column: (labelOf: (row: Row) => string, isDisabled?: (row: Row) => boolean) => Column<Row>;
}

/**
 * @param keyOf a key that is unique among the rows
 * @param scope stands for what is shown: all of one scope is nobody of another, rows ticked one by one stay
 */
export function useSelection<Row>(keyOf: (row: Row) => number, scope = ''): Selection<Row> {
  const [selected, setSelected] = useState<ReadonlyMap<number, Row>>(new Map());
  const [allOf, setAllOf] = useState<string>();
  const everybody = allOf === scope;
  const clear = useCallback(() => {
    setSelected(new Map());
    setAllOf(undefined);
  }, []);
  const toggle = (row: Row) => {
    const next = new Map(selected);
    if (!next.delete(keyOf(row))) next.set(keyOf(row), row);
    setSelected(next);
    // Of another scope: going back to it is not to select everybody again.
    setAllOf(undefined);
  };
  return {
    everybody,
    rows: [...selected.values()],
    clear,
    column: (labelOf, isDisabled = () => false) => ({
      key: 'select',
      className: 'pay-select',
      header: (
        <RowBox
          label="Select all"
          checked={everybody}
          onChange={() => {
            clear();
            setAllOf(everybody ? undefined : scope);
          }}
        />
      ),
      cell: (row) => (
        <RowBox
          label={labelOf(row)}
          checked={everybody || selected.has(keyOf(row))}
          disabled={everybody || isDisabled(row)}
          onChange={() => toggle(row)}
        />
      ),
    }),
  };
}
