import {
  ACCOUNT_KIND_NAMES,
  ACCOUNT_KINDS,
  type AccountKind,
  ALL_TIME,
  accountColumns,
  csvHeader,
  csvLine,
  EXPORT_CALLS,
  FIGURES_UNTIL,
  findAnyoneCall,
  PERFORMANCE_COLUMNS,
  type QueryOf,
  SEARCH_CALLS,
  SEARCH_CURSOR,
} from '@partnerdesk/contracts';
import {
  type AccountCriteria,
  type AccountDocuments,
  type AccountOrder,
  findAnyone,
  performanceUntil,
  searchAccounts,
  streamAccounts,
  writeAudit,
} from '@partnerdesk/domain';
import { auditedBy } from '../../context';
import { answerCsv, csvOfRows } from '../answer-csv';
import type { AddRoutes, AppRouter } from '../route-deps';
import { presentAccount, presentFound, presentPerformance, type ShownPeriod } from './accounts.presenter';

/** Hits of each kind in the box that finds anyone. */
const FOUND_PER_KIND = 5;

/** GET /get-…-info and its export, for each kind; the box that finds anyone. */
export const addSearchAccountsRoutes: AddRoutes = ({ handle }, { env }) => {
  for (const kind of ACCOUNT_KIND_NAMES) {
    addSearch(handle, kind);
    addExport(handle, kind, env.businessTimezone);
  }
  handle(findAnyoneCall, async ({ query }) => (await findAnyone(query.q, FOUND_PER_KIND)).map(presentFound));
};

function addSearch(handle: AppRouter['handle'], kind: AccountKind): void {
  handle(SEARCH_CALLS[kind], async ({ ctx, query }) => {
    const { page, cursor } = query;
    // Before the rows: they may have more, never less.
    const until = query.period ? await performanceUntil(kind) : new Date();
    const found = await searchAccounts({ kind, ...searchOf(kind, query), page, ...(cursor && { cursor }) });
    const { rows, total, next, previous } = found;
    ctx.set('X-Total-Count', String(total));
    if (next) ctx.set(SEARCH_CURSOR.next, next);
    if (previous) ctx.set(SEARCH_CURSOR.previous, previous);
    const { period } = query;
    if (period) ctx.set(FIGURES_UNTIL, until.toISOString());
    // Rows of the call's own kind.
    return rows.map((row) => ({
      ...presentAccount(kind, row),
      ...(period && { performance: presentPerformance(kind, row, period) }),
    })) as never;
  });
}

/** @param timeZone the business's */
function addExport(handle: AppRouter['handle'], kind: AccountKind, timeZone: string): void {
  const call = EXPORT_CALLS[kind];
  handle(call, async ({ ctx, query }) => {
    const search = searchOf(kind, query);
    const { total, rows } = await streamAccounts({ kind, ...search });
    await writeAudit({
      ...auditedBy(ctx),
      action: `${kind}.exported`,
      subject: { type: 'export', id: kind },
      after: { ...search.criteria, rows: total },
    });
    const name = call.name.replace('GET /api/export-', '');
    return answerCsv(ctx, name, csvOfAccounts(kind, query.period, rows, timeZone));
  });
}

/** A CSV file of records as they come, with a period everybody's performance in it. @param timeZone the business's */
function csvOfAccounts<Kind extends AccountKind>(
  kind: Kind,
  period: ShownPeriod | undefined,
  rows: AsyncIterable<AccountDocuments[Kind]>,
  timeZone: string,
): AsyncGenerator<string> {
  const own = accountColumns(kind, timeZone);
  const further = period ? PERFORMANCE_COLUMNS[kind] : [];
  return csvOfRows(csvHeader<never>([...own, ...further]), rows, (row) => {
    const record = presentAccount(kind, row);
    const cells = own.map(({ value }) => value(record));
    if (period) {
      const performance = presentPerformance(kind, row, period);
      cells.push(...further.map(({ value }) => value(performance)));
    }
    return csvLine(cells);
  });
}

/** The checked query as the domain takes it. */
function searchOf(
  kind: AccountKind,
  query: QueryOf<(typeof EXPORT_CALLS)[AccountKind]>,
): { criteria: AccountCriteria; order?: AccountOrder } {
  const id = Number((query as Record<string, unknown>)[ACCOUNT_KINDS[kind].query]);
  const { Email, SearchName, sort, order, status, paymentType, joinedFrom, joinedTo, period, only } = query;
  const criteria: AccountCriteria = {
    ...(id > 0 && { id }),
    ...(Email && { email: Email }),
    ...(SearchName && { name: SearchName }),
    ...(status !== undefined && { status }),
    ...(paymentType !== undefined && { paymentType }),
    ...(joinedFrom && { joinedFrom }),
    ...(joinedTo && { joinedTo }),
    ...(only && { only }),
  };
  const sorted = sort && {
    column: sort,
    descending: order === 'desc',
    ...(period && period !== ALL_TIME && { period }),
  };
  return { criteria, ...(sorted && { order: sorted }) };
}
