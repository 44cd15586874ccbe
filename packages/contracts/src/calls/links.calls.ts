import { SUB_IDS, type SubId } from '../links';
import * as MESSAGE from '../messages';
import { COMPARISONS } from '../periods';
import { atMostDays, dayRange } from '../schema/fields';
import {
  type CheckedOf,
  day,
  each,
  flag,
  id,
  list,
  number,
  object,
  oneOf,
  optional,
  standard,
  text,
} from '../schema/schema';
import { MAX_TRACKING_ID } from '../wire-affiliate';
import { MAX_CAMPAIGN_NAME } from '../wire-links';
import { call } from './call';

/* What came of an affiliate's links, and the links that they saved (docs/RULES.md, Clicks). */

/** By what a report of links groups: source (tid), landing page (lp), day, each sub-id, or the whole link. */
export const LINK_REPORT_BY = ['source', 'landing', 'day', ...SUB_IDS, 'link'] as const;
export type LinkReportBy = 'source' | 'landing' | 'day' | SubId | 'link';
/** Longest range of a report (days). */
export const MAX_LINK_REPORT_DAYS = 366;

const figures = {
  clicks: number(),
  visitors: number({ about: 'Clicks of visitors who had not clicked before on their day: rates go by them' }),
  bots: number(),
  joins: number(),
  salesCount: number(),
  sales: number(),
  refundsCount: number(),
  refunds: number(),
  payout: number({ about: 'Refunds taken off' }),
};
const sums = object(figures);
/** What came of links in a period; dollars. */
export type LinkReportFigures = CheckedOf<typeof sums>;

const marks = {
  tid: text({ empty: true }),
  lp: text({ empty: true }),
  ...each(SUB_IDS, optional(text())),
};

const row = object({
  ...figures,
  name: text({ empty: true, about: 'The source, page, day or sub-id; of a link the name it is saved under' }),
  isOther: optional(flag({ about: 'What days did not keep apart' })),
  marks: optional(object(marks)),
  before: optional(sums),
});
export type LinkReportRow = CheckedOf<typeof row>;

const report = object({
  by: oneOf(LINK_REPORT_BY),
  startDate: day(),
  endDate: day(),
  beforeStart: day({ about: 'The period that it is compared with' }),
  beforeEnd: day(),
  total: sums,
  totalBefore: sums,
  rows: list(row),
  rowsBefore: optional(list(row, { about: 'By day: the days of the period that it is compared with' })),
  isComplete: flag({ about: 'Whether all that the ledger took in is counted; else the next call has more' }),
});
export type LinkReport = CheckedOf<typeof report>;

export const linkReportCall = call('GET /api/link-report', {
  about: 'What came of links, rows with the most clicks first, days in their order',
  who: 'affiliate',
  own: 'affiliateID',
  query: object(
    {
      affiliateID: id(),
      ...dayRange(MESSAGE.selectDateRange),
      by: oneOf(LINK_REPORT_BY),
      compare: standard(oneOf(COMPARISONS), 'before'),
    },
    atMostDays(MAX_LINK_REPORT_DAYS, `Please choose at most ${MAX_LINK_REPORT_DAYS} days`),
  ),
  answer: report,
});

/** Control characters, and halves of letters: no address carries them. */
const NO_TEXT = /[\p{Cc}\p{Cs}]/u;
const plain = (max: number, missing?: string) =>
  text({
    trim: true,
    max,
    without: NO_TEXT,
    empty: missing === undefined,
    texts: {
      long: `Please enter at most ${max} characters`,
      pattern: 'Please leave out control characters',
      ...(missing !== undefined && { empty: missing }),
    },
  });
const mark = standard(plain(MAX_TRACKING_ID), '');

const campaign = object({
  campaignID: text(),
  name: text(),
  to: text({ empty: true, about: 'Path of a page of the service; empty: the usual landing page' }),
  ...marks,
});
/** A saved link: what its sub-ids, source and landing page are called; reports name it. */
export type Campaign = CheckedOf<typeof campaign>;
const campaigns = object({
  campaigns: list(campaign),
  pages: list(text(), { about: 'Pages of the service to which links may lead' }),
});
export type Campaigns = CheckedOf<typeof campaigns>;
const campaignInput = object({
  name: plain(MAX_CAMPAIGN_NAME, 'Please enter a name'),
  tid: mark,
  lp: mark,
  ...each(SUB_IDS, mark),
  to: standard(text({ trim: true, empty: true, rule: 'deep-link-page' }), ''),
});
export type CampaignInput = Omit<Campaign, 'campaignID'>;

export const campaignsCall = call('GET /api/campaigns', {
  about: 'Saved links of the signed-in affiliate',
  who: 'affiliate',
  answer: campaigns,
});
export const saveCampaignCall = call('POST /api/campaigns', {
  about: 'Saves a link; answers all of them',
  who: 'affiliate',
  body: campaignInput,
  answer: campaigns,
  errors: ['conflict'],
});
export const removeCampaignCall = call('DELETE /api/campaigns', {
  about: 'Removes a saved link; answers the others',
  who: 'affiliate',
  query: { campaignID: text({ max: 100 }) },
  answer: campaigns,
});
