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
  wholeRecords,
  withAttributions,
} from '../../ledger';
import { getOrMake, ignoreDuplicates } from '../../platform';
import { addToLinkDays, type LinkDayAddition, linkDayKeyOf } from './add-to-link-days';
import { type LinkCursor, LinkCursorModel, type LinkFigures } from './link-day.model';

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
    await LinkCursorModel.updateOne({ _id: 'ledger', seq: from, through }, {
      $set: { seq: through },
      $unset: { through: 1 },
    } as never);
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

export async function readCursor(): Promise<LinkCursor> {
  const stored = await LinkCursorModel.findById('ledger').lean<LinkCursor>();
  if (stored) return stored;
  await ignoreDuplicates(LinkCursorModel.collection.insertOne({ _id: 'ledger', seq: 0 } as never));
  return readCursor();
}

/** The range that is being counted, or the next one; undefined: all is counted. */
async function nextRange(head: number): Promise<{ from: number; through: number } | undefined> {
  const { seq: from, through } = await readCursor();
  if (through !== undefined) return { from, through };
  if (from >= head) return undefined;
  const span = { from, head, rows: STEP, fields: { seq: 1, _id: 0 } } as const;
  const entries = await wholeRecords(EntryModel, counted.entries, span);
  const joins = await wholeRecords(AttributionModel, counted.attributions, span);
  const next = Math.max(from + 1, Math.min(entries.through, joins.through, from + RECORDS));
  await LinkCursorModel.updateOne({ _id: 'ledger', seq: from, through: { $exists: false } } as never, {
    $set: { through: next },
  });
  // Another process may have said where it ends, or have counted it.
  return nextRange(head);
}

const counted = { entries: { saleID: { $exists: true } }, attributions: { affID: { $gt: 0 } } } as const;

/** In an order that is the same whenever it is asked for. */
export async function additionsOf(seq: RecordRange): Promise<LinkDayAddition[]> {
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
