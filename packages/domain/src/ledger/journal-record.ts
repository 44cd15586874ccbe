import type { BusinessDay } from '@partnerdesk/contracts';
import mongoose from 'mongoose';
import {
  type AuditLine,
  AuditModel,
  auditLineOf,
  ignoreDuplicates,
  isDuplicateKey,
  Listeners,
} from '../platform';
import { applyEffects } from './apply-effects';
import { type Effects, operationsOn } from './effects';
import { checkLinkOrThrow, checkNewest, linkAfter } from './journal-chain';
import { advanceHead } from './journal-turn';
import { DayTotalModel, JournalModel, type JournalRecord, SourceTotalModel } from './ledger.models';

const { Binary, deserialize, serialize } = mongoose.mongo.BSON;

/** Of one record's effects (bytes), well below the database's 16 MB; each kind of record has a bound of its own besides. */
export const MAX_EFFECTS_BYTES = 6 * 2 ** 20;

export class RecordTooLarge extends Error {
  constructor(bytes: number) {
    super(`A journal record of ${bytes} bytes is over the bound of ${MAX_EFFECTS_BYTES}`);
    this.name = 'RecordTooLarge';
  }
}

/** @throws RecordTooLarge */
export function encodeEffects(effects: Effects): mongoose.mongo.BSON.Binary {
  const bytes = serialize(effects, { ignoreUndefined: true });
  if (bytes.byteLength > MAX_EFFECTS_BYTES) throw new RecordTooLarge(bytes.byteLength);
  return new Binary(bytes);
}

const decodeEffects = (effects: mongoose.mongo.BSON.Binary): Effects =>
  deserialize(effects.buffer, { promoteBuffers: true }) as Effects;

/** Appends a record under its number. @returns false when the number is taken by another record */
export async function insertRecord(record: JournalRecord): Promise<boolean> {
  try {
    await JournalModel.collection.insertOne(record as never);
    return true;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    // The driver may have repeated an insert whose answer was lost.
    const stored = await JournalModel.findById(record._id, { writer: 1 }).lean();
    return stored?.writer === record.writer;
  }
}

const listeners = new Listeners<[days: readonly BusinessDay[], affIDs: readonly number[]]>();

/** Subscribes to the days and affiliates whose totals this process has changed, once they are written. @returns unsubscribe */
export const onLedgerChange: typeof listeners.add = (listener) => listeners.add(listener);

/** Records that are read at once when a process that ended has left some. */
const STEP = 20;
/** How far back a record may have kept its effects although it is applied. */
const CLEANED = 200;

/** Writes what a record says, its lines of the audit log included. Safe to repeat; in the order of the records. */
export async function applyRecord(record: JournalRecord, effects: Effects): Promise<void> {
  const { _id: seq, at, audits = [] } = record;
  // Their ids come from the record: lines that are there already are these.
  const lines = audits.map((entry, index) => auditLineOf(`journal:${seq}:${index}`, at, entry));
  await Promise.all([applyEffects(seq, effects), insertLines(lines)]);
  const days = operationsOn(effects, 'add', DayTotalModel).map(({ made }) => made?.day);
  // Joins, sales and refunds all count for a source.
  const affIDs = operationsOn(effects, 'add', SourceTotalModel).map(({ made }) => made?.affID);
  if (listeners.size > 0 && days.length + affIDs.length > 0)
    listeners.notify([...new Set(days)], [...new Set(affIDs)]);
}

async function insertLines(lines: readonly AuditLine[]): Promise<void> {
  if (lines.length)
    await ignoreDuplicates(AuditModel.collection.insertMany(lines as never[], { ordered: false }));
}

/** Drops the effects of an applied record: it keeps what it was, when, and by whom. */
export async function dropEffects(seq: number): Promise<void> {
  await JournalModel.collection.updateOne({ _id: seq } as never, { $unset: { effects: '' } });
}

/** Applies every record after `from` in order. @throws LedgerIsOlder; JournalBroken: nothing from such a record on is applied */
export async function applyRecordsAfter(from: number): Promise<{ seq: number; at: Date } | undefined> {
  await checkNewest();
  let last: { seq: number; at: Date } | undefined;
  let link: string | undefined;
  for (;;) {
    const records = await JournalModel.find({ _id: { $gt: last?.seq ?? from } })
      .sort({ _id: 1 })
      .limit(STEP)
      .lean<JournalRecord[]>();
    for (const record of records) {
      link = checkLinkOrThrow(record, link ?? (await linkAfter(from)));
      // Without effects some process has applied it already.
      if (record.effects) {
        await applyRecord(record, decodeEffects(record.effects));
        await dropEffects(record._id);
      }
      last = { seq: record._id, at: record.at };
    }
    if (records.length === 0) break;
  }
  if (last) await advanceHead(last.seq, last.at);
  return last;
}

/** Drops effects that a process, which ended before it came to that, has left on applied records. */
export async function dropAppliedEffects(applied: number): Promise<void> {
  const recent = { $gt: applied - CLEANED, $lte: applied };
  await JournalModel.collection.updateMany({ _id: recent, effects: { $exists: true } } as never, {
    $unset: { effects: '' },
  });
}
