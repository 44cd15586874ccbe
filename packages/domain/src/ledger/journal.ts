import { setTimeout as delay } from 'node:timers/promises';
import { checkReached, newestSeen } from './journal-chain';
import { journalTime } from './journal-clock';
import { applyRecordsAfter } from './journal-record';
import { readHead } from './journal-turn';
import { journalWriter, type Plan, type PlanContext } from './journal-writer';
import { JournalModel } from './ledger.models';

/* Every change of the ledger in one order: single-document writes do the work of a transaction (ARCHITECTURE.md, "The ledger"). */

/** How long the process that appended a record is given to apply it before a reader does (ms). */
const GRACE_MS = 50;
const LOOK_MS = 5;

let catchingUp: Promise<unknown> = Promise.resolve();

/**
 * Brings the ledger up to date with the journal: what was acknowledged is in figures that are read after it, even if the
 * process that took it in died. @returns the last record's number @throws LedgerIsOlder, JournalBroken
 */
export function catchUpLedger(): Promise<number> {
  const result = catchingUp.then(async () => {
    const seenBefore = newestSeen();
    const reached = await reachEnd();
    checkReached(reached, seenBefore);
    return reached;
  });
  catchingUp = result.catch(() => undefined);
  return result;
}

async function reachEnd(): Promise<number> {
  const { value } = await readHead();
  const last = await JournalModel.findOne({ _id: { $gt: value } }, { _id: 1 })
    .sort({ _id: -1 })
    .lean();
  if (!last) return value;
  // Usually it is being applied at this moment.
  let seen = value;
  for (let waited = 0; waited < GRACE_MS; waited += LOOK_MS) {
    await delay(LOOK_MS);
    seen = (await readHead()).value;
    if (seen >= last._id) return seen;
  }
  const applied = await applyRecordsAfter(seen);
  return applied?.seq ?? seen;
}

export type Draft<Result> = Plan & { result: Result };

/**
 * Appends one record; when this returns, it is durable and applied.
 * @param prepare plans it on the ledger as it stands; it must only read, as it is called again if the number is taken
 * @throws what prepare throws, RecordTooLarge, and errors of the database: then the record may be appended or not
 */
export function appendToJournal<Result>(
  prepare: (context: Pick<PlanContext, 'at'>) => Promise<Draft<Result>>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    let result: Result;
    journalWriter.add({
      async plan(context) {
        const { result: answer, ...plan } = await prepare(context);
        result = answer;
        return plan;
      },
      settle: () => resolve(result),
      fail: reject,
    });
  });
}

/** Resolves when this process has nothing of the journal under way: after a failure that lasts longer than the call. */
export const journalAtRest = (): Promise<void> => journalWriter.underWay;

/** Length of the journal and what waits at it. @returns `aheadMs`: how far the last record's time is ahead of the database's clock */
export async function readJournalState() {
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
