import './grid.css';
import { Button, EmptyState, useMedia } from '@partnerdesk/web/core';
import {
  type FocusEvent,
  type Key,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { type Column, focusRow, keyOf, type TableSort } from '../tables/cells';
import { DataTable, FOLDS } from '../tables/data-table';
import { Pager } from '../tables/pager';
import type { GridParams } from './grid-params';
import { useKeys } from './use-keys';

/** A column of a grid. */
export interface GridColumn<Row> extends Column<Row> {
  /** Shown only when it is chosen; its key is its name in the address. */
  further?: boolean;
  /** Stands before the others on a phone, whose rows are two lines. */
  firstOnPhones?: boolean;
}

interface GridProps<Row> {
  /** Names the table: `affiliates found`. */
  caption: string;
  /** How many there are, in which order. */
  head: ReactNode;
  columns: readonly GridColumn<Row>[];
  /** undefined: they are being loaded. */
  rows: readonly Row[] | undefined;
  /** Rows that stand in for those being loaded, so that nothing jumps. */
  expected?: number;
  rowKey: (row: Row) => Key;
  rowClass?: (row: Row) => string | undefined;
  /** Enter or a click anywhere on a row; a control of the row has to do the same. */
  onRow?: (row: Row) => void;
  empty: ReactNode;
  params: GridParams;
  onShow: (view: Partial<Pick<GridParams, 'columns' | 'compact'>>) => void;
  onSort?: (sort: TableSort) => void;
  onPage: (page: number) => void;
  pages?: number;
  hasNext?: boolean;
  pagerLabels?: readonly [previous: string, next: string];
  /** What else can be chosen or done with the list: a period, an export. */
  tools?: ReactNode;
}

/**
 * A list of the office: how many, columns to choose, density, sorting, pages; j, k and the arrows lead from row to row,
 * Enter opens one; on a phone each row is two lines. What it shows is in the address (grid-params.ts).
 */
export function Grid<Row>(props: GridProps<Row>) {
  const { caption, head, rows, rowKey, rowClass, onRow, empty, params, onShow, onPage, tools } = props;
  const frameRef = useRef<HTMLDivElement>(null);
  const isPhone = useMedia(FOLDS);
  useHead(frameRef);
  // Rows that stand in for others would take the focus with them.
  const step = (by: 1 | -1) => rows && stepFrom(frameRef.current, by);
  useKeys([
    { keys: ['j'], label: 'Next row', repeats: true, run: () => step(1) },
    { keys: ['k'], label: 'Previous row', repeats: true, run: () => step(-1) },
  ]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const by = ({ ArrowDown: 1, ArrowUp: -1 } as const)[event.key];
    const target = event.target as HTMLElement;
    const isRow = target.tagName === 'TR';
    if (isRow && event.key === 'Enter') target.click();
    if (!by || !(isRow || target.closest('tbody'))) return;
    event.preventDefault();
    step(by);
  };
  const shown = props.columns.filter((column) => !column.further || params.columns.includes(keyOf(column)));
  const columns = isPhone ? [...shown].sort((one, other) => placeOf(one) - placeOf(other)) : shown;
  const common = { stacked: true, sort: params.sort, onSort: props.onSort };
  if (rows?.length === 0 && params.page === 1) return empty;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows move between the rows
    <div
      ref={frameRef}
      className={params.compact ? 'pd-grid pd-grid-compact' : 'pd-grid'}
      onKeyDown={onKeyDown}
    >
      <div className="pd-grid-head">
        {head}
        {isPhone && props.onSort && <SortSelect columns={shown} sort={params.sort} onSort={props.onSort} />}
        {tools}
        <ViewMenu
          further={props.columns
            .filter(({ further }) => further)
            .map((column) => ({ name: keyOf(column), header: String(column.header) }))}
          shown={params.columns}
          compact={params.compact}
          onShow={onShow}
        />
      </div>
      {rows?.length === 0 ? (
        <EmptyState text="Nothing is left on this page." />
      ) : rows ? (
        <DataTable
          {...common}
          caption={caption}
          columns={columns}
          rows={rows}
          rowKey={rowKey}
          rowClass={rowClass}
          onRow={onRow}
        />
      ) : (
        <DataTable
          {...common}
          caption={`${caption}, loading`}
          columns={columns.map((column) => ({
            ...column,
            cell: () => <span className="pd-grid-skeleton" />,
          }))}
          rows={Array.from({ length: props.expected ?? 12 }, (_, index) => index)}
          rowKey={(row) => row}
        />
      )}
      <Pager
        page={params.page}
        onPage={onPage}
        pages={props.pages}
        hasNext={props.hasNext}
        labels={props.pagerLabels}
      />
    </div>
  );
}

