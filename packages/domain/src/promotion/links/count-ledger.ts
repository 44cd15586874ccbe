import { type BusinessDay, type PaidKind, subIdsOf } from '@partnerdesk/contracts';
import { notePerformance } from '../../accounts';
import {
  type Attribution,
  AttributionModel,
  catchUpLedger,
  changedPeople,
  DayTotalModel,
  type Effects,
  EntryModel,
  JournalModel,
  type LedgerEntry,
  MAX_RECORD_ROWS,
  payeeOfKey,
  type RecordRange,
  saleFiguresOf,
  type WrongFigure,
  wholeRecords,
  withAttributions,
  wrongFigures,
} from '../../ledger';
import { addNumbers, getOrMake, upsert } from '../../platform';
import { addToLinkDays, type LinkDayAddition, linkDayKeyOf } from './add-to-link-days';
import { savedKeys } from './campaigns';
import {
  LINK_FIGURES,
  type LinkAddition,
  type LinkCursor,
  LinkCursorModel,
  type LinkDay,
  LinkDayModel,
  type LinkFigure,
  type LinkFigures,
  type LinkRow,
  LinkRows,
  rowKeyOf,
} from './link-day.model';

/** More than one journal record has: a step comes to the end of one. */
const STEP = MAX_RECORD_ROWS + 1;
/** Counted at once, however little of them is for links. */
const RECORDS = 500;
/** Of one call: a report does not wait for a whole import. */
const STEPS = 20;

/**
 * Counts joins, sales and refunds that the ledger took in since the last time into the days of their links, and notes all
 * whose performance they change. Safe to repeat, to race with itself, and to kill anywhere.
 * @returns whether all of the ledger is counted
 */
export async function countLedgerLinks(): Promise<boolean> {
  const head = await catchUpLedger();
  for (let step = 0; step < STEPS; step += 1) {
    const next = await nextRange(head);
    if (!next) return true;
    const { from, through } = next;
    const range = { $gt: from, $lte: through };
    const additions = await additionsOf(range);
    await addToLinkDays('ledgerThrough', through, additions);
    await noteChanged(range, additions);
    const moved = { $set: { seq: through }, $unset: { through: 1 } } as const;
    await LinkCursorModel.updateOne({ _id: 'ledger', seq: from, through }, moved);
  }
  return (await readCursor()).seq >= head;
}

async function noteChanged(range: RecordRange, additions: readonly LinkDayAddition[]): Promise<void> {
  const [{ staff, members }, balances] = await Promise.all([changedPeople(range), changedBalances(range)]);
  const withBalance = (kind: PaidKind) =>
    balances.flatMap((each) => (each.kind === kind ? [each.personID] : []));
  await notePerformance('affiliate', [...additions.map(({ affID }) => affID), ...withBalance('affiliate')]);
  await notePerformance('staff', [...staff, ...withBalance('staff')]);
  await notePerformance('member', members);
}

/** Whose open days these records of the office changed. */
async function changedBalances(range: RecordRange): Promise<ReturnType<typeof payeeOfKey>[]> {
  const records = await JournalModel.find({ _id: range, kept: { $exists: true } }, { kept: 1 }).lean<
    { kept: string }[]
  >();
  const name = DayTotalModel.collection.collectionName;
  return records.flatMap(({ kept }) => {
    const { add, close } = JSON.parse(kept) as Effects;
    const days = [
      ...(add?.[name] ?? []).map(({ _id }) => String(_id)),
      ...(close?.[name] ?? []).map(({ from }) => String(from)),
    ];
    return days.map(payeeOfKey);
  });
}

const readCursor = async (): Promise<LinkCursor> =>
  (await LinkCursorModel.findById('ledger').lean()) ?? { _id: 'ledger', seq: 0 };

/** The range that is being counted, or the next one; undefined: all is counted. */
async function nextRange(head: number): Promise<{ from: number; through: number } | undefined> {
  const { seq: from, through } = await readCursor();
  if (through !== undefined) return { from, through };
  if (from >= head) return undefined;
  const span = { from, head, rows: STEP, fields: { seq: 1, _id: 0 } } as const;
  const entries = await wholeRecords(EntryModel, counted.entries, span);
  const joins = await wholeRecords(AttributionModel, counted.attributions, span);
  const next = Math.max(from + 1, Math.min(entries.through, joins.through, from + RECORDS));
  const unclaimed = { _id: 'ledger', seq: from, through: { $exists: false } };
  await upsert(LinkCursorModel, unclaimed, { $set: { through: next } });
  // Another process may have said where it ends, or have counted it.
  return nextRange(head);
}

const counted = { entries: { saleID: { $exists: true } }, attributions: { affID: { $gt: 0 } } } as const;

/** In an order that is the same whenever it is asked for. */
async function additionsOf(seq: RecordRange): Promise<LinkDayAddition[]> {
  const [entries, joins] = await Promise.all([
    EntryModel.find({ seq, ...counted.entries })
      .sort({ seq: 1, _id: 1 })
      .lean<LedgerEntry[]>(),
    AttributionModel.find({ seq, ...counted.attributions })
      .sort({ seq: 1, _id: 1 })
      .lean<Attribution[]>(),
  ]);
  const days = new Map<string, LinkDayAddition>();
  const add = (affID: number, day: BusinessDay, attribution: Attribution, inc: LinkFigures) => {
    const { tid, lp, ...rest } = attribution;
    const { additions } = getOrMake(days, linkDayKeyOf(affID, day), () => ({ affID, day, additions: [] }));
    additions.push({ marks: { tid, lp, ...subIdsOf(rest) }, inc });
  };
  for (const join of joins) add(join.affID, join.day, join, { joins: 1 });
  for (const [entry, member] of await withAttributions(entries))
    add(payeeOfKey(entry.payee).personID, entry.day, member, saleFiguresOf(entry));
  return [...days.values()];
}

const COUNTED = LINK_FIGURES.filter((figure) => !['clicks', 'visitors', 'bots'].includes(figure));

/** A figure that was not what the ledger gives. Money in cents. */
export interface LinkDifference extends WrongFigure<LinkFigure> {
  affID: number;
  day: BusinessDay;
  row: string;
}

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
    const correct = async ({ _id, affID, day, rev, rows }: LinkDay) => {
      const right = rightRows(rows, days.get(_id)?.additions ?? [], savedOf(affID, day));
      const differences = differencesOf({ affID, day }, rows, right);
      if (differences.length === 0) return;
      const set = { rows: right, rev: rev + 1, ledgerThrough: head };
      const change = { $set: set, $setOnInsert: { affID, day } };
      // As it was read, or not at all: another process may have written it meanwhile.
      if (await upsert(LinkDayModel, { _id, rev }, change)) isDone = false;
      else corrected.push(...differences);
    };
    const missing = new Map(days);
    for await (const stored of LinkDayModel.find().lean<LinkDay>().cursor({ batchSize: 100 })) {
      missing.delete(stored._id);
      // Counted further than this recount: its own sums are of later records too.
      if ((stored.ledgerThrough ?? 0) <= head) await correct(stored);
    }
    for (const [_id, { affID, day }] of missing) await correct({ _id, affID, day, rev: 0, rows: [] });
  }
  await notePerformance(
    'affiliate',
    corrected.map(({ affID }) => affID),
  );
  return corrected;
}
