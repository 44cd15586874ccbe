import type { BusinessDay, LinkMarks } from '@partnerdesk/contracts';
import { plainModel } from '../../platform';

/** What came of a link on a day; cents. A refund belongs to its own day and to the link of its sale. */
export const LINK_FIGURES = [
  'clicks',
  'visitors',
  'bots',
  'joins',
  'salesCount',
  'salesCents',
  'refundsCount',
  'refundsCents',
  'payoutCents',
] as const;
export type LinkFigure = (typeof LINK_FIGURES)[number];
export type LinkFigures = Partial<Record<LinkFigure, number>>;

/** A link of a day, or what is not kept apart (docs/RULES.md, Clicks). */
export interface LinkRow extends LinkMarks, LinkFigures {
  /** `subs`: further sub-ids of its source and landing page; `links`: further links. */
  other?: 'subs' | 'links';
}

/**
 * An affiliate's links on one business day. Two writers add to it, batches of clicks and records of the journal, each under
 * rising numbers: what it has added already it passes over.
 */
export interface LinkDay {
  _id: string;
  affID: number;
  day: BusinessDay;
  /** Raised by each write, which states the one that it read. */
  rev: number;
  clicksThrough?: number;
  ledgerThrough?: number;
  rows: LinkRow[];
}

export const LinkDayModel = plainModel<LinkDay>('LinkDay', 'linkDays', String);

/**
 * How far journal records are counted into link days. The first process to count says through which record: a range that is
 * counted twice has the same numbers.
 */
export interface LinkCursor {
  _id: 'ledger';
  seq: number;
  /** The range after `seq` that is being counted ends here. */
  through?: number;
}
export const LinkCursorModel = plainModel<LinkCursor>('LinkCursor', 'linkCursor', String);
