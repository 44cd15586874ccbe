import { affiliateKey, eventOf, memberKey, saleKey, staffKey } from './keys';
import { AttributionModel, EventModel, type StoredEvent } from './ledger.models';

/** Waiting events that are counted; beyond that there are "more than". */
const COUNTED = 10_000;
const SHOWN_KEYS = 5;

/** What waits in the ledger. @returns `count`: COUNTED at most; `more`: there are more; `keys`: what most wait for */
export async function waitingEvents() {
  const [waiting, oldest] = await Promise.all([
    EventModel.find({ waitsFor: { $exists: true } }, { _id: 0, waitsFor: 1 })
      .limit(COUNTED + 1)
      .lean(),
    EventModel.findOne({ waitingSince: { $exists: true } }, { waitingSince: 1 })
      .sort({ waitingSince: 1 })
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

/** Events that wait for nothing that they name: nobody would ever release them. @returns a line for each */
export async function wronglyWaiting(): Promise<string[]> {
  const lines: string[] = [];
  const waiting = EventModel.find({ waitsFor: { $exists: true } })
    .lean<StoredEvent>()
    .cursor();
  for await (const stored of waiting) {
    const { _id, waitsFor = '' } = stored;
    if (!(await keysNamedBy(stored)).includes(waitsFor))
      lines.push(`event ${_id} waits for ${waitsFor}, which it does not name`);
  }
  return lines;
}

async function keysNamedBy(stored: StoredEvent): Promise<string[]> {
  const event = eventOf(stored);
  if (event.type === 'refund') return [saleKey(event.saleEventID)];
  const { memberID, staffID } = event as { memberID?: number; staffID?: number };
  const attribution = event.type === 'sale' ? await AttributionModel.findById(memberID).lean() : null;
  return [
    ...(memberID === undefined ? [] : [memberKey(memberID)]),
    ...(attribution?.affID ? [affiliateKey(attribution.affID)] : []),
    ...(staffID === undefined ? [] : [staffKey(staffID)]),
  ];
}
