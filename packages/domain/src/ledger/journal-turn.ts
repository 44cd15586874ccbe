import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { mongo } from 'mongoose';
import { domainConfig } from '../platform';
import type { JournalHead } from './ledger.models';
import { CounterModel } from './ledger.models';

/*
 * Processes append to the journal by turns, in the order in which they asked. The turn is for fairness alone: what keeps
 * the ledger right is that a number can be taken once. A holder that was taken for dead and wakes finds its number gone.
 */

const HEAD = 'journal' as const;
/** How often a waiting process looks (ms). */
const POLL_MS = [1, 1, 2, 2, 3, 4, 6, 8];

// biome-ignore lint/suspicious/noExplicitAny: the head lies among the counters and has a shape of its own
const heads = () => CounterModel.collection as unknown as mongo.Collection<any>;

export const PROCESS_ID = randomBytes(6).toString('hex');

/** How far the journal is applied; 0 before its first record. */
export async function readHead(): Promise<JournalHead> {
  return (await heads().findOne({ _id: HEAD })) ?? { _id: HEAD, value: 0 };
}

/** Notes that every record through `seq` is applied. */
export async function advanceHead(seq: number, at: Date): Promise<void> {
  await heads().updateOne({ _id: HEAD }, { $max: { value: seq, at } }, { upsert: true });
}

export function othersWait({ waiting = {} }: JournalHead): boolean {
  return Object.keys(waiting).some((id) => id !== PROCESS_ID);
}

function nextOf({ waiting = {} }: JournalHead): string {
  const inOrder = Object.entries(waiting).sort(([a, since], [b, other]) => since - other || (a < b ? -1 : 1));
  return inOrder[0]?.[0] ?? '';
}

const own = `waiting.${PROCESS_ID}`;

/** Makes `holder` the one whose turn it is, if the head is `expected`. @param reached how far the journal is applied, too */
function handTo(holder: string, expected: object, reached?: object): Promise<JournalHead | null> {
  const stopsWaiting = holder && { $unset: { [`waiting.${holder}`]: '' } };
  return heads().findOneAndUpdate(
    { _id: HEAD, ...expected },
    { ...(reached && { $max: reached }), $set: { holder }, $inc: { beat: 1 }, ...stopsWaiting },
    { returnDocument: 'after' },
  );
}

/**
 * Waits for this process's turn. A holder that gives no sign of life for `turnTimeoutMs` of the configuration loses its own.
 * @returns `takenOver`: the process before did not end its turn, and what it appended may not be applied
 */
export async function acquireTurn(): Promise<{ head: JournalHead; takenOver: boolean }> {
  const free = await handTo(PROCESS_ID, { $or: [{ holder: '', waiting: {} }, { holder: PROCESS_ID }] });
  if (free) return { head: free, takenOver: false };
  let head = await enqueue();
  const { turnTimeoutMs = 2000 } = domainConfig();
  let seen = head;
  let seenAt = performance.now();
  for (let attempt = 0; ; attempt += 1) {
    if (head.holder === PROCESS_ID) return { head, takenOver: false };
    const overdue = performance.now() - seenAt > turnTimeoutMs;
    if (overdue || (head.holder === '' && nextOf(head) === PROCESS_ID)) {
      const mine = await handTo(PROCESS_ID, { holder: head.holder, beat: head.beat });
      if (mine) return { head: mine, takenOver: overdue };
    } else await delay(POLL_MS[Math.min(attempt, POLL_MS.length - 1)]);
    head = await readHead();
    if (head.holder !== seen.holder || head.beat !== seen.beat) {
      seen = head;
      seenAt = performance.now();
    }
  }
}

/** Stands in the queue; makes the head, if need be. */
async function enqueue(): Promise<JournalHead> {
  const beat = (await readHead()).beat;
  if (beat === undefined)
    await heads().updateOne(
      { _id: HEAD },
      { $setOnInsert: { value: 0, holder: '', beat: 0, waiting: {} } },
      { upsert: true },
    );
  return heads().findOneAndUpdate({ _id: HEAD }, { $set: { [own]: beat ?? 0 } }, { returnDocument: 'after' });
}

/** Notes that every record through `seq` is applied, in the middle of a turn. @returns null: the turn is lost */
export async function renewTurn(seq: number, at: Date): Promise<JournalHead | null> {
  return heads().findOneAndUpdate(
    { _id: HEAD, holder: PROCESS_ID },
    { $max: { value: seq, at }, $inc: { beat: 1 } },
    { returnDocument: 'after' },
  );
}

/** As renewTurn, and ends the turn: the process that has waited longest is next. @param head as last seen */
export async function releaseTurn(head: JournalHead, seq: number, at?: Date): Promise<JournalHead | null> {
  const ended = await handTo(nextOf(head), { holder: PROCESS_ID }, { value: seq, ...(at && { at }) });
  // Another process may have asked since the head was last seen.
  if (ended?.holder === '' && nextOf(ended)) await handTo(nextOf(ended), { holder: '', beat: ended.beat });
  return ended;
}
