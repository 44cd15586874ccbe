import { ACCOUNT_KINDS, PAGE_SIZE, SEARCH_TYPE } from '@partnerdesk/contracts';
import {
  Button,
  type Column,
  DataTable,
  EmptyState,
  formatCount,
  Link,
  Pager,
  type TableSort,
  useConfiguration,
  useConfirmedDownload,
} from '@partnerdesk/web';
import type { KeyboardEvent } from 'react';
import type { AccountRecord, SearchAnswer } from '../accounts.api';
import { type ColumnDef, fieldOf, type KindDef } from '../kinds/kind-definition';
import { type SearchParams, writeSearchParams } from './search-params';
import { ViewMenu } from './view-menu';

interface ResultsProps {
  kind: KindDef;
  searchParams: SearchParams;
  /** undefined: it is being loaded. */
  answer: SearchAnswer | undefined;
  /** Of all rows as CSV. */
  exportUrl: string;
  onSelect: (id: number) => void;
  onSort: (sort: TableSort) => void;
  onPage: (page: number, cursor?: string) => void;
  onShow: (view: Partial<Pick<SearchParams, 'columns' | 'compact'>>) => void;
}

/** Rows that stand in for those being loaded, so that nothing jumps: an id finds one. */
const SKELETON = Array.from({ length: 12 }, (_, index) => index);

/** What was found: how many, the table with its select actions, pages. */
export function Results(props: ResultsProps) {
  const { kind, searchParams, answer, exportUrl, onSelect, onSort, onPage, onShow } = props;
  const { businessTimezone } = useConfiguration();
  const download = useConfirmedDownload();
  if (answer?.total === 0)
    return (
      <EmptyState text={kind.emptyText}>
        <p className="pd-field-hint">The start of a name or email is enough; each filter leaves some out.</p>
      </EmptyState>
    );
  const idOf = (row: AccountRecord) => Number(fieldOf(row, ACCOUNT_KINDS[kind.kind].id));
  const textOf = (column: ColumnDef, row: AccountRecord) =>
    column.show?.(row, businessTimezone) ?? String(fieldOf(row, column.name) ?? '');
  const addressOf = (id: number) => `?${new URLSearchParams(writeSearchParams({ ...searchParams, id }))}`;
  const shown = kind.columns.filter(
    ({ name, further, onlyAlone }) =>
      (!further || searchParams.columns.includes(name)) && !(onlyAlone && searchParams.id),
  );
  const columns: Column<AccountRecord>[] = [
    {
      header: 'Select',
      cell: (row) => (
        <Button
          variant="outline-primary"
          size="sm"
          data-account={idOf(row)}
          aria-pressed={idOf(row) === searchParams.id}
          aria-label={`select ${idOf(row)} ${kind.nameOf(row)}`}
          onClick={() => onSelect(idOf(row))}
        >
          select
        </Button>
      ),
    },
    ...shown.map(
      (column): Column<AccountRecord> => ({
        header: column.header,
        className: classOf(column),
        cell: (row) =>
          column.sort === 'id' ? (
            <Link to={addressOf(idOf(row))}>{idOf(row)}</Link>
          ) : (
            <span className="acc-clamp" title={textOf(column, row)}>
              {textOf(column, row)}
            </span>
          ),
        ...(column.sort && { sortKey: column.sort }),
      }),
    ),
  ];
  const table = {
    onSort,
    ...(searchParams.sort && { sort: searchParams.sort }),
  };
  const isSearched = searchParams.type !== undefined || Object.keys(searchParams.filters).length > 0;
  const pages = Math.ceil((answer?.total ?? 0) / PAGE_SIZE);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows move between the buttons of the rows
    <div className={searchParams.compact ? 'acc-compact' : undefined} onKeyDown={moveByArrows}>
      <div className="acc-results-head">
        <span role={isSearched || !answer ? 'status' : undefined}>
          {answer ? headOf(kind, answer.total) : 'Loading…'}
          {answer && !isSearched && <span className="acc-wide">, the newest first</span>}
        </span>
        <ViewMenu
          further={kind.columns.filter(({ further }) => further)}
          shown={searchParams.columns}
          compact={searchParams.compact}
          onShow={onShow}
        />
        <a
          className="btn btn-outline-primary btn-sm"
          href={exportUrl}
          download
          onClick={(event) => {
            event.preventDefault();
            void download('', exportUrl);
          }}
        >
          Export CSV
        </a>
      </div>
      {answer ? (
        <DataTable
          {...table}
          caption={`${kind.plural} found`}
          columns={columns}
          rows={answer.rows}
          rowKey={idOf}
          rowClass={(row) => (idOf(row) === searchParams.id ? 'acc-selected' : undefined)}
          onRow={(row) => onSelect(idOf(row))}
        />
      ) : (
        <DataTable
          {...table}
          caption={`${kind.plural}, loading`}
          columns={columns.map((column) => ({ ...column, cell: () => <span className="acc-skeleton" /> }))}
          rows={searchParams.type === SEARCH_TYPE.id ? SKELETON.slice(0, 1) : SKELETON}
          rowKey={(row) => row}
        />
      )}
      <Pager
        page={searchParams.page}
        pages={pages}
        hasNext={answer?.next !== undefined || (!searchParams.cursor && searchParams.page < pages)}
        onPage={(page) => onPage(page, page > searchParams.page ? answer?.next : answer?.previous)}
      />
    </div>
  );
}

/** Phones keep the id, the name and the status; the details show all else. */
const classOf = ({ numeric, onPhones, sort }: ColumnDef) =>
  [numeric && 'pd-numeric', !onPhones && 'acc-wide', 'acc-cell', sort && `acc-by-${sort}`]
    .filter(Boolean)
    .join(' ');

function headOf({ noun, plural }: KindDef, total: number): string {
  return `${formatCount(total)} ${total === 1 ? noun : plural}`;
}

/** Up and down lead from row to row. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const target = event.target as HTMLElement;
  if (!step || target.dataset.account === undefined) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-account]')];
  const next = buttons[buttons.indexOf(target) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
