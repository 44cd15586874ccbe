import { PAYMENT_TYPE } from '../codes';
import * as MESSAGE from '../messages';
import { dayRange } from '../schema/fields';
import * as s from '../schema/schema';
import { PAYMENT_STATES } from '../wire-payroll';
import { call, raw } from './call';
import { isSo } from './payroll-fields';

/* What affiliates earned and what their links brought; dollars, refunds taken off (docs/RULES.md, On the wire). */

const own = { affiliateID: s.id() };
const ownRange = { ...own, ...dayRange(MESSAGE.selectDateRange) };
const aboutThemselves = { who: 'affiliate', own: 'affiliateID' } as const;

export const quickStatisticsCall = call('GET /api/quick-statistics', {
  about: 'What an affiliate earned yesterday, today and this month',
  who: 'affiliate',
  own: 'affID',
  query: { affID: s.id() },
  answer: s.object({ affID: s.number(), yesterday: s.number(), today: s.number(), month: s.number() }),
});
export type QuickStatistics = s.CheckedOf<typeof quickStatisticsCall.answer>;

const payment = s.object({
  payrollID: s.number(),
  affID: s.number(),
  payrollEvent: s.text({ about: 'What was paid, in words' }),
  paymentType: s.code(Object.values(PAYMENT_TYPE), { about: '0 unknown, 1 ACH, other PayPal' }),
  startPeriod: s.day(),
  endPeriod: s.day(),
  amount: s.number(),
  dateCreated: s.instant(),
  returned: isSo({ about: 'It came back: its amount is in a later payment, or will be' }),
});
export type PaymentHistoryRow = s.CheckedOf<typeof payment>;
export const paymentHistoryCall = call('GET /api/member-payment-history', {
  about: 'Payments that were executed on these days',
  ...aboutThemselves,
  query: ownRange,
  answer: s.list(payment),
});

const summary = s.object({ totalSales: s.number(), totalPayout: s.number() });
export type SaleSummary = s.CheckedOf<typeof summary>;
export const saleSummaryCall = call('GET /api/member-sale-summary', {
  about: 'Sales and payout of these days together',
  ...aboutThemselves,
  query: ownRange,
  answer: s.nullable(summary),
});

export const SALES_PAGE = 1000;
const sale = s.object({
  saleID: s.number(),
  dateCreated: s.instant(),
  saleAmount: s.number({ about: 'Of a refund below zero' }),
  payout: s.number(),
  transactionType: s.text(),
});
export type SaleDetail = s.CheckedOf<typeof sale>;
export const saleDetailsCall = call('GET /api/member-sale-details', {
  about:
    'Sales and refunds of these days; with a limit a page of them, and the cursor of the next in X-Next-Cursor',
  ...aboutThemselves,
  query: {
    ...ownRange,
    limit: s.optional(s.number({ whole: true, min: 1, max: SALES_PAGE })),
    cursor: s.optional(s.text({ max: 300 })),
  },
  answer: s.list(sale),
});

const dailyFigure = s.object({ day: s.day(), sales: s.number(), payout: s.number() });
export type DailyFigure = s.CheckedOf<typeof dailyFigure>;
export const dailyFiguresCall = call('GET /api/member-daily-figures', {
  about: 'Sales and payout day by day; days without entries are left out',
  ...aboutThemselves,
  query: ownRange,
  answer: s.list(dailyFigure),
});

const source = s.object({
  tid: s.text({ empty: true, about: 'Tracking source; empty when the link carried none' }),
  lp: s.text({ empty: true, about: 'Landing page; empty when the link carried none' }),
  clicks: s.number(),
  joins: s.number(),
  sales: s.number(),
  payout: s.number(),
});
export type TrackingSource = s.CheckedOf<typeof source>;
export const trackingSourcesCall = call('GET /api/tracking-sources', {
  about: 'Tracking sources and landing pages of all time, those with the most clicks first',
  ...aboutThemselves,
  query: own,
  answer: s.list(source),
});

const lastPayment = s.object({ amount: s.number(), dateCreated: s.instant(), state: s.code(PAYMENT_STATES) });

/** Most of the newest sales that come with an affiliate's activity. */
export const LATEST_SALES = 5;
const activity = s.object({
  progress: s.object(
    {
      campaigns: s.number(),
      clicks: s.number(),
      joins: s.number(),
      sales: s.number({ about: 'Dollars, refunds taken off' }),
      payments: s.number(),
    },
    { about: 'How many there have ever been, and what was sold' },
  ),
  lastPayment: s.nullable(lastPayment),
  day: s.day(),
  links: s.list(
    s.object({
      tid: s.text({ empty: true, about: 'Tracking source; empty when the link carried none' }),
      clicks: s.number(),
      joins: s.number(),
    }),
    { about: 'What the links brought on this day, the most clicks first' },
  ),
  sales: s.list(sale, { about: 'The newest sales and refunds of the last days, newest first' }),
});
export type AffiliateActivity = s.CheckedOf<typeof activity>;
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
