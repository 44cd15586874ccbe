import * as s from '../schema/schema';
import { call } from './call';
import { isSo } from './payroll-fields';

/* An affiliate's figures for their own programs, by key (docs/RULES.md, API keys). Names and fields only grow. */

export const MAX_V1_RANGE_DAYS = 366;

const byKey = { who: 'api-key' } as const;
const range = {
  from: s.day({ about: 'First day, yyyy-mm-dd', example: '2026-03-01' }),
  to: s.day({
    about: `Last day, at most ${MAX_V1_RANGE_DAYS} days after the first`,
    example: '2026-03-31',
  }),
};
/** A cursor may name a source: of 200 letters, each less than ten characters of it. */
const MAX_CURSOR = 2000;
const paging = {
  cursor: s.optional(
    s.text({ max: MAX_CURSOR, about: 'What the page before has as next; missing: the first page' }),
  ),
  limit: s.standard(s.number({ whole: true, min: 1, max: 1000, about: 'Rows of a page' }), 100),
};

const dollars = (what: string) => s.number({ about: `${what}, in dollars` });
const count = (about: string) => s.number({ whole: true, about });
const mark = (about: string) => s.text({ empty: true, about });
const pageOf = <Row extends s.AnySchema>(row: Row) =>
  s.object({
    data: s.list(row),
    next: s.nullable(s.text({ about: 'Cursor of the next page; null: this is the last' })),
  });

export const v1FiguresCall = call('GET /api/v1/figures', {
  about: 'Sales and earnings by day; days without any are left out',
  ...byKey,
  query: range,
  answer: pageOf(
    s.object({
      day: s.day({ about: 'Business day, yyyy-mm-dd' }),
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
    s.object({
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
    s.object({
      saleID: count('Number of the sale; of a refund, of the sale that it takes back'),
      at: s.instant({ about: 'When it happened, ISO 8601' }),
      type: s.text({ about: 'Transaction type; refund' }),
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
    s.object({
      paymentID: count('Number of the payment'),
      at: s.instant({ about: 'When it was made, ISO 8601' }),
      startPeriod: s.day({ about: 'First day that it pays, yyyy-mm-dd' }),
      endPeriod: s.day({ about: 'Last day that it pays, yyyy-mm-dd' }),
      amount: dollars('Amount'),
      paymentType: count('0 unknown, 1 direct deposit, 2 PayPal'),
      returned: isSo({ about: 'It came back: its amount is in a later payment, or will be' }),
    }),
  ),
});

const operation = s.object({
  operationId: s.text(),
  parameters: s.list(s.object({ name: s.text(), schema: s.object({}) })),
  responses: s.map(s.object({})),
});
const reference = s.object({
  servers: s.list(s.object({ url: s.text() })),
  paths: s.map(s.map(operation)),
}) as unknown as s.Schema<ApiReference>;
export const v1ReferenceCall = call('GET /api/v1/openapi.json', {
  about: 'The reference of these calls, an OpenAPI 3.1 document',
  who: 'anybody',
  answer: reference,
});

/** GET /v1/openapi.json as far as the documents on /developers show it. */
export interface ApiReference {
  servers: { url: string }[];
  paths: Record<string, Record<string, ApiOperation>>;
}

export interface ApiOperation {
  operationId: string;
  summary?: string;
  parameters: ApiParameter[];
  responses: Record<string, { content?: Record<string, { schema: ApiSchema }> }>;
}

export interface ApiParameter {
  name: string;
  required: boolean;
  description?: string;
  schema: ApiSchema;
}

export interface ApiSchema {
  description?: string;
  examples?: unknown[];
  properties?: Record<string, ApiSchema>;
  items?: ApiSchema;
}

/** How a call is made by hand: what it needs, with example values; the key is in the environment. */
export function curlExample(url: string, path: string, parameters: readonly ApiParameter[]): string {
  const needed = parameters.filter(({ required }) => required);
  const query = needed.map(({ name, schema }) => `${name}=${schema.examples?.[0] ?? ''}`).join('&');
  return `curl -H "Authorization: Bearer $API_KEY" "${url}${path}${query && `?${query}`}"`;
}
