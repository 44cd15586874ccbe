import { useState } from 'react';
import { ChevronDown } from '../icons';
import { Cells, rowProps } from './cells';
import type { Column } from './column';

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
export function FoldedRow<Row>({ columns, row, index, className = '', onRow }: FoldedRowProps<Row>) {
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
