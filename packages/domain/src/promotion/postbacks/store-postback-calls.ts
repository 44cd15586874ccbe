import { dollarsOf, type PostbackEvent, type PostbackMacro, SUB_IDS } from '@partnerdesk/contracts';
import {
  type Attribution,
  AttributionModel,
  catchUpLedger,
  databaseNow,
  EntryModel,
  JournalModel,
  type LedgerEntry,
  MAX_RECORD_ROWS,
  payeeOfKey,
  wholeRecords,
} from '../../ledger';
import { ignoreDuplicates, upsert } from '../../platform';
import { callIDOf } from './manage-postback';
import { PostbackCallModel, PostbackCursorModel, PostbackModel, type StoredPostback } from './postback.model';

/** More than one journal record has: a step comes to the end of one. */
const STEP = MAX_RECORD_ROWS + 1;
const STEPS = 20;

interface Happening {
  affID: number;
  event: PostbackEvent;
  seq: number;
  memberID: number;
  entry?: LedgerEntry;
}

/** Within one record: nothing is called for before what it builds on. */
const ORDER: Record<PostbackEvent, number> = { join: 0, sale: 1, refund: 2 };

/**
 * Stores a call for each join, sale and refund that the ledger took in since the last time, for the affiliates that want
 * it. A call's id is what it is about, and how far that went is stored after the calls: safe to repeat, to race with itself,
 * and to kill anywhere. @returns how many were found
 */
export async function storePostbackCalls(): Promise<number> {
  const head = await catchUpLedger();
  let from = (await PostbackCursorModel.findById('calls').lean())?.seq ?? head;
  let found = 0;
  for (let step = 0; step < STEPS; step += 1) {
    // Nobody is called for what came before they asked for it: without anybody nothing is read.
    const anybody = await PostbackModel.exists({ active: true });
    const through = anybody ? await storeStep(from, head) : { seq: head, calls: 0 };
    found += through.calls;
    await upsert(PostbackCursorModel, { _id: 'calls' }, { $max: { seq: through.seq } });
    from = through.seq;
    if (from >= head) break;
  }
  return found;
}

async function storeStep(from: number, head: number): Promise<{ seq: number; calls: number }> {
  if (from >= head) return { seq: head, calls: 0 };
  const span = { from, head, rows: STEP };
  const [entries, joins] = await Promise.all([
    wholeRecords<LedgerEntry>(EntryModel, { saleID: { $exists: true } }, span),
    wholeRecords<Attribution>(AttributionModel, { affID: { $gt: 0 } }, span),
  ]);
  const through = Math.min(entries.through, joins.through);
  const all = [...joins.found.map(ofJoin), ...entries.found.map(ofEntry)];
  const named = [...new Set(all.map(({ affID }) => affID))];
  const wanted = await PostbackModel.find({ _id: { $in: named }, active: true }).lean<StoredPostback[]>();
  const postbacks = new Map(wanted.map((each) => [each._id, each]));
  const isWanted = ({ affID, event, seq }: Happening) => {
    const postback = postbacks.get(affID);
    return postback && seq <= through && seq > (postback.since ?? 0) && postback.events.includes(event);
  };
  const happenings = all.filter(isWanted);
  happenings.sort((a, b) => a.seq - b.seq || ORDER[a.event] - ORDER[b.event]);
  await insertCalls(happenings, postbacks);
  return { seq: through, calls: happenings.length };
}

const ofJoin = ({ _id, affID, seq = 0 }: Attribution): Happening => ({
  affID,
  event: 'join',
  seq,
  memberID: _id,
});

const ofEntry = (entry: LedgerEntry): Happening => ({
  affID: payeeOfKey(entry.payee).personID,
  event: entry.type as PostbackEvent,
  seq: entry.seq ?? 0,
  memberID: entry.memberID ?? 0,
  entry,
});

async function insertCalls(
  happenings: readonly Happening[],
  postbacks: ReadonlyMap<number, StoredPostback>,
): Promise<void> {
  if (happenings.length === 0) return;
  const [sources, records] = await Promise.all([
    AttributionModel.find({ _id: { $in: happenings.map(({ memberID }) => memberID) } }).lean<Attribution[]>(),
    JournalModel.find({ _id: { $in: [...new Set(happenings.map(({ seq }) => seq))] } }, { at: 1 }).lean(),
  ]);
  const sourceOf = new Map(sources.map((each) => [each._id, each]));
  const atOf = new Map(records.map(({ _id, at }) => [_id, at]));
  const now = databaseNow().getTime();
  const calls = happenings.map((each, index) => {
    const _id = `${each.affID}.${each.event}.${each.entry?._id ?? each.memberID}`;
    // A millisecond apart: calls that are due at once keep their order.
    const at = new Date(now + index);
    return {
      _id,
      affID: each.affID,
      event: each.event,
      callID: callIDOf(postbacks.get(each.affID)?.salt ?? '', _id),
      values: valuesOf(each, sourceOf.get(each.memberID), atOf.get(each.seq)),
      state: 'waiting',
      createdAt: at,
      nextAt: at,
    };
  });
  await ignoreDuplicates(PostbackCallModel.insertMany(calls, { ordered: false }));
  const affIDs = [...new Set(calls.map(({ affID }) => affID))];
  const wake = { $set: { dueAt: new Date(now) }, $inc: { wakes: 1 } };
  await PostbackModel.updateMany({ _id: { $in: affIDs } }, wake);
}

function valuesOf(
  { entry }: Happening,
  source: Attribution | undefined,
  recordedAt: Date | undefined,
): Partial<Record<PostbackMacro, string>> {
  const { tid = '', lp = '' } = source ?? {};
  const subs = Object.fromEntries(SUB_IDS.map((id, index) => [`sub${index + 1}`, source?.[id] ?? '']));
  // Members keep no time of joining but the journal's.
  const marks = { tid, lp, ...subs, time: (entry?.at ?? recordedAt)?.toISOString() ?? '' };
  if (!entry) return marks;
  return {
    ...marks,
    sale: String(entry.saleID),
    type: entry.transactionType ?? '',
    amount: dollarsOf(entry.amountCents).toFixed(2),
    payout: dollarsOf(entry.payoutCents).toFixed(2),
  };
}
