import { setTimeout as delay } from 'node:timers/promises';
import { isDuplicateKey } from '../duplicate-key';
import { applyEffects } from './apply-effects';
import type { Effects } from './effects';
import { CounterModel, JournalModel, type JournalRecord } from './ledger.models';
import { tellLedgerChange } from './ledger-changes';

/*
 * The journal puts every change of the ledger in one order: events, adjustments and executed payrolls are
 * records 1, 2, 3 …, each worked out on the state that all earlier ones left, each written before it is
 * applied. That is what lets single-document writes do the work of a transaction:
 * - a record is appended under the next free number; whoever finds the number taken works it out anew;
 * - once appended it is acknowledged: whatever dies, somebody applies it before the next one is worked out;
 * - applying is a replay that is safe to repeat and to race with itself (apply-effects.ts).
 */

const APPLIED = 'journal';
/** One at a time in this process; other processes are held off by the record number alone. */
let queue: Promise<unknown> = Promise.resolve();

function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const result = queue.then(work);
  queue = result.catch(() => undefined);
  return result;
}

/** Applies what is appended and not yet applied. @returns the number of the last record */
async function applyPending(): Promise<number> {
  const applied = (await CounterModel.findById(APPLIED).lean())?.value ?? 0;
  let last = applied;
  for (;;) {
    const records = await JournalModel.find({ _id: { $gt: last } })
      .sort({ _id: 1 })
      .limit(20)
      .lean<JournalRecord[]>();
    for (const record of records) {
      await applyRecord(record._id, record.effects);
      last = record._id;
    }
    if (records.length === 0) return last;
  }
}

async function applyRecord(seq: number, effects: Effects | undefined): Promise<void> {
  // Without effects somebody has applied it already and thrown the replay away.
  if (effects) {
    await applyEffects(seq, effects);
    await JournalModel.updateOne({ _id: seq }, { $unset: { effects: '' } });
    tellLedgerChange(effects.days);
  }
  await CounterModel.updateOne({ _id: APPLIED }, { $max: { value: seq } }, { upsert: true });
}

/**
 * Brings the ledger up to date with the journal. Figures are computed after it, so that what was
 * acknowledged is in them even if the process that took it in died. @returns the last record's number
 */
export function catchUpLedger(): Promise<number> {
  return oneAtATime(applyPending);
}

/** What a record consists of, and what to tell whoever asked for it. */
export interface Draft<Result> {
  /** undefined: nothing to write. */
  effects: Effects | undefined;
  note: string;
  /** Kept with the record for whoever reads the journal; plain data. */
  details?: object;
  result: Result;
}

/**
 * Appends one record. `prepare` works it out on the ledger as it stands; if another process appends
 * meanwhile it is called again, so it must only read. When this returns, the record is durable and applied.
 */
export function appendToJournal<Result>(prepare: () => Promise<Draft<Result>>): Promise<Result> {
  return oneAtATime(async () => {
    for (let attempt = 0; ; attempt += 1) {
      const head = await applyPending();
      const { effects, note, details, result } = await prepare();
      if (!effects) return result;
      try {
        const record = { _id: head + 1, at: new Date(), note, effects, ...(details && { details }) };
        await JournalModel.collection.insertOne(record as never);
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        // Another process was quicker; a little randomness keeps the two from racing in step.
        await delay(Math.random() * Math.min(50, 2 ** attempt));
        continue;
      }
      await applyRecord(head + 1, effects);
      return result;
    }
  });
}
