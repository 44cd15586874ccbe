import Joi from 'joi';
import { day } from '../../middleware/validate';

/** Longest range of a call, in days. */
export const MAX_RANGE_DAYS = 366;
export const PAGE_ROWS = { default: 100, max: 1000 } as const;
const MAX_CURSOR = 500;

const paging = {
  cursor: Joi.string()
    .max(MAX_CURSOR)
    .description('What the page before has as next; missing: the first page'),
  limit: Joi.number()
    .integer()
    .min(1)
    .max(PAGE_ROWS.max)
    .default(PAGE_ROWS.default)
    .description('Rows of a page'),
};
const range = {
  from: day().required().description('First day, yyyy-mm-dd').example('2026-03-01'),
  to: day()
    .required()
    .description(`Last day, at most ${MAX_RANGE_DAYS} days after the first`)
    .example('2026-03-31'),
};

export const rangeQuery = Joi.object({ ...range });
export const pageQuery = Joi.object({ ...paging });
export const rangePageQuery = Joi.object({ ...range, ...paging });

const dollars = (what: string) => Joi.number().required().description(`${what}, in dollars`);
const count = (what: string) => Joi.number().integer().required().description(what);
const text = (what: string) => Joi.string().allow('').required().description(what);

const pageOf = (row: Joi.ObjectSchema) =>
  Joi.object({
    data: Joi.array().items(row).required(),
    next: Joi.string().allow(null).required().description('Cursor of the next page; null: this is the last'),
  });

/** What each call answers. */
export const ANSWER = {
  figures: pageOf(
    Joi.object({
      day: Joi.string().required().description('Business day, yyyy-mm-dd'),
      sales: dollars('Sales of the day, refunds taken off'),
      payout: dollars('What you earned, refunds taken off'),
    }),
  ),
  sources: pageOf(
    Joi.object({
      tid: text('Tracking source'),
      lp: text('Landing page'),
      clicks: count('Clicks'),
      joins: count('Members who joined'),
      sales: dollars('Sales, refunds taken off'),
      payout: dollars('What you earned, refunds taken off'),
    }),
  ),
  sales: pageOf(
    Joi.object({
      saleID: count('Number of the sale; of a refund, of the sale that it takes back'),
      at: Joi.string().isoDate().required().description('When it happened, ISO 8601'),
      type: text('Transaction type; refund'),
      amount: dollars('Amount; of a refund below zero'),
      payout: dollars('What you earned; of a refund below zero'),
    }),
  ),
  payments: pageOf(
    Joi.object({
      paymentID: count('Number of the payment'),
      at: Joi.string().isoDate().required().description('When it was made, ISO 8601'),
      startPeriod: text('First day that it pays, yyyy-mm-dd'),
      endPeriod: text('Last day that it pays, yyyy-mm-dd'),
      amount: dollars('Amount'),
      paymentType: count('0 unknown, 1 direct deposit, 2 PayPal'),
    }),
  ),
} as const;
