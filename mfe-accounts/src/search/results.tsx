import {
  ACCOUNT_KINDS,
  choicesOf,
  PAGE_SIZE,
  type PerformancePeriod,
  SEARCH_TYPE,
} from '@partnerdesk/contracts';
import {
  Button,
  EmptyState,
  formatCount,
  formatMoment,
  Link,
  useConfiguration,
  useConfirmedDownload,
  useMedia,
} from '@partnerdesk/web';
import { Grid, type GridColumn } from '@partnerdesk/web/grid';
import type { AccountRow, SearchAnswer } from '../accounts.api';
import { type ColumnDef, fieldOf, type KindDef } from '../kinds/kind-definition';
import { type useAccountSearchParams, writeSearchParams } from './search-params';

interface ResultsProps {
  kind: KindDef;
  address: ReturnType<typeof useAccountSearchParams>;
  /** undefined: it is being loaded. */
  answer: SearchAnswer | undefined;
  exportUrl: string;
}

const PERIOD_TEXT: Record<PerformancePeriod, string> = {
  today: 'Today',
  last7Days: 'Last 7 days',
  last30Days: 'Last 30 days',
  thisMonth: 'This month',
  lastMonth: 'Last month',
};
/** As in parts.css: details open below the list, which keeps its columns. */
const BELOW = '(max-width: 74.99rem)';
/** Fewer columns have room; in a phone's folded rows all have. */
const TIGHT = `(min-width: 640.01px) and ${BELOW}`;
/** From here on every column of figures has room beside the course of 30 days. */
const LARGE = '(min-width: 90rem)';

export function Results(props: ResultsProps) {
  const { kind, address, answer, exportUrl } = props;
  const { searchParams, select } = address;
  const { id, page, period, type, cursor } = searchParams;
  const download = useConfirmedDownload();
  const hasDetailsBeside = !useMedia(BELOW) && id !== undefined;
  const columns = useColumns(props, hasDetailsBeside);
  const pages = Math.ceil((answer?.total ?? 0) / PAGE_SIZE);
  return (
    <Grid
      caption={`${kind.plural} found`}
      head={<Head {...props} />}
      columns={columns}
      rows={answer?.rows}
      expected={type === SEARCH_TYPE.id ? 1 : 12}
      rowKey={(row) => idOf(kind, row)}
      rowClass={(row) => (idOf(kind, row) === id ? 'acc-selected' : undefined)}
      onRow={(row) => select(idOf(kind, row))}
      empty={
        <EmptyState text={kind.emptyText}>
          {type !== SEARCH_TYPE.id && (
            <p className="pd-field-hint">
              The start of a name or email is enough; each filter leaves some out.
            </p>
          )}
        </EmptyState>
      }
      params={searchParams}
      onSort={address.sortBy}
      onShow={address.show}
      onPage={(to) => address.toPage(to, to > page ? answer?.next : answer?.previous)}
      pages={pages}
      hasNext={answer?.next !== undefined || (!cursor && page < pages)}
      tools={
        <>
          {period && !hasDetailsBeside && (
            <select
              className="form-select form-select-sm"
              aria-label="Figures of"
              value={period}
              onChange={({ target }) => address.showPeriod(target.value as PerformancePeriod)}
            >
              {choicesOf(PERIOD_TEXT).map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          )}
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
        </>
      }
    />
  );
}

const idOf = (kind: KindDef, row: AccountRow) => Number(fieldOf(row, ACCOUNT_KINDS[kind.kind].id));

/** The columns of a kind, as far as there is room for them. */
function useColumns(
  { kind, address: { searchParams, select } }: ResultsProps,
  hasDetailsBeside: boolean,
): GridColumn<AccountRow>[] {
  const { businessTimezone } = useConfiguration();
  const hasRoom = { beside: !useMedia(TIGHT), large: useMedia(LARGE) };
  const { id: selected, sort } = searchParams;
  const textOf = (column: ColumnDef, row: AccountRow) =>
    column.show?.(row, businessTimezone) ?? String(fieldOf(row, column.name) ?? '');
  const addressOf = (id: number) => `?${new URLSearchParams(writeSearchParams({ ...searchParams, id }))}`;
  const shown = kind.columns.filter(({ onlyAlone }) => !(onlyAlone && hasDetailsBeside));
  const isFurther = ({ further, from, sort: by }: ColumnDef) =>
    further === true || (from !== undefined && !hasRoom[from] && !(by && by === sort?.key));
  // Beside the name on a phone: what the list is sorted by, if that is a figure.
  const figures = shown.filter(({ numeric, further, sort: by }) => numeric && !further && by !== 'id');
  const figure =
    figures.find((column) => column.sort === sort?.key) ??
    figures.find(({ name }) => name === 'earned') ??
    figures[0];
  return [
    {
      header: 'Select',
      className: 'acc-select',
      cell: (row) => (
        <Button
          variant="outline-primary"
          size="sm"
          data-account={idOf(kind, row)}
          aria-pressed={idOf(kind, row) === selected}
          aria-label={`select ${idOf(kind, row)} ${kind.nameOf(row)}`}
          onClick={() => select(idOf(kind, row))}
        >
          select
        </Button>
      ),
    },
    ...shown.map(
      (column): GridColumn<AccountRow> => ({
        key: column.name,
        header: column.header,
        className: classOf(column),
        rowHeader: column.sort === 'name',
        besideName: column === figure,
        firstOnPhones: column.onPhones ?? false,
        further: isFurther(column),
        cell: (row) =>
          column.draw?.(row) ??
          (column.sort === 'id' ? (
            <Link to={addressOf(idOf(kind, row))}>{idOf(kind, row)}</Link>
          ) : (
            <span className="acc-clamp" title={textOf(column, row)}>
              {textOf(column, row)}
            </span>
          )),
        ...(column.sort && { sortKey: column.sort }),
      }),
    ),
  ];
}

const classOf = ({ numeric, sort }: ColumnDef) =>
  [numeric && 'pd-numeric', 'acc-cell', sort && `acc-by-${sort}`].filter(Boolean).join(' ');

function Head({ kind, address: { searchParams }, answer }: ResultsProps) {
  const { businessTimezone } = useConfiguration();
  const isSearched = searchParams.type !== undefined || Object.keys(searchParams.filters).length > 0;
  const isNewestFirst = !isSearched && searchParams.sort?.key === 'id' && searchParams.sort.descending;
  const { until } = answer ?? {};
  const { noun, plural } = kind;
  const count = answer ? `${formatCount(answer.total)} ${answer.total === 1 ? noun : plural}` : 'Loading…';
  const text = answer && isNewestFirst && !searchParams.id ? `${count}, the newest first` : count;
  const asOf = until && `as of ${formatMoment(until, businessTimezone)}`;
  return (
    <div>
      <span role={isSearched || !answer ? 'status' : undefined}>{text}</span>
      <span className="pd-grid-aside" title={asOf && `Figures ${asOf}`}>
        {asOf}
      </span>
    </div>
  );
}
