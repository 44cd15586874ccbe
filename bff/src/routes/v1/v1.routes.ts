import { AppError, type DayRange, dollarsOf } from '@partnerdesk/contracts';
import {
  affiliateDays,
  paymentHistory,
  type SalesCursor,
  type SourceFigures,
  salesPage,
  trackingSources,
} from '@partnerdesk/domain';
import Joi from 'joi';
import { principalOf } from '../../context';
import { validQuery } from '../../middleware/validate';
import { answers } from '../../open-api/documented';
import { openApiOf } from '../../open-api/open-api';
import { VERSION } from '../../version';
import { readCursorOrThrow, salesPlace, writeCursor } from '../cursor';
import type { AddRoutes } from '../route-deps';
import { presentPaid, presentSale, presentSourceRow } from './v1.presenter';
import { ANSWER, MAX_RANGE_DAYS, pageQuery, rangePageQuery, rangeQuery } from './v1.schema';

const PREFIX = '/api/v1/';
const rowPlace = Joi.object({ after: Joi.alternatives(Joi.number(), Joi.string()).required() });
const DAY_MS = 86_400_000;

function rangeOrThrow({ from, to }: { from: string; to: string }): DayRange {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  const text = days < 0 ? 'The last day is before the first' : `A range has at most ${MAX_RANGE_DAYS} days`;
  if (days < 0 || days > MAX_RANGE_DAYS) throw new AppError('invalid_input', text, { to: text });
  return { startDate: from, endDate: to };
}

/** A page of rows that are read whole and are in the order of their keys. */
function pageOf<Row, Key extends string | number>(
  rows: readonly Row[],
  { cursor, limit }: { cursor?: string | undefined; limit: number },
  keyOf: (row: Row) => Key,
) {
  const place = readCursorOrThrow<{ after: Key }>(cursor, rowPlace);
  const rest = place ? rows.filter((row) => keyOf(row) > place.after) : rows;
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  return { page, next: last && rest.length > limit ? writeCursor({ after: keyOf(last) }) : null };
}

/** An affiliate's figures for their own programs, by key (docs/RULES.md, API keys). Names and fields only grow. */
export const addV1Routes: AddRoutes = (router, { env }) => {
  router.get('/v1/openapi.json', (ctx) => {
    const routes = router
      .known()
      .filter(({ name }) => name.startsWith(`GET ${PREFIX}`) && !name.endsWith('.json'));
    ctx.body = openApiOf(routes, { title: 'Affiliate API', version: VERSION, url: env.publicUrl });
  });

  router.get(
    '/v1/figures',
    answers('Sales and earnings by day; days without any are left out', ANSWER.figures),
    validQuery(rangeQuery),
    async (ctx) => {
      const days = await affiliateDays(principalOf(ctx).affID, rangeOrThrow(ctx.state.query));
      const data = days.map(({ day, salesCents, payoutCents }) => ({
        ...{ day, sales: dollarsOf(salesCents), payout: dollarsOf(payoutCents) },
      }));
      ctx.body = { data, next: null };
    },
  );

  router.get(
    '/v1/sources',
    answers('What each tracking source and landing page brought, of all time', ANSWER.sources),
    validQuery(pageQuery),
    async (ctx) => {
      const keyOf = ({ tid, lp }: SourceFigures) => JSON.stringify([tid, lp]);
      const sources = await trackingSources(principalOf(ctx).affID);
      sources.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
      const { page, next } = pageOf(sources, ctx.state.query, keyOf);
      ctx.body = { data: page.map(presentSourceRow), next };
    },
  );

  router.get(
    '/v1/sales',
    answers('Sales and refunds of a range, the newest first', ANSWER.sales),
    validQuery(rangePageQuery),
    async (ctx) => {
      const { cursor, limit, ...range } = ctx.state.query;
      const after = readCursorOrThrow<SalesCursor>(cursor, salesPlace);
      const { entries, next } = await salesPage(principalOf(ctx).affID, rangeOrThrow(range), {
        after,
        limit,
      });
      ctx.body = { data: entries.map(presentSale), next: next ? writeCursor(next) : null };
    },
  );

  router.get(
    '/v1/payments',
    answers('Your payments, the oldest first', ANSWER.payments),
    validQuery(pageQuery),
    async (ctx) => {
      const all = await paymentHistory(principalOf(ctx).affID, {
        startDate: '0000-01-01',
        endDate: '9999-12-31',
      });
      const { page, next } = pageOf(all.reverse(), ctx.state.query, ({ _id }) => _id);
      ctx.body = { data: page.map(presentPaid), next };
    },
  );
};
