import { PAYMENT_TYPE } from '../codes';
import * as MESSAGE from '../messages';
import { dayRange } from '../schema/fields';
import {
  type CheckedOf,
  code,
  day,
  id,
  instant,
  list,
  nullable,
  number,
  object,
  optional,
  text,
} from '../schema/schema';
import { PAYMENT_STATES } from '../wire-payroll';
import { call, raw } from './call';
import { isSo } from './payroll-fields';

/* What affiliates earned and what their links brought; dollars, refunds taken off (docs/RULES.md, On the wire). */

const own = { affiliateID: id() };
const ownRange = { ...own, ...dayRange(MESSAGE.selectDateRange) };
const aboutThemselves = { who: 'affiliate', own: 'affiliateID' } as const;

export const quickStatisticsCall = call('GET /api/quick-statistics', {
  about: 'What an affiliate earned yesterday, today and this month',
  who: 'affiliate',
  own: 'affID',
  query: { affID: id() },
  answer: object({ affID: number(), yesterday: number(), today: number(), month: number() }),
});
export type QuickStatistics = CheckedOf<typeof quickStatisticsCall.answer>;

const payment = object({
  payrollID: number(),
  affID: number(),
  payrollEvent: text({ about: 'What was paid, in words' }),
  paymentType: code(Object.values(PAYMENT_TYPE), { about: '0 unknown, 1 ACH, other PayPal' }),
  startPeriod: day(),
  endPeriod: day(),
  amount: number(),
  dateCreated: instant(),
  returned: isSo({ about: 'It came back: its amount is in a later payment, or will be' }),
});
export type PaymentHistoryRow = CheckedOf<typeof payment>;
export const paymentHistoryCall = call('GET /api/member-payment-history', {
  about: 'Payments that were executed on these days',
  ...aboutThemselves,
  query: ownRange,
  answer: list(payment),
});

const summary = object({ totalSales: number(), totalPayout: number() });
export type SaleSummary = CheckedOf<typeof summary>;
export const saleSummaryCall = call('GET /api/member-sale-summary', {
  about: 'Sales and payout of these days together',
  ...aboutThemselves,
  query: ownRange,
  answer: nullable(summary),
});

/** Most rows of a page of sales. */
export const SALES_PAGE = 1000;
const sale = object({
  saleID: number(),
  dateCreated: instant(),
  saleAmount: number({ about: 'Of a refund below zero' }),
  payout: number(),
  transactionType: text(),
});
export type SaleDetail = CheckedOf<typeof sale>;
export const saleDetailsCall = call('GET /api/member-sale-details', {
  about:
    'Sales and refunds of these days; with a limit a page of them, and the cursor of the next in X-Next-Cursor',
  ...aboutThemselves,
  query: {
    ...ownRange,
    limit: optional(number({ whole: true, min: 1, max: SALES_PAGE })),
    cursor: optional(text({ max: 300 })),
  },
  answer: list(sale),
});

const dailyFigure = object({ day: day(), sales: number(), payout: number() });
export type DailyFigure = CheckedOf<typeof dailyFigure>;
export const dailyFiguresCall = call('GET /api/member-daily-figures', {
  about: 'Sales and payout day by day; days without entries are left out',
  ...aboutThemselves,
  query: ownRange,
  answer: list(dailyFigure),
});

const source = object({
  tid: text({ empty: true, about: 'Tracking source; empty when the link carried none' }),
  lp: text({ empty: true, about: 'Landing page; empty when the link carried none' }),
  clicks: number(),
  joins: number(),
  sales: number(),
  payout: number(),
});
export type TrackingSource = CheckedOf<typeof source>;
export const trackingSourcesCall = call('GET /api/tracking-sources', {
  about: 'Tracking sources and landing pages of all time, those with the most clicks first',
  ...aboutThemselves,
  query: own,
  answer: list(source),
});

const lastPayment = object({ amount: number(), dateCreated: instant(), state: code(PAYMENT_STATES) });

/** Most of the newest sales that come with an affiliate's activity. */
export const LATEST_SALES = 5;
const activity = object({
  progress: object(
    {
      campaigns: number(),
      clicks: number(),
      joins: number(),
      sales: number({ about: 'Dollars, refunds taken off' }),
      payments: number(),
    },
    { about: 'How many there have ever been, and what was sold' },
  ),
  lastPayment: nullable(lastPayment),
  day: day(),
  links: list(
    object({
      tid: text({ empty: true, about: 'Tracking source; empty when the link carried none' }),
      clicks: number(),
      joins: number(),
    }),
    { about: 'What the links brought on this day, the most clicks first' },
  ),
  sales: list(sale, { about: 'The newest sales and refunds of the last days, newest first' }),
});
export type AffiliateActivity = CheckedOf<typeof activity>;
export const affiliateActivityCall = call('GET /api/affiliate-activity', {
  about: 'How far an affiliate has come, and what has just come of their links',
  ...aboutThemselves,
  query: own,
  answer: activity,
});

export const affiliateChangesCall = call('GET /api/affiliate-changes', {
  about: 'A stream of the moments at which the signed-in affiliate’s figures have changed',
  who: 'affiliate',
  answer: raw('text/event-stream'),
});
