import { setTimeout as delay } from 'node:timers/promises';
import { JournalModel } from './journal.model';
import { checkNewest, checkReached, newestSeen } from './journal-memory';
import { applyRecordsAfter } from './journal-record';
import { advanceHead, readHead } from './journal-turn';
import { journalWriter, type Plan, type PlanContext } from './journal-writer';

/*
 * The journal puts every change of the ledger in one order: events, adjustments and executed payrolls are
 * records 1, 2, 3 …, each planned on the state that all earlier ones left, each written before it is applied.
 * That is what lets single-document writes do the work of a transaction:
 * - a record is appended under the next free number; if the number is taken, the record is planned again;
 * - once appended it is acknowledged: whatever dies, the next writer applies it before it plans its own;
 * - applying is a replay that is safe to repeat and to race with itself (apply-effects.ts).
 * Processes append by turns (journal-turn.ts), so that none waits without bound.
 */

/** How long the process that appended a record is given to apply it before a reader does (ms). */
const GRACE_MS = 50;
const LOOK_MS = 5;

let catchingUp: Promise<unknown> = Promise.resolve();

/**
 * Brings the ledger up to date with the journal. Figures are computed after it, so that what was
 * acknowledged is in them even if the process that took it in died. @returns the last record's number
 * @throws LedgerIsOlder, JournalBroken
 */
export function catchUpLedger(): Promise<number> {
  const result = catchingUp.then(catchUp);
  catchingUp = result.catch(() => undefined);
  return result;
}

async function catchUp(): Promise<number> {
  const seenBefore = newestSeen();
  const reached = await reachEnd();
  checkReached(reached, seenBefore);
  return reached;
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
  await checkNewest();
  const applied = await applyRecordsAfter(seen);
  if (applied) await advanceHead(applied.seq, applied.at);
  return applied?.seq ?? seen;
}

/** A planned record, and the answer for the caller. */
export interface Draft<Result> extends Plan {
  result: Result;
}

/**
 * Appends one record. `prepare` plans it on the ledger as it stands; if its number is taken it is called again, so it
 * must only read. When this returns, the record is durable and applied.
 * @throws what prepare throws, RecordTooLarge, and errors of the database: then the record may be appended or not, and
 *   the caller repeats
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
