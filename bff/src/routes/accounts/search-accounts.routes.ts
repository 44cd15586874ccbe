import { Readable } from 'node:stream';
import { ACCOUNT_KINDS, ACCOUNT_WIRE, type AccountKind, SEARCH_CURSOR } from '@partnerdesk/contracts';
import { findAnyone, searchAccounts, streamAccounts, today, writeAudit } from '@partnerdesk/domain';
import { auditedBy } from '../../context';
import { notCrossSite } from '../../middleware/origin-check';
import { permit } from '../../middleware/policy';
import { validQuery } from '../../middleware/validate';
import type { AddRoutes } from '../route-deps';
import { mayUseAccounts } from './accounts.policy';
import { presentAccount, presentFound } from './accounts.presenter';
import { csvOfAccounts } from './export-accounts';
import { exportQuery, findQuery, searchOf, searchQuery } from './search-accounts.schema';

/** Hits of each kind in the box that finds anyone. */
const FOUND_PER_KIND = 5;

/** GET /get-…-info and its export, for each kind; the box that finds anyone. */
export const addSearchAccountsRoutes: AddRoutes = (router, deps) => {
  for (const kind of ACCOUNT_KINDS) addKind(router, deps, kind);

  router.get('/find-anyone', deps.session, permit(mayUseAccounts), validQuery(findQuery), async (ctx) => {
    ctx.body = (await findAnyone(ctx.state.query.q, FOUND_PER_KIND)).map(presentFound);
  });
};

function addKind(...[router, { session, env }, kind]: [...Parameters<AddRoutes>, AccountKind]): void {
  const { search, export: exported } = ACCOUNT_WIRE[kind];
  router.get(`/${search}`, session, permit(mayUseAccounts), validQuery(searchQuery(kind)), async (ctx) => {
    const { query } = ctx.state;
    const { page, cursor } = query;
    const found = await searchAccounts({ kind, ...searchOf(kind, query), page, ...(cursor && { cursor }) });
    const { rows, total, next, previous } = found;
    ctx.set('X-Total-Count', String(total));
    if (next) ctx.set(SEARCH_CURSOR.next, next);
    if (previous) ctx.set(SEARCH_CURSOR.previous, previous);
    ctx.body = rows.map((row) => presentAccount(kind, row));
  });

  router.get(
    `/${exported}`,
    notCrossSite,
    session,
    permit(mayUseAccounts),
    validQuery(exportQuery(kind)),
    async (ctx) => {
      const search = searchOf(kind, ctx.state.query);
      const { total, rows } = await streamAccounts({ kind, ...search });
      await writeAudit({
        ...auditedBy(ctx),
        action: `${kind}.exported`,
        subject: { type: 'export', id: kind },
        after: { ...search.criteria, rows: total },
      });
      ctx.attachment(`${exported.replace('export-', '')}-${today()}.csv`);
      ctx.type = 'text/csv; charset=utf-8';
      ctx.body = Readable.from(csvOfAccounts(kind, env.businessTimezone, rows), { objectMode: false });
    },
  );
}
