import { hash } from 'node:crypto';
import type { RefusedEvent } from '@partnerdesk/contracts';
import type { mongo } from 'mongoose';
import { domainConfig, ignoreDuplicates, plainModel } from '../platform';
import { type Effects, insertedInto, operationsOn } from './effects';
import type { IngestLine } from './event-schema';
import { EventModel } from './ledger.models';

/** So many are kept; further ones are in the answer to who sent them, and in the metrics, alone. */
const MAX_REFUSED = 10_000;
/** Of a line so much is kept: an event is a tenth of it. A longer one can't be taken in again from here. */
const MAX_CONTENT = 4000;
const KEPT_S = 90 * 86_400;

/** An event that was refused, until it is taken in after all (docs/RULES.md, Accounts and access "Failed work"). */
export interface StoredRefusal {
  /** `line:` and the hash of the content, or `event:` and the eventID of one that the ledger holds. */
  _id: string;
  reason: string;
  refusedAt: Date;
  times: number;
  /** Missing: the ledger took it in, it waited, and was refused when its turn came. */
  line?: number;
  eventID?: string;
  content?: string;
  /** The content is longer than what is kept of it. */
  cut?: boolean;
}
export const RefusedEventModel = plainModel<StoredRefusal>('RefusedEvent', 'refusedEvents', String, [
  [{ refusedAt: 1 }, { expireAfterSeconds: KEPT_S }],
]);

/** Keeps refused lines for the office. The same content again is the same one. */
export async function keepRefused(lines: readonly IngestLine[], refused: readonly RefusedEvent[]) {
  if (refused.length === 0) return;
  const byLine = new Map(lines.map((each) => [each.line, each]));
  const operations = refused.map(({ line, eventID, reason }) => {
    const text = contentOf(byLine.get(line));
    const content = text.slice(0, MAX_CONTENT);
    return upsertOf(`line:${hash('sha256', text, 'base64url')}`, {
      $setOnInsert: { line, content, cut: content !== text, ...(eventID && { eventID }) },
      $set: { reason, refusedAt: new Date() },
      $inc: { times: 1 },
    });
  });
  await writeRefusals(operations);
}

/** Keeps those that a record refuses when their turn comes: who sent them was answered that they wait. Safe to repeat. */
export async function keepRefusedWaiting(effects: Effects): Promise<void> {
  const changed = operationsOn(effects, 'set', EventModel).filter(({ set }) => set.state === 'refused');
  // What waits may come with what it waits for, in one record.
  const inserted = insertedInto(effects, EventModel).filter(({ state }) => state === 'refused');
  const refused = [...changed.map(({ _id, set: { reason } }) => ({ _id, reason })), ...inserted];
  const operations = refused.map(({ _id: eventID, reason }) =>
    upsertOf(`event:${eventID}`, { $setOnInsert: { eventID, reason, refusedAt: new Date(), times: 1 } }),
  );
  if (operations.length > 0) await writeRefusals(operations);
}

function contentOf(line: IngestLine | undefined): string {
  if (!line) return '';
  if ('parseError' in line) return line.text ?? '';
  try {
    return JSON.stringify(line.value);
  } catch {
    // It is read however deep it is nested; writing it runs out of stack.
    return '';
  }
}

const upsertOf = (_id: string, update: object) => ({ updateOne: { filter: { _id }, update, upsert: true } });

async function writeRefusals(operations: ReturnType<typeof upsertOf>[]): Promise<void> {
  const collection = RefusedEventModel.collection;
  // Of the index: the collection's own count is wrong after a crash.
  const room = MAX_REFUSED - (await collection.countDocuments({ _id: { $gte: '' } } as never));
  if (room < operations.length)
    domainConfig().logger?.warn({ refused: operations.length }, 'refused events are not kept: too many are');
  if (room <= 0) return;
  const some = operations.slice(0, room) as unknown as mongo.AnyBulkWriteOperation[];
  await ignoreDuplicates(collection.bulkWrite(some as never[], { ordered: false }));
}
