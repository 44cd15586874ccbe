import type { BusinessDay } from '@partnerdesk/contracts';
import type { mongo } from 'mongoose';
import { notePerformance } from '../../accounts';
import { type WrongFigure, wrongFigures } from '../../ledger';
import { addNumbers, collectionOf, getOrMake, ignoreDuplicates } from '../../platform';
import { type LinkDayAddition, linkDayKeyOf } from './add-to-link-days';
import { savedKeys } from './campaigns';
import { additionsOf, countLedgerLinks, readCursor } from './count-ledger';
import { LINK_FIGURES, type LinkAddition, type LinkDay, LinkDayModel, type LinkFigure, type LinkRow, LinkRows, rowKeyOf } from './link-day.model';

const COUNTED = LINK_FIGURES.filter((figure) => !['clicks', 'visitors', 'bots'].includes(figure));

/** A figure that was not what the ledger gives. Money in cents. */
export interface LinkDifference extends WrongFigure<LinkFigure> {
  affID: number;
  day: BusinessDay;
  /** rowKeyOf. */
  row: string;
}

const RECORDS = 500;

/** What the ledger gives through record `head`. All of it is held in memory, as sources are. */
async function countAll(head: number): Promise<Map<string, LinkDayAddition>> {
  const days = new Map<string, LinkDayAddition>();
  for (let from = 0; from < head; from += RECORDS) {
    const seq = { $gt: from, $lte: Math.min(head, from + RECORDS) };
    for (const { affID, day, additions } of await additionsOf(seq)) {
      const key = linkDayKeyOf(affID, day);
      const merged = new Map<string, LinkAddition>();
      for (const { marks, inc } of [...(days.get(key)?.additions ?? []), ...additions])
        addNumbers(getOrMake(merged, JSON.stringify(marks), () => ({ marks, inc: {} })).inc, inc);
      days.set(key, { affID, day, additions: [...merged.values()] });
    }
  }
  return days;
}

/** Clicks as they are, the rest from the ledger, each where it is counted. */
function rightRows(
  stored: readonly LinkRow[],
  additions: readonly LinkAddition[],
  saved: ReadonlySet<string>,
): LinkRow[] {
  const rows = new LinkRows(
    stored.map((row) => {
      const clicks: LinkRow = { ...row };
      for (const figure of COUNTED) delete clicks[figure];
      return clicks;
    }),
    saved,
  );
  for (const addition of additions) rows.add(addition);
  return rows.rows.filter((row) => LINK_FIGURES.some((figure) => row[figure]));
}

function differencesOf(
  { affID, day }: { affID: number; day: BusinessDay },
  stored: readonly LinkRow[],
  right: readonly LinkRow[],
): LinkDifference[] {
  const [is, should] = [stored, right].map((rows) => new Map(rows.map((row) => [rowKeyOf(row), row])));
  return [...new Set([...(is?.keys() ?? []), ...(should?.keys() ?? [])])].flatMap((row) =>
    wrongFigures(COUNTED, is?.get(row), should?.get(row)).map((each) => ({ affID, day, row, ...each })),
  );
}

/**
 * Recounts joins, sales and refunds of all days of links from the ledger, while the system runs. A day to which later
 * records add meanwhile is left to the next call. Safe to repeat. @returns what was off and is corrected
 */
export async function rebuildLinkDays(): Promise<LinkDifference[]> {
  const corrected: LinkDifference[] = [];
  for (let isDone = false; !isDone; ) {
    while (!(await countLedgerLinks())) {
      // A long ledger takes several calls.
    }
    const { seq: head } = await readCursor();
    const days = await countAll(head);
    // Who has no day of the ledger has nothing to be placed.
    const savedOf = await savedKeys([...new Set([...days.values()].map(({ affID }) => affID))]);
    isDone = true;
    const seen = new Set<string>();
    for await (const stored of LinkDayModel.find().lean<LinkDay>().cursor({ batchSize: 100 })) {
      seen.add(stored._id);
      // Counted further than this recount: its own sums are of later records too.
      if ((stored.ledgerThrough ?? 0) > head) continue;
      const { _id, affID, day, rows, rev } = stored;
      const right = rightRows(rows, days.get(_id)?.additions ?? [], savedOf(affID, day));
      const differences = differencesOf({ affID, day }, rows, right);
      if (differences.length === 0) continue;
      const { matchedCount } = await LinkDayModel.updateOne(
        { _id, rev },
        { $set: { rows: right, rev: rev + 1 } },
      );
      if (matchedCount) corrected.push(...differences);
      else isDone = false;
    }
    for (const [_id, { affID, day, additions }] of days) {
      if (seen.has(_id)) continue;
      const rows = rightRows([], additions, savedOf(affID, day));
      const document = { _id, affID, day, rev: 1, ledgerThrough: head, rows } as mongo.BSON.Document;
      if (await ignoreDuplicates(collectionOf(LinkDayModel).insertOne(document))) isDone = false;
      else corrected.push(...differencesOf({ affID, day }, [], rows));
    }
  }
  await notePerformance(
    'affiliate',
    corrected.map(({ affID }) => affID),
  );
  return corrected;
}
