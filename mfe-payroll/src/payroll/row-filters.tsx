import { PAID_BY, PAYMENT_METHODS, PAYMENT_TYPE, paymentTypeText } from '@partnerdesk/contracts';
import { FilterSheet, formatCount, useSearchParams } from '@partnerdesk/web';
import { useMemo } from 'react';
import { type RunRows, useWhole } from './use-run';

/** One way to narrow a table of rows, by one of its options; which one stands in the address under `name`. */
export interface RowFilter<Row> {
  name: string;
  /** Read aloud, and what no option is called: 'All types'. */
  label: string;
  any: string;
  options: readonly { value: string; label: string; matches: (row: Row) => boolean }[];
}

interface Typed {
  paymentType: number;
}

/** By how it is paid: every type but ACH and Unknown is PayPal (docs/PRODUCT.md §3). */
export const TYPE_FILTER: RowFilter<Typed> = {
  name: 'type',
  label: 'Payment type',
  any: 'All types',
  options: [...PAID_BY.map((type) => PAYMENT_METHODS[type].label), paymentTypeText(PAYMENT_TYPE.unknown)].map(
    (label) => ({
      value: label.toLowerCase(),
      label,
      matches: ({ paymentType }) => paymentTypeText(paymentType) === label,
    }),
  ),
};

export type FilteredRows<Row> = ReturnType<typeof useRowFilters<Row>>;

type Chosen = (name: string) => string | null;

function matchesAll<Row>(filters: readonly RowFilter<Row>[], chosen: Chosen): (row: Row) => boolean {
  const active = filters.flatMap(({ name, options }) =>
    options.filter(({ value }) => value === chosen(name)),
  );
  return (row) => active.every(({ matches }) => matches(row));
}

function narrow<Row>(whole: readonly Row[], filters: readonly RowFilter<Row>[], chosen: Chosen) {
  const isShown = matchesAll(filters, chosen);
  const rows: Row[] = [];
  const hidden: Row[] = [];
  for (const row of whole) (isShown(row) ? rows : hidden).push(row);
  const counts = new Map<string, number>();
  for (const { name, options } of filters) {
    const others = filters.filter((each) => each.name !== name);
    const left = whole.filter(matchesAll(others, chosen));
    counts.set(name, left.length);
    for (const { value, matches } of options) counts.set(`${name}=${value}`, left.filter(matches).length);
  }
  return { rows, hidden, counts };
}

export function useRowFilters<Row>(
  filters: readonly RowFilter<Row>[],
  { whole, loadAll }: Pick<RunRows<Row>, 'whole' | 'loadAll'>,
) {
  const [params, setParams] = useSearchParams();
  const chosen = (name: string) => params.get(name);
  const key = filters
    .filter(({ name, options }) => options.some(({ value }) => value === chosen(name)))
    .map(({ name }) => `${name}=${chosen(name)}`)
    .join('&');
  useWhole({ loadAll }, key !== '');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for what is chosen
  const narrowed = useMemo(() => whole && narrow(whole, filters, chosen), [whole, filters, key]);
  return {
    filters,
    /** Stands for the chosen options; empty: every row is shown. */
    key,
    /** The shown rows; undefined while they are not all known. */
    rows: narrowed?.rows,
    hidden: narrowed?.hidden ?? [],
    /** How many rows an option (undefined: none of the filter's) leaves beside the other filters. */
    countOf: (name: string, value?: string) =>
      narrowed?.counts.get(value === undefined ? name : `${name}=${value}`),
    chosen,
    choose: (name: string, value: string | undefined) => {
      const next = new URLSearchParams(params);
      if (value === undefined) next.delete(name);
      else next.set(name, value);
      setParams(next, { replace: true });
    },
  };
}

/** The options as chips, with how many rows each leaves once all are known. */
export function FilterRow<Row>({ filtered }: { filtered: FilteredRows<Row> }) {
  const { filters, chosen, choose, countOf } = filtered;
  const inForce = filters.filter(({ name, options }) => options.some(({ value }) => value === chosen(name)));
  return (
    <FilterSheet count={inForce.length}>
      <div className="pay-filters">
        {filters.map(({ name, label, any, options }) => {
          const current = options.find(({ value }) => value === chosen(name))?.value;
          return (
            <fieldset key={name} className="pay-filter">
              <legend className="visually-hidden">{label}</legend>
              {[{ value: undefined, label: any }, ...options].map((option) => {
                const count = countOf(name, option.value);
                return (
                  <button
                    key={option.label}
                    type="button"
                    className="pay-chip"
                    aria-pressed={option.value === current}
                    onClick={() => choose(name, option.value)}
                  >
                    {option.label}
                    <span className="pay-chip-count">{count !== undefined && formatCount(count)}</span>
                  </button>
                );
              })}
            </fieldset>
          );
        })}
      </div>
    </FilterSheet>
  );
}
