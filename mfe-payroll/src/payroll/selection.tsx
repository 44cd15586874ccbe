import { paymentTypeText } from '@partnerdesk/contracts';
import { type Column, formatCount, formatUsd, Skeleton, sumUsd } from '@partnerdesk/web';
import { type ReactNode, useCallback, useState } from 'react';
import { RowBox } from './row-columns';
import { counted } from './texts';

/** A selected row, as far as it is summed up; dollars. */
export interface SelectedRow {
  amount: number;
  paymentType: number;
  flags: readonly string[];
}

interface SelectionSummaryProps {
  count: number;
  sum: number;
  total: number;
  /** undefined while not all of them are known. */
  rows: readonly SelectedRow[] | undefined;
  /** What the selection leaves out, or holds besides what is shown. */
  note?: ReactNode;
  children: ReactNode;
}

/** What is selected: how many people, how much, by how it is paid, and what to mind. */
export function SelectionSummary({ count, sum, total, rows, note, children }: SelectionSummaryProps) {
  return (
    <section className="pay-summary" aria-label="Selection">
      <h3>Selected</h3>
      <p className="pay-summary-sum" role="status">
        <strong>{formatUsd(sum)}</strong> {formatCount(count)} of {counted(total, 'row')}
      </p>
      {count > 0 && <Parts rows={rows} />}
      {note && <p className="pd-field-hint">{note}</p>}
      <div className="pay-summary-actions">{children}</div>
    </section>
  );
}

/** Stands in for rows that are not all known yet. */
const UNKNOWN: SelectedRow[] = [
  { amount: 0, paymentType: 1, flags: [] },
  { amount: 0, paymentType: 2, flags: [] },
];

function Parts({ rows }: Pick<SelectionSummaryProps, 'rows'>) {
  if (!rows) {
    return (
      <Skeleton>
        <Parts rows={UNKNOWN} />
      </Skeleton>
    );
  }
  const flags = countBy(rows.flatMap((row) => row.flags.map((flag) => [flag, row] as const)));
  return (
    <dl className="pay-summary-parts">
      {countBy(rows.map((row) => [paymentTypeText(row.paymentType), row])).map(([type, of]) => (
        <div key={type}>
          <dt>
            {type} <span className="pd-field-hint">{formatCount(of.length)}</span>
          </dt>
          <dd>{formatUsd(sumUsd(of.map(({ amount }) => amount)))}</dd>
        </div>
      ))}
      {flags.map(([flag, of]) => (
        <div key={flag} className="pay-summary-flag">
          <dt>{flag}</dt>
          <dd>{formatCount(of.length)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Rows by their word, in the order of the words. */
function countBy(pairs: readonly (readonly [word: string, row: SelectedRow])[]): [string, SelectedRow[]][] {
  const groups = new Map<string, SelectedRow[]>();
  for (const [word, row] of pairs) {
    const group = groups.get(word);
    if (group) group.push(row);
    else groups.set(word, [row]);
  }
  return [...groups].sort(([one], [other]) => (one < other ? -1 : 1));
}

export type Selection<Row> = ReturnType<typeof useSelection<Row>>;

/**
 * @param keyOf a key that is unique among the rows
 * @param scope stands for what is shown: all of one scope is nobody of another, rows ticked one by one stay
 */
export function useSelection<Row>(keyOf: (row: Row) => number, scope = '') {
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
    column: (
      labelOf: (row: Row) => string,
      isDisabled: (row: Row) => boolean = () => false,
    ): Column<Row> => ({
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
