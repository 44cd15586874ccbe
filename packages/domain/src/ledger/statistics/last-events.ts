import { JournalModel } from '../journal.model';

/** When events last came in, by whatever way; null: never. */
export async function lastEventsAt(): Promise<Date | null> {
  // The notes of ingested batches start with `events:` (ingest-events.ts).
  const last = await JournalModel.findOne({ note: { $gte: 'events:', $lt: 'events;' } }, { at: 1 })
    .sort({ _id: -1 })
    .lean();
  return last?.at ?? null;
}
