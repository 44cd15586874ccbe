import { EventModel, eventOf, releaseKeys } from '../../ledger';
import type { FailedItem, FailedWorkSource } from './summary';

/** Delivery out of order takes minutes; after a day somebody should look (ms). */
const OVERDUE_MS = 86_400_000;

const overdue = () => ({ waitingSince: { $exists: true, $lt: new Date(Date.now() - OVERDUE_MS) } });

/** Events that have waited for more than a day for a member, sale, staff or affiliate. */
export const overdueEvents = {
  async list(skip, limit) {
    const events = await EventModel.find(overdue()).sort({ waitingSince: 1 }).skip(skip).limit(limit).lean();
    return events.map((event): FailedItem => {
      const { _id: id, type: what, waitingSince: at = event.at, waitsFor = '' } = event;
      const reason = `Waits for ${waitsFor.replace(':', ' ')}`;
      return { id, what, at, reason, retry: 'with-all', content: JSON.stringify(eventOf(event)) };
    });
  },
  /** Looks whether what they wait for is there by now. */
  async retry(ids) {
    const waiting = { _id: { $in: ids }, waitsFor: { $exists: true } };
    const events = await EventModel.find(waiting, { waitsFor: 1 }).lean();
    await releaseKeys([...new Set(events.flatMap(({ waitsFor }) => waitsFor ?? []))]);
    return events.length - (await EventModel.countDocuments(waiting));
  },
} satisfies FailedWorkSource;
