import { EventModel } from './ledger.models';

/** Waiting events that are counted; beyond that there are "more than". */
const COUNTED = 10_000;
const SHOWN_KEYS = 5;

/** Events that wait for something not known yet. */
export interface WaitingEvents {
  /** COUNTED at most. */
  count: number;
  /** There are more than `count`. */
  more: boolean;
  /** Since when the oldest of them waits; null: none does. */
  oldestSince: Date | null;
  /** What most of them wait for, e.g. `member:12`. */
  keys: { key: string; count: number }[];
}

/** What waits in the ledger: counted, with the age of the oldest, and by what it waits for. */
export async function waitingEvents(): Promise<WaitingEvents> {
  const [waiting, [oldest]] = await Promise.all([
    EventModel.find({ waitsFor: { $exists: true } }, { _id: 0, waitsFor: 1 })
      .limit(COUNTED + 1)
      .lean(),
    EventModel.find({ waitingSince: { $exists: true } }, { waitingSince: 1 })
      .sort({ waitingSince: 1 })
      .limit(1)
      .lean(),
  ]);
  const counts = new Map<string, number>();
  for (const { waitsFor = '' } of waiting.slice(0, COUNTED))
    counts.set(waitsFor, (counts.get(waitsFor) ?? 0) + 1);
  return {
    count: Math.min(waiting.length, COUNTED),
    more: waiting.length > COUNTED,
    oldestSince: oldest?.waitingSince ?? null,
    keys: [...counts]
      .map(([key, count]) => ({ key, count }))
      .sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1))
      .slice(0, SHOWN_KEYS),
  };
}
