import {
  ACCOUNT_KIND_NAMES,
  ACCOUNT_KINDS,
  ACH_ACCOUNT_TYPE_TEXT,
  type AccountKind,
  ALL_TIME,
  AppError,
  accountColumns,
  accountFiguresCall,
  csvHeader,
  csvLine,
  EXPORT_CALLS,
  FIGURES_UNTIL,
  findAnyoneCall,
  fraudSignalsCall,
  PERFORMANCE_COLUMNS,
  paymentChangesCall,
  type QueryOf,
  revealNumberCall,
  reviewSignalCall,
  SEARCH_CALLS,
  SEARCH_CURSOR,
  type SentRecord,
  UPDATE_CALLS,
  updateAffiliateStatusCall,
} from '@partnerdesk/contracts';
import {
  type AccountCriteria,
  type AccountDocuments,
  type AccountOrder,
  accountChanges,
  accountFigures,
  type EditOutcome,
  editAccount,
  findAccountOrThrow,
  findAnyone,
  listFraudSignals,
  orderTerms,
  performanceUntil,
  revealNumber,
  reviewSignal,
  searchAccounts,
  setAffiliateStatus,
  streamAccounts,
} from '@partnerdesk/domain';
import { audit } from '../../context';
import { answerCsv, csvOfRows } from '../answer-csv';
import type { AddRoutes, AppRouter, RouteDeps } from '../route-deps';
import {
  presentAccount,
  presentChanges,
  presentConflict,
  presentFigures,
  presentFound,
  presentPerformance,
  type ShownPeriod,
} from './accounts.presenter';

const FOUND_PER_KIND = 5;

/** What the office searches, reads and saves of accounts, and the fraud signals of affiliates. */
export const addAccountRoutes: AddRoutes = ({ handle }, deps) => {
  for (const kind of ACCOUNT_KIND_NAMES) {
    addSearch(handle, kind);
    addExport(handle, kind, deps.env.businessTimezone);
    addUpdate(handle, kind, deps);
  }
  handle(updateAffiliateStatusCall, async ({ body, by }) =>
    savedOrThrow('affiliate', body, await setAffiliateStatus({ ...body, by })),
  );

  handle(findAnyoneCall, async ({ query }) => (await findAnyone(query.q, FOUND_PER_KIND)).map(presentFound));

  handle(accountFiguresCall, async ({ query: { kind, id } }) => {
    await findAccountOrThrow(kind, id);
    return presentFigures(await accountFigures(kind, id));
  });

  handle(paymentChangesCall, async ({ query: { kind, id } }) =>
    presentChanges(await accountChanges(kind, id)),
  );

  handle(revealNumberCall, async ({ ctx, body: { kind, id, field }, principal, by }) => {
    await deps.limiter.countOrThrow(ctx, 'revealPerson', String(principal.id));
    return { value: await revealNumber(kind, id, field, by) };
  });

  handle(fraudSignalsCall, async ({ query: { affID } }) => {
    await findAccountOrThrow('affiliate', affID);
    return listFraudSignals(affID);
  });
  handle(reviewSignalCall, ({ body, by }) => reviewSignal(body, by));
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

function addExport(handle: AppRouter['handle'], kind: AccountKind, timeZone: string): void {
  const call = EXPORT_CALLS[kind];
  handle(call, async ({ ctx, query }) => {
    const search = searchOf(kind, query);
    const { total, rows } = await streamAccounts({ kind, ...search });
    await audit(ctx, {
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

function addUpdate(handle: AppRouter['handle'], kind: AccountKind, { proofs }: RouteDeps): void {
  handle(UPDATE_CALLS[kind], async ({ ctx, query: { updateType }, body: sent, by }) => {
    const id = Number(sent[ACCOUNT_KINDS[kind].id]);
    const outcome = await editAccount({
      kind,
      id,
      updateType,
      version: sent.version,
      values: { ...sent, achAccountType: accountTypeOf(sent) },
      by,
      confirm: () => proofs.confirmedOrThrow(ctx, 'second-factor'),
    });
    if (outcome.termsChange) await orderTerms({ affID: id }, outcome.termsChange);
    return savedOrThrow(kind, sent, outcome);
  });
}

/** The account type's id: the text follows it, and stands in for it where it is missing (docs/PRODUCT.md §4). */
function accountTypeOf({ achAccountTypeID, achAccountType }: SentRecord): number | undefined {
  if (typeof achAccountTypeID === 'number') return achAccountTypeID;
  const found = Object.entries(ACH_ACCOUNT_TYPE_TEXT).find(([, text]) => text === achAccountType);
  return found && Number(found[0]);
}

/** @throws AppError conflict with what differs, when somebody has saved since */
function savedOrThrow<Kind extends AccountKind>(
  kind: Kind,
  sent: object,
  { outcome, account }: EditOutcome<Kind>,
) {
  if (outcome === 'saved') return presentAccount(kind, account);
  const details = presentConflict(kind, sent, account);
  const text = 'Somebody else has changed this record meanwhile. Nothing was saved.';
  throw new AppError('conflict', text, undefined, details);
}
