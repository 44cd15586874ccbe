import { JournalModel } from './journal.model';
import { journalTime } from './journal-clock';
import { readHead } from './journal-turn';

/** Length of the journal and what waits at it. */
export interface JournalState {
  records: number;
  /** Every record through this one is applied. */
  applied: number;
  /** Written and not applied yet. */
  unapplied: number;
  /** By how much the last record's time is ahead of the database's clock (ms): what is posted now is dated ahead too. */
  aheadMs: number;
  /** Processes that wait for their turn. */
  waitingProcesses: number;
}

/** Reads two documents. */
export async function readJournalState(): Promise<JournalState> {
  const [head, last] = await Promise.all([
    readHead(),
    JournalModel.findOne({}, { at: 1 }).sort({ _id: -1 }).lean(),
  ]);
  const records = last?._id ?? 0;
  const nowMs = journalTime().getTime();
  return {
    records,
    applied: head.value,
    unapplied: Math.max(0, records - head.value),
    aheadMs: Math.max(0, (last?.at.getTime() ?? nowMs) - nowMs),
    waitingProcesses: Object.keys(head.waiting ?? {}).length,
  };
}

/** When events last came in, by whatever way; null: never. */
export async function lastEventsAt(): Promise<Date | null> {
  // The notes of ingested batches start with `events:` (ingest-events.ts).
  const last = await JournalModel.findOne({ note: { $gte: 'events:', $lt: 'events;' } }, { at: 1 })
    .sort({ _id: -1 })
    .lean();
  return last?.at ?? null;
}
