import { SUB_IDS, type SubId } from '../links';
import * as MESSAGE from '../messages';
import { COMPARISONS } from '../periods';
import { atMostDays, dayRange } from '../schema/fields';
import * as s from '../schema/schema';
import { call } from './call';
import { MAX_TRACKING_ID } from './pages.calls';

export const MAX_CAMPAIGNS = 200;
export const MAX_CAMPAIGN_NAME = 60;
export const MAX_DEEP_LINK = 200;

/** The path that a link may lead to; undefined: none of the allowed pages. One with a slash at its end allows all below. */
export function allowedPage(to: string, allowed: readonly string[]): string | undefined {
  if (!to.startsWith('/') || to.length > MAX_DEEP_LINK || !URL.canParse(to, 'https://service.invalid'))
    return undefined;
  const { host, pathname } = new URL(to, 'https://service.invalid');
  const isAllowed = allowed.some((page) =>
    page.endsWith('/') ? pathname.startsWith(page) : pathname === page,
  );
  return host === 'service.invalid' && isAllowed ? pathname : undefined;
}

/* What came of an affiliate's links, and the links that they saved (docs/RULES.md, Clicks). */

/** By what a report of links groups: source (tid), landing page (lp), day, each sub-id, or the whole link. */
export const LINK_REPORT_BY = ['source', 'landing', 'day', ...SUB_IDS, 'link'] as const;
export type LinkReportBy = 'source' | 'landing' | 'day' | SubId | 'link';
export const MAX_LINK_REPORT_DAYS = 366;

const figures = {
  clicks: s.number(),
  visitors: s.number({
    about: 'Clicks of visitors who had not clicked before on their day: rates go by them',
  }),
  bots: s.number(),
  joins: s.number(),
  salesCount: s.number(),
  sales: s.number(),
  refundsCount: s.number(),
  refunds: s.number(),
  payout: s.number({ about: 'Refunds taken off' }),
};
const sums = s.object(figures);
export type LinkReportFigures = s.CheckedOf<typeof sums>;

const marks = {
  tid: s.text({ empty: true }),
  lp: s.text({ empty: true }),
  ...s.each(SUB_IDS, s.optional(s.text())),
};

const row = s.object({
  ...figures,
  name: s.text({
    empty: true,
    about: 'The source, page, day or sub-id; of a link the name it is saved under',
  }),
  isOther: s.optional(s.flag({ about: 'What days did not keep apart' })),
  marks: s.optional(s.object(marks)),
  before: s.optional(sums),
});
export type LinkReportRow = s.CheckedOf<typeof row>;

const report = s.object({
  by: s.oneOf(LINK_REPORT_BY),
  startDate: s.day(),
  endDate: s.day(),
  beforeStart: s.day({ about: 'The period that it is compared with' }),
  beforeEnd: s.day(),
  total: sums,
  totalBefore: sums,
  rows: s.list(row),
  rowsBefore: s.optional(s.list(row, { about: 'By day: the days of the period that it is compared with' })),
  isComplete: s.flag({
    about: 'Whether all that the ledger took in is counted; else the next call has more',
  }),
});
export type LinkReport = s.CheckedOf<typeof report>;

export const linkReportCall = call('GET /api/link-report', {
  about: 'What came of links, rows with the most clicks first, days in their order',
  who: 'affiliate',
  own: 'affiliateID',
  query: s.object(
    {
      affiliateID: s.id(),
      ...dayRange(MESSAGE.selectDateRange),
      by: s.oneOf(LINK_REPORT_BY),
      compare: s.standard(s.oneOf(COMPARISONS), 'before'),
    },
    atMostDays(MAX_LINK_REPORT_DAYS, `Please choose at most ${MAX_LINK_REPORT_DAYS} days`),
  ),
  answer: report,
});

/** Control characters, and halves of letters: no address carries them. */
const NO_TEXT = /[\p{Cc}\p{Cs}]/u;
const plain = (max: number, missing?: string) =>
  s.text({
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
const mark = s.standard(plain(MAX_TRACKING_ID), '');

const campaign = s.object({
  campaignID: s.text(),
  name: s.text(),
  to: s.text({ empty: true, about: 'Path of a page of the service; empty: the usual landing page' }),
  ...marks,
});
/** A saved link: what its sub-ids, source and landing page are called; reports name it. */
export type Campaign = s.CheckedOf<typeof campaign>;
const campaigns = s.object({
  campaigns: s.list(campaign),
  pages: s.list(s.text(), { about: 'Pages of the service to which links may lead' }),
});
export type Campaigns = s.CheckedOf<typeof campaigns>;
const campaignInput = s.object({
  name: plain(MAX_CAMPAIGN_NAME, 'Please enter a name'),
  tid: mark,
  lp: mark,
  ...s.each(SUB_IDS, mark),
  to: s.standard(s.text({ trim: true, empty: true, rule: 'deep-link-page' }), ''),
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
  query: { campaignID: s.text({ max: 100 }) },
  answer: campaigns,
});
