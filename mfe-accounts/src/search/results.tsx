import {
  ACCOUNT_WIRE,
  type AccountSearchType,
  ANY_SORT_MAX_ROWS,
  MAX_RESULT_PAGE,
  maySortBy,
  PAGE_SIZE,
} from '@partnerdesk/contracts';
import {
  Button,
  type Column,
  DataTable,
  EmptyState,
  formatCount,
  Pager,
  type TableSort,
} from '@partnerdesk/web';
import type { AccountRecord, SearchAnswer } from '../accounts.api';
import { type ColumnDef, fieldOf, type KindDef } from '../kinds/kind-definition';
import type { SearchParams } from './search-params';

interface ResultsProps {
  kind: KindDef;
  searchParams: SearchParams;
  answer: SearchAnswer;
  /** Of all rows as CSV. */
  exportUrl: string;
  onSelect: (id: number) => void;
  onSort: (sort: TableSort) => void;
  onPage: (page: number) => void;
}

/** What was found: how many, the table with its select actions, pages. */
export function Results({ kind, searchParams, answer, exportUrl, onSelect, onSort, onPage }: ResultsProps) {
  const { rows, total } = answer;
  if (total === 0) return <EmptyState text={kind.emptyText} />;
  const idOf = (row: AccountRecord) => Number(fieldOf(row, ACCOUNT_WIRE[kind.kind].id));
  const searchType: AccountSearchType =
    searchParams.value || searchParams.type === 1 ? (searchParams.type ?? 0) : 0;
  const mayBeSorted = ({ sort }: ColumnDef) => sort && maySortBy(kind.kind, searchType, sort, total);
  const columns: Column<AccountRecord>[] = [
    {
      header: 'Select',
      cell: (row) => (
        <Button
          variant="outline-primary"
          size="sm"
          aria-pressed={idOf(row) === searchParams.id}
          aria-label={`select ${idOf(row)} ${kind.nameOf(row)}`}
          onClick={() => onSelect(idOf(row))}
        >
          select
        </Button>
      ),
    },
    ...kind.columns
      .filter(({ onlyAlone }) => !(onlyAlone && searchParams.id))
      .map((column) => ({
        header: column.header,
        cell: (row: AccountRecord) => column.show?.(row) ?? String(fieldOf(row, column.name) ?? ''),
        ...(column.numeric && { numeric: true }),
        ...(mayBeSorted(column) && { sortKey: column.sort }),
      })),
  ];
  const isSearched = searchParams.type !== undefined;
  const pages = Math.ceil(total / PAGE_SIZE);
  const last = Math.min(pages, MAX_RESULT_PAGE);
  return (
    <>
      <div className="acc-results-head">
        <span role={isSearched ? 'status' : undefined}>
          {formatCount(total)} {total === 1 ? kind.noun : kind.plural}
          {!isSearched && ', the newest first'}
        </span>
        {total > ANY_SORT_MAX_ROWS && (
          <span className="pd-field-hint">
            Narrow the search to {formatCount(ANY_SORT_MAX_ROWS)} rows to sort by any column.
          </span>
        )}
        <a className="btn btn-outline-primary btn-sm" href={exportUrl} download>
          Export CSV
        </a>
      </div>
      <DataTable
        caption={`${kind.plural} found`}
        columns={columns}
        rows={rows}
        rowKey={idOf}
        rowClass={(row) => (idOf(row) === searchParams.id ? 'acc-selected' : undefined)}
        onRow={(row) => onSelect(idOf(row))}
        onSort={onSort}
        {...(searchParams.sort && { sort: searchParams.sort })}
      />
      <Pager
        page={searchParams.page}
        pages={pages}
        hasNext={searchParams.page < last}
        // An address may ask for a page beyond the last.
        onPage={(page) => onPage(Math.min(page, last))}
      >
        {pages > MAX_RESULT_PAGE &&
          `The first ${formatCount(MAX_RESULT_PAGE)} can be opened here. Narrow the search, or export it, to see more.`}
      </Pager>
    </>
  );
}
