import {
  AppError,
  type DayRange,
  daysBetween,
  dollarsOf,
  MAX_V1_RANGE_DAYS,
  v1FiguresCall,
  v1PaymentsCall,
  v1ReferenceCall,
  v1SalesCall,
  v1SourcesCall,
} from '@partnerdesk/contracts';
import {
  affiliateDays,
  isReturned,
  type LedgerEntry,
  type MarkedPayment,
  paymentHistory,
  type SalesCursor,
  type SourceFigures,
  salesPage,
  trackingSources,
} from '@partnerdesk/domain';
import Joi from 'joi';
import { openApiOf } from '../../open-api/open-api';
import { VERSION } from '../../version';
import { presentDay, presentSource } from '../affiliate-figures/affiliate-figures.routes';
import { readCursorOrThrow, salesPlace, writeCursor } from '../cursor';
import { pick } from '../pick';
import type { AddRoutes } from '../route-deps';

const rowPlace = Joi.object({ after: Joi.alternatives(Joi.number(), Joi.string()).required() });

function rangeOrThrow({ from, to }: { from: string; to: string }): DayRange {
  const days = daysBetween(from, to);
  const text =
    days < 0 ? 'The last day is before the first' : `A range has at most ${MAX_V1_RANGE_DAYS} days`;
  if (days < 0 || days > MAX_V1_RANGE_DAYS) throw new AppError('invalid_input', text, { to: text });
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

/** An affiliate's figures for their own programs, by key (docs/RULES.md, API keys). */
export const addV1Routes: AddRoutes = ({ handle }, { env }) => {
  handle(v1ReferenceCall, () => {
    const calls = [v1FiguresCall, v1SourcesCall, v1SalesCall, v1PaymentsCall];
    return openApiOf(calls, { title: 'Affiliate API', version: VERSION, url: env.publicUrl });
  });

  handle(v1FiguresCall, async ({ query, principal }) => {
    const days = await affiliateDays(principal.affID, rangeOrThrow(query));
    return { data: days.map(presentDay), next: null };
  });

  handle(v1SourcesCall, async ({ query, principal }) => {
    const keyOf = ({ tid, lp }: SourceFigures) => JSON.stringify([tid, lp]);
    const sources = await trackingSources(principal.affID);
    sources.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    const { page, next } = pageOf(sources, query, keyOf);
    return { data: page.map(presentSource), next };
  });

  handle(v1SalesCall, async ({ query: { cursor, limit, ...range }, principal }) => {
    const after = readCursorOrThrow<SalesCursor>(cursor, salesPlace);
    const { entries, next } = await salesPage(principal.affID, rangeOrThrow(range), { after, limit });
    return { data: entries.map(presentSale), next: next ? writeCursor(next) : null };
  });

  handle(v1PaymentsCall, async ({ query, principal }) => {
    const ever = { startDate: '0000-01-01', endDate: '9999-12-31' };
    const all = await paymentHistory(principal.affID, ever);
    const { page, next } = pageOf(all.reverse(), query, ({ _id }) => _id);
    return { data: page.map(presentPaid), next };
  });
};

const presentSale = ({ saleID = 0, at, type, transactionType, amountCents, payoutCents }: LedgerEntry) => ({
  saleID,
  at: at.toISOString(),
  type: transactionType ?? type,
  amount: dollarsOf(amountCents),
  payout: dollarsOf(payoutCents),
});

const presentPaid = (payment: MarkedPayment) => ({
  paymentID: payment._id,
  at: payment.createdAt.toISOString(),
  ...pick(payment, 'startPeriod', 'endPeriod'),
  amount: dollarsOf(payment.amountCents),
  paymentType: payment.paymentType,
  ...(isReturned(payment) && { returned: true as const }),
});
