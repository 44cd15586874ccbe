import { Readable } from 'node:stream';
import {
  ACCOUNT_KIND_NAMES,
  ACCOUNT_KINDS,
  type AccountKind,
  accountColumns,
  csvHeader,
  csvRow,
  EXPORT_CALLS,
  findAnyoneCall,
  type QueryOf,
  SEARCH_CALLS,
  SEARCH_CURSOR,
} from '@partnerdesk/contracts';
import {
  type AccountCriteria,
  type AccountDocuments,
  type AccountOrder,
  findAnyone,
  searchAccounts,
  streamAccounts,
  today,
  writeAudit,
} from '@partnerdesk/domain';
import { auditedBy } from '../../context';
import type { AddRoutes, AppRouter } from '../route-deps';
import { presentAccount, presentFound } from './accounts.presenter';

/** Rows written at a time. */
const CHUNK = 200;

/** A CSV file of records, as they come. @param timeZone the business's */
async function* csvOfAccounts<Kind extends AccountKind>(
  kind: Kind,
  timeZone: string,
  rows: AsyncIterable<AccountDocuments[Kind]>,
): AsyncGenerator<string> {
  const columns = accountColumns(kind, timeZone);
  let chunk = csvHeader(columns);
  let lines = 0;
  for await (const row of rows) {
    chunk += csvRow(columns, presentAccount(kind, row));
    lines += 1;
    if (lines % CHUNK > 0) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk) yield chunk;
}

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
    const found = await searchAccounts({ kind, ...searchOf(kind, query), page, ...(cursor && { cursor }) });
    const { rows, total, next, previous } = found;
    ctx.set('X-Total-Count', String(total));
    if (next) ctx.set(SEARCH_CURSOR.next, next);
    if (previous) ctx.set(SEARCH_CURSOR.previous, previous);
    // Rows of the call's own kind.
    return rows.map((row) => presentAccount(kind, row)) as never;
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
    ctx.attachment(`${call.name.replace('GET /api/export-', '')}-${today()}.csv`);
    ctx.type = 'text/csv; charset=utf-8';
    return Readable.from(csvOfAccounts(kind, timeZone, rows), { objectMode: false });
  });
}

/** The checked query as the domain takes it. */
function searchOf(
  kind: AccountKind,
  query: QueryOf<(typeof EXPORT_CALLS)[AccountKind]>,
): { criteria: AccountCriteria; order?: AccountOrder } {
  const id = Number((query as Record<string, unknown>)[ACCOUNT_KINDS[kind].query]);
  const { Email, SearchName, sort, order, status, paymentType, joinedFrom, joinedTo } = query;
  const criteria: AccountCriteria = {
    ...(id > 0 && { id }),
    ...(Email && { email: Email }),
    ...(SearchName && { name: SearchName }),
    ...(status !== undefined && { status }),
    ...(paymentType !== undefined && { paymentType }),
    ...(joinedFrom && { joinedFrom }),
    ...(joinedTo && { joinedTo }),
  };
  return { criteria, ...(sort && { order: { column: sort, descending: order === 'desc' } }) };
}
