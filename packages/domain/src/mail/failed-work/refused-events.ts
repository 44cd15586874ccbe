import { EventModel, eventOf, ingestEvents, RefusedEventModel, type StoredRefusal } from '../../ledger';
import type { FailedItem, FailedWorkSource } from './summary';

/** Events that were refused, with their lines. Those that the ledger holds are refused for good. */
export const refusedEvents = {
  async list(skip, limit) {
    const refusals = await RefusedEventModel.find()
      .sort({ refusedAt: -1, _id: 1 })
      .skip(skip)
      .limit(limit)
      .lean<StoredRefusal[]>();
    const held = refusals.flatMap(({ line, eventID }) => (line ? [] : (eventID ?? [])));
    const events = held.length ? await EventModel.find({ _id: { $in: held } }).lean() : [];
    const contents = new Map(events.map((event) => [event._id, JSON.stringify(eventOf(event))]));
    return refusals.map(
      ({ _id: id, eventID, refusedAt: at, reason, times: attempts, line, cut, content }): FailedItem => ({
        id,
        what: eventID ?? '',
        at,
        reason,
        retry: line && !cut ? 'with-all' : 'never',
        attempts,
        ...(line ? { line, content: content ?? '' } : { content: contents.get(eventID ?? '') ?? '' }),
      }),
    );
  },
  /** Takes them in again; what is accepted, or known by now, is refused no more. */
  async retry(ids) {
    const refusals = await RefusedEventModel.find({
      _id: { $in: ids },
      line: { $exists: true },
      cut: { $ne: true },
    }).lean<StoredRefusal[]>();
    if (refusals.length === 0) return 0;
    const { refused } = await ingestEvents(
      refusals.map(({ content }, index) => lineOf(content ?? '', index + 1)),
    );
    const again = new Set(refused.map(({ line }) => refusals[line - 1]?._id));
    const done = refusals.flatMap(({ _id }) => (again.has(_id) ? [] : _id));
    await RefusedEventModel.deleteMany({ _id: { $in: done } });
    return done.length;
  },
} satisfies FailedWorkSource;

function lineOf(text: string, line: number) {
  try {
    return { line, value: JSON.parse(text) as unknown };
  } catch {
    return { line, parseError: 'This line is not valid JSON', text };
  }
}