/** On a phone the name comes first, and what is shown under it. */
const placeOf = ({ rowHeader, firstOnPhones }: GridColumn<never>) => (rowHeader ? 0 : firstOnPhones ? 1 : 2);

interface SortSelectProps<Row> {
  columns: readonly GridColumn<Row>[];
  sort: TableSort | undefined;
  onSort: (sort: TableSort) => void;
}

/** Where the heads of columns have no room: each column either way. */
function SortSelect<Row>({ columns, sort, onSort }: SortSelectProps<Row>) {
  return (
    <select
      className="form-select form-select-sm pd-grid-sort"
      aria-label="Sort by"
      value={sort ? `${sort.key} ${sort.descending}` : ''}
      onChange={({ target }) => {
        const [key = '', descending] = target.value.split(' ');
        onSort({ key, descending: descending === 'true' });
      }}
    >
      {!sort && <option value="">Sort by</option>}
      {columns.flatMap(({ header, sortKey }) =>
        sortKey
          ? [true, false].map((descending) => (
              <option key={`${sortKey} ${descending}`} value={`${sortKey} ${descending}`}>
                {header} {descending ? '↓' : '↑'}
              </option>
            ))
          : [],
      )}
    </select>
  );
}

/** Moves the focus to the row below or above; without one in the list to the selected row, or the first. */
function stepFrom(frame: HTMLElement | null, by: 1 | -1): void {
  const rows = [...(frame?.querySelectorAll<HTMLTableRowElement>('tbody tr') ?? [])];
  const current = rows.findIndex((row) => row.contains(document.activeElement));
  const selected = rows.findIndex((row) => row.querySelector('[aria-pressed="true"]'));
  focusRow(rows[current < 0 ? Math.max(selected, 0) : current + by]);
}

interface ViewMenuProps {
  /** Those that can be shown besides the usual ones, by their names in the address. */
  further: readonly { name: string; header: string }[];
  shown: readonly string[];
  compact: boolean;
  onShow: (view: Partial<Pick<GridParams, 'columns' | 'compact'>>) => void;
}

/** How a list is shown: which columns it has, and how close its rows stand. */
function ViewMenu({ further, shown, compact, onShow }: ViewMenuProps) {
  const [open, setOpen] = useState(false);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const toggle = (name: string) =>
    onShow({ columns: shown.includes(name) ? shown.filter((each) => each !== name) : [...shown, name] });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    // What is open below it stays.
    event.preventDefault();
    setOpen(false);
    buttonRef.current?.focus();
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false);
  };
  return (
    <>
      {further.length > 0 && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the button and its menu
        <div className="pd-grid-columns" onKeyDown={onKeyDown} onBlur={onBlur}>
          <Button
            ref={buttonRef}
            variant="outline-primary"
            size="sm"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            Columns
          </Button>
          {open && (
            <fieldset aria-label="Columns shown">
              {further.map(({ name, header }) => (
                <label key={name}>
                  <input type="checkbox" checked={shown.includes(name)} onChange={() => toggle(name)} />
                  {header}
                </label>
              ))}
            </fieldset>
          )}
        </div>
      )}
      <Button
        variant="outline-primary"
        size="sm"
        className="pd-grid-density"
        aria-pressed={compact}
        active={compact}
        onClick={() => onShow({ compact: !compact })}
      >
        Compact rows
      </Button>
    </>
  );
}

/** Marks the frame of a list's table while the table fits it: nothing scrolls in it then, and its head can stay (grid.css). */
function useHead(listRef: RefObject<HTMLElement | null>): void {
  // The table comes and goes with its rows.
  useEffect(() => {
    const frame = listRef.current?.querySelector<HTMLElement>('.pd-table-frame');
    const table = frame?.querySelector('table');
    if (!frame || !table || typeof ResizeObserver === 'undefined') return;
    // At once, before it is painted.
    const observer = new ResizeObserver(() =>
      frame.toggleAttribute('data-fits', table.offsetWidth <= frame.clientWidth),
    );
    observer.observe(frame);
    observer.observe(table);
    return () => observer.disconnect();
  });
}
