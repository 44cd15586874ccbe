import type { BusinessDay } from './days';
import type { LinkMarks, SubId } from './links';
import { SUB_IDS } from './links';

/** By what a report of links groups: source (tid), landing page (lp), day, each sub-id, or the whole link. */
export const LINK_REPORT_BY = ['source', 'landing', 'day', ...SUB_IDS, 'link'] as const;
export type LinkReportBy = 'source' | 'landing' | 'day' | SubId | 'link';

/** What came of links in a period; dollars. Sales and refunds are apart, the payout is net. */
export interface LinkReportFigures {
  clicks: number;
  /** Clicks of visitors who had not clicked before on their day: rates go by them. */
  visitors: number;
  bots: number;
  joins: number;
  salesCount: number;
  sales: number;
  refundsCount: number;
  refunds: number;
  payout: number;
}

export interface LinkReportRow extends LinkReportFigures {
  /** The source, page, day or sub-id; of a link its campaign's name. Empty: the link carried none. */
  name: string;
  /** What days did not keep apart (docs/RULES.md, Clicks). */
  isOther?: boolean;
  /** Of a whole link. */
  marks?: LinkMarks;
  /** The same in the period before; of a day missing. */
  before?: LinkReportFigures;
}

/** GET /link-report?affiliateID&startDate&endDate&by; rows with the most clicks first, days in their order. */
export interface LinkReport {
  by: LinkReportBy;
  startDate: BusinessDay;
  endDate: BusinessDay;
  /** The period of the same length before, and its sums. */
  beforeStart: BusinessDay;
  beforeEnd: BusinessDay;
  total: LinkReportFigures;
  totalBefore: LinkReportFigures;
  rows: LinkReportRow[];
  /** Whether all that the ledger took in is counted; else the next call says more. */
  isComplete: boolean;
}

/** Longest range of a report (days). */
export const MAX_LINK_REPORT_DAYS = 366;

/** A saved link: what its sub-ids, source and landing page are called; reports name it. */
export interface Campaign extends LinkMarks {
  campaignID: string;
  name: string;
  /** Path of a page of the service; empty: the usual landing page. */
  to: string;
}

/** GET /campaigns. */
export interface Campaigns {
  campaigns: Campaign[];
  /** Pages of the service to which links may lead (allowedPage). */
  pages: string[];
}

/** POST /campaigns; answers all of them, as GET does. */
export type CampaignInput = Omit<Campaign, 'campaignID'>;

export const MAX_CAMPAIGNS = 200;
export const MAX_CAMPAIGN_NAME = 60;
export const MAX_DEEP_LINK = 200;

/**
 * The path that a link may lead to, as an address has it; undefined: none of the allowed pages. One that ends with a
 * slash allows everything below it.
 */
export function allowedPage(to: string, allowed: readonly string[]): string | undefined {
  if (!to.startsWith('/') || to.length > MAX_DEEP_LINK || !URL.canParse(to, 'https://service.invalid'))
    return undefined;
  const { host, pathname } = new URL(to, 'https://service.invalid');
  const isAllowed = allowed.some((page) =>
    page.endsWith('/') ? pathname.startsWith(page) : pathname === page,
  );
  return host === 'service.invalid' && isAllowed ? pathname : undefined;
}
