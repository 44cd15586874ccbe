import type { PayrollPerson, PayrollRun } from '@partnerdesk/contracts';
import { ErrorState } from '@partnerdesk/web';
import { VirtualTable } from '@partnerdesk/web/virtual';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { PayeePanel } from './payee-panel';
import type { RowFact } from './row-columns';
import { type FilteredRows, FilterRow } from './row-filters';
import type { OpenedPayee } from './use-payee';
import type { RunRows } from './use-run';

/** Height of a row of two lines, px. */
const ROW_PX = 52;
/** Places kept while it is not known how many rows the filters leave. */
const UNKNOWN_ROWS = 8;

type TableProps<Row> = ComponentProps<typeof VirtualTable<Row>>;

interface ReviewLayoutProps<Row extends PayrollPerson>
  extends Pick<TableProps<Row>, 'caption' | 'columns' | 'rowKey'> {
  run: PayrollRun;
  rows: RunRows<Row>;
  filtered: FilteredRows<Row>;
  payee: OpenedPayee<Row>;
  /** What a row says, for where not all of its columns are in view. */
  factsOf: (row: Row) => readonly RowFact[];
  children: ReactNode;
  /** Beside the table, or at the foot of a small screen. */
  summary: ReactNode;
}

/** The rows of a run to look through, with what is selected and the opened payee in view beside them. */
export function ReviewLayout<Row extends PayrollPerson>(props: ReviewLayoutProps<Row>) {
  const { run, rows, filtered, payee, factsOf, children, summary, ...table } = props;
  const count = run.rows;
  const shown = filtered.key ? filtered.rows : undefined;
  const isNarrowed = filtered.key !== '';
  const listRef = useRef<HTMLDivElement>(null);
  const sideRef = useRef<HTMLElement>(null);
  useEffect(() => {
    // The button that led here is gone: the keyboard goes on with what it brought.
    if (document.activeElement === document.body) listRef.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className="pay-review">
      <div className="pay-review-list" ref={listRef} tabIndex={-1}>
        {children}
        <FilterRow filtered={filtered} />
        <button
          type="button"
          className="visually-hidden-focusable btn btn-outline-primary btn-sm"
          onClick={() => sideRef.current?.focus()}
        >
          Skip to what is selected
        </button>
        {rows.failed && (
          <div role="alert">
            <ErrorState text="Some rows could not be loaded." onRetry={rows.retry} />
          </div>
        )}
        {shown?.length === 0 ? (
          <p className="pd-state">No row is left by these filters.</p>
        ) : (
          <VirtualTable
            {...table}
            rowPx={ROW_PX}
            onRow={payee.open}
            rowClass={payee.rowClass}
            count={isNarrowed ? (shown?.length ?? Math.min(count, UNKNOWN_ROWS)) : count}
            rowAt={isNarrowed ? (index) => shown?.[index] : rows.rowAt}
            {...(!isNarrowed && { onRange: rows.ensure })}
          />
        )}
      </div>
      <aside className="pay-review-side pd-foot" ref={sideRef} tabIndex={-1} aria-label="Selection and payee">
        {summary}
        {payee.personID !== 0 && (
          <PayeePanel
            payrollType={run.payrollType}
            personID={payee.personID}
            name={payee.name}
            facts={payee.row ? factsOf(payee.row) : []}
            onClose={payee.close}
          />
        )}
      </aside>
    </div>
  );
}
