import { type BusinessDay, type LinkMarks, SUB_IDS, subIdsOf } from '@partnerdesk/contracts';
import { addNumbers, plainModel } from '../../platform';

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

/** Sources with their landing pages that an affiliate's day keeps apart; anybody can invent them. */
export const MAX_LINKS_A_DAY = 100;
/** Links with sub-ids that it keeps apart besides. */
export const MAX_SUB_LINKS_A_DAY = 200;

/** Figures to add to a link; without marks to those that are not kept apart. */
export interface LinkAddition {
  marks?: LinkMarks | undefined;
  inc: LinkFigures;
  /** Its source is kept apart only where the day has it already, or where it is saved. */
  isBeyond?: boolean;
}

const textOf = (parts: readonly string[]) => parts.map(encodeURIComponent).join('|');
const sourceOf = ({ tid, lp }: LinkMarks) => textOf([tid, lp]);
export const linkKeyOf = (marks: LinkMarks) =>
  textOf([marks.tid, marks.lp, ...SUB_IDS.map((id) => marks[id] ?? '')]);
const OTHER_LINKS = 'links';
const otherSubsOf = (marks: LinkMarks) => `${sourceOf(marks)}|subs`;
const hasSubs = (marks: LinkMarks) => SUB_IDS.some((id) => marks[id]);

/** The rows of a day, with what may still be added. */
export class LinkRows {
  readonly #rows = new Map<string, LinkRow>();
  readonly #sources = new Set<string>();
  #subLinks = 0;

  /** @param saved keys of links that are kept apart in any case */
  constructor(
    rows: readonly LinkRow[],
    private readonly saved: ReadonlySet<string> = new Set(),
  ) {
    for (const row of rows) this.#keep(rowKeyOf(row), { ...row });
  }

  get rows(): LinkRow[] {
    return [...this.#rows.values()];
  }

  add({ marks, inc, isBeyond }: LinkAddition): void {
    addNumbers(this.#rowOf(marks, isBeyond), inc);
  }

  find(marks: LinkMarks | undefined): LinkRow | undefined {
    const other = this.#rows.get(OTHER_LINKS);
    if (!marks) return other;
    return this.#rows.get(linkKeyOf(marks)) ?? this.#rows.get(otherSubsOf(marks)) ?? other;
  }

  #rowOf(marks: LinkMarks | undefined, isBeyond = false): LinkRow {
    if (!marks) return this.#take(OTHER_LINKS, { tid: '', lp: '', other: 'links' });
    const { tid, lp } = marks;
    const key = linkKeyOf(marks);
    const known = this.#rows.get(key);
    if (known) return known;
    const row = { tid, lp, ...subIdsOf(marks) };
    if (this.saved.has(key)) return this.#take(key, row);
    const isFull = isBeyond || this.#sources.size >= MAX_LINKS_A_DAY;
    if (isFull && !this.#sources.has(sourceOf(marks))) return this.#rowOf(undefined);
    if (hasSubs(marks) && this.#subLinks >= MAX_SUB_LINKS_A_DAY)
      return this.#take(otherSubsOf(marks), { tid, lp, other: 'subs' });
    return this.#take(key, row);
  }

  #take(key: string, row: LinkRow): LinkRow {
    return this.#rows.get(key) ?? this.#keep(key, row);
  }

  #keep(key: string, row: LinkRow): LinkRow {
    this.#rows.set(key, row);
    // Beside the bounds: where another link is counted does not hang on whether one of them came first.
    if (this.saved.has(key)) return row;
    if (row.other !== 'links') this.#sources.add(sourceOf(row));
    if (!row.other && hasSubs(row)) this.#subLinks += 1;
    return row;
  }
}

export function rowKeyOf(row: LinkRow): string {
  if (row.other === 'links') return OTHER_LINKS;
  return row.other === 'subs' ? otherSubsOf(row) : linkKeyOf(row);
}
