import {
  type AnySchema,
  day,
  instant,
  list,
  map,
  nullable,
  number,
  object,
  optional,
  type Schema,
  standard,
  text,
} from '../schema/schema';
import type { ApiReference } from '../wire-api-keys';
import { call } from './call';
import { isSo } from './payroll-fields';

/* An affiliate's figures for their own programs, by key (docs/RULES.md, API keys). Names and fields only grow. */

/** Longest range of a call (days). */
export const MAX_V1_RANGE_DAYS = 366;

const byKey = { who: 'api-key' } as const;
const range = {
  from: day({ about: 'First day, yyyy-mm-dd', example: '2026-03-01' }),
  to: day({
    about: `Last day, at most ${MAX_V1_RANGE_DAYS} days after the first`,
    example: '2026-03-31',
  }),
};
/** A cursor may name a source: of 200 letters, each less than ten characters of it. */
const MAX_CURSOR = 2000;
const paging = {
  cursor: optional(
    text({ max: MAX_CURSOR, about: 'What the page before has as next; missing: the first page' }),
  ),
  limit: standard(number({ whole: true, min: 1, max: 1000, about: 'Rows of a page' }), 100),
};

const dollars = (what: string) => number({ about: `${what}, in dollars` });
const count = (about: string) => number({ whole: true, about });
const mark = (about: string) => text({ empty: true, about });
const pageOf = <Row extends AnySchema>(row: Row) =>
  object({
    data: list(row),
    next: nullable(text({ about: 'Cursor of the next page; null: this is the last' })),
  });

export const v1FiguresCall = call('GET /api/v1/figures', {
  about: 'Sales and earnings by day; days without any are left out',
  ...byKey,
  query: range,
  answer: pageOf(
    object({
      day: day({ about: 'Business day, yyyy-mm-dd' }),
      sales: dollars('Sales of the day, refunds taken off'),
      payout: dollars('What you earned, refunds taken off'),
    }),
  ),
});
export const v1SourcesCall = call('GET /api/v1/sources', {
  about: 'What each tracking source and landing page brought, of all time',
  ...byKey,
  query: paging,
  answer: pageOf(
    object({
      tid: mark('Tracking source'),
      lp: mark('Landing page'),
      clicks: count('Clicks'),
      joins: count('Members who joined'),
      sales: dollars('Sales, refunds taken off'),
      payout: dollars('What you earned, refunds taken off'),
    }),
  ),
});
export const v1SalesCall = call('GET /api/v1/sales', {
  about: 'Sales and refunds of a range, the newest first',
  ...byKey,
  query: { ...range, ...paging },
  answer: pageOf(
    object({
      saleID: count('Number of the sale; of a refund, of the sale that it takes back'),
      at: instant({ about: 'When it happened, ISO 8601' }),
      type: text({ about: 'Transaction type; refund' }),
      amount: dollars('Amount; of a refund below zero'),
      payout: dollars('What you earned; of a refund below zero'),
    }),
  ),
});
export const v1PaymentsCall = call('GET /api/v1/payments', {
  about: 'Your payments, the oldest first',
  ...byKey,
  query: paging,
  answer: pageOf(
    object({
      paymentID: count('Number of the payment'),
      at: instant({ about: 'When it was made, ISO 8601' }),
      startPeriod: day({ about: 'First day that it pays, yyyy-mm-dd' }),
      endPeriod: day({ about: 'Last day that it pays, yyyy-mm-dd' }),
      amount: dollars('Amount'),
      paymentType: count('0 unknown, 1 direct deposit, 2 PayPal'),
      returned: isSo({ about: 'It came back: its amount is in a later payment, or will be' }),
    }),
  ),
});

const operation = object({
  operationId: text(),
  parameters: list(object({ name: text(), schema: object({}) })),
  responses: map(object({})),
});
const reference = object({
  servers: list(object({ url: text() })),
  paths: map(map(operation)),
}) as unknown as Schema<ApiReference>;
export const v1ReferenceCall = call('GET /api/v1/openapi.json', {
  about: 'The reference of these calls, an OpenAPI 3.1 document',
  who: 'anybody',
  answer: reference,
});
